import { createEntry, type Entry, getEntry, updateEntry } from '../../../modyo/content/entries.ts';
import type { ResourceRef, Warning } from '../../../toolkit/result.ts';
import { reread } from '../../reread.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { type FieldValue, mergeFieldValues } from '../field-values.ts';
import { type Vanishing, vanishedItems } from '../list-changes.ts';
import { entryNames } from '../parameter-names.ts';
import type { InSpace } from '../resolvers.ts';
import { type EntryChange, mergedBody, wireValue } from './entry-body.ts';
import { entryLosses } from './entry-losses.ts';
import { entryResource } from './entry-shape.ts';
import { type EntryView, entryView } from './entry-view.ts';

export interface VersionWrite {
  /** Any language of the entry. */
  readonly known: Entry;
  /** The language that is written; `undefined` if the entry does not exist in it yet. */
  readonly version: Entry | undefined;
  readonly locale: string | undefined;
  readonly attributes: EntryChange;
  readonly values: readonly FieldValue[];
  readonly definitions: readonly FieldDefinition[];
  /** Lists that lose stored items. */
  readonly vanishing: readonly Vanishing[];
  /** What of the sent values could not be put into the form that is saved. */
  readonly notes: readonly Warning[];
}

/**
 * Saves one language of an entry: changes it if it is there, adds it if it is not. A new translation that
 * is given no name takes the one of the language it is made from.
 * @returns the id of the version that was written
 */
async function saveVersion({ modyo, space }: InSpace, write: VersionWrite): Promise<number> {
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

/** What a write of a version answers, from the version as it was read again. */
export interface SavedVersion {
  readonly data: EntryView & { readonly translation_created?: boolean };
  readonly resource: ResourceRef;
  readonly warnings: readonly Warning[];
}

/** Saves one language of an entry and reads it again. */
export async function changeVersion(ctx: InSpace, write: VersionWrite): Promise<SavedVersion> {
  const { known, version, attributes, values, definitions, locale } = write;
  const savedId = await saveVersion(ctx, write);
  await ctx.identifiers.forget({ kind: 'entry', spaceId: ctx.space.id });
  const stored = await reread(getEntry(ctx.modyo, ctx.space.id, savedId), savedId);
  const place = { uuid: known.uuid, ...(locale !== undefined && { locale }) };
  const losses = entryLosses({
    attributes: version === undefined ? { ...attributes, ...place } : { ...attributes },
    values,
    before: version,
    stored,
    definitions,
  });
  // A list that was stored otherwise than it was sent has not lost what it was to lose.
  const shortened = write.vanishing.filter(({ path }) => !losses.some((loss) => loss.path === path));
  const isTranslation = stored.uuid === known.uuid && stored.locale === locale;
  return {
    data: {
      ...entryView(stored, definitions),
      ...(version === undefined && { translation_created: isTranslation }),
    },
    resource: entryResource(stored),
    warnings: [...write.notes, ...vanishedItems(shortened), ...losses],
  };
}
