import { createEntry, type Entry, updateEntry } from '../../../modyo/content/entries.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { type FieldValue, mergeFieldValues } from '../field-values.ts';
import { entryNames } from '../parameter-names.ts';
import type { InSpace } from '../resolvers.ts';
import { type EntryChange, mergedBody, wireValue } from './entry-body.ts';

export interface VersionWrite {
  /** Any language of the entry. */
  readonly known: Entry;
  /** The language that is written; `undefined` if the entry does not exist in it yet. */
  readonly version: Entry | undefined;
  readonly locale: string | undefined;
  readonly attributes: EntryChange;
  readonly values: readonly FieldValue[];
  readonly definitions: readonly FieldDefinition[];
}

/**
 * Saves one language of an entry: changes it if it is there, adds it if it is not. A new translation that
 * is given no name takes the one of the language it is made from.
 * @returns the id of the version that was written
 */
export async function saveVersion({ modyo, space }: InSpace, write: VersionWrite): Promise<number> {
  const { known, version, attributes, values, definitions } = write;
  if (version === undefined) {
    const body = {
      ...attributes,
      name: attributes.name ?? known.name ?? undefined,
      uuid: known.uuid,
      content_type_id: known.content_type_id,
      locale: write.locale,
      field_values: values.map(wireValue),
    };
    return createEntry(modyo, space.id, body, entryNames(values, definitions));
  }
  const merged = mergeFieldValues(version.field_values ?? [], values);
  const body = mergedBody(version, attributes, merged);
  await updateEntry(modyo, space.id, version.id, body, entryNames(merged, definitions));
  return version.id;
}
