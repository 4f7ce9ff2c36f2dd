import type { Json } from '../../../errors/app-error.ts';
import type { Entry } from '../../../modyo/content/entries.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../attribute-losses.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { fieldLosses } from '../field-losses.ts';
import type { FieldValue } from '../field-values.ts';
import { entryAttributeNames } from '../parameter-names.ts';

export interface EntryWrite {
  /** In Modyo's names; `undefined` was not sent. */
  readonly attributes: Readonly<Record<string, Json | undefined>>;
  readonly values: readonly FieldValue[];
  /** The version before the write; `undefined` if the write made it. */
  readonly before: Entry | undefined;
  /** The version as it was re-read after the write. */
  readonly stored: Entry;
  readonly definitions: readonly FieldDefinition[];
}

/** Everything that was stored in another way than it was sent, in our parameter names. */
export function entryLosses({
  attributes,
  values,
  before,
  stored,
  definitions,
}: EntryWrite): readonly Warning[] {
  const plain = [...attributeLosses(attributes, stored), ...otherEntryLosses(attributes, before, stored)];
  const fields = fieldLosses({
    asked: values,
    before: before?.field_values ?? [],
    after: stored.field_values ?? [],
    definitions,
  });
  return [...plain.map(inOurNames), ...fields];
}

const attributeNames = [
  'name',
  'slug',
  'locale',
  'content_type_id',
  'category_id',
  'tags',
  'private',
  'targets',
] as const;

/** What moved of an entry without having been sent. */
export function otherEntryLosses(
  asked: EntryWrite['attributes'],
  before: Entry | undefined,
  stored: Entry,
): readonly Warning[] {
  return before === undefined ? [] : otherLosses(attributeNames, asked, before, stored);
}

export function inOurNames(warning: Warning): Warning {
  return { ...warning, path: entryAttributeNames(warning.path) ?? warning.path };
}
