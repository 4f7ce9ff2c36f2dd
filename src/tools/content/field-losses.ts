import type { Json } from '../../errors/app-error.ts';
import type { Warning } from '../../toolkit/result.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { FieldValue } from './field-values.ts';
import { listed } from './rich-text-form.ts';
import { type Fate, fateOf, isContained } from './stored-value.ts';

export interface FieldReading {
  /** What this call sent. */
  readonly asked: readonly FieldValue[];
  /** What was stored before the write; empty for a new entry. */
  readonly before: readonly FieldValue[];
  /** What the re-read after the write found. */
  readonly after: readonly FieldValue[];
  readonly definitions: readonly FieldDefinition[];
}

const itemsShownMax = 10;

/**
 * Says what Modyo dropped, cut or changed of the values sent, and which other fields moved with them.
 * Paths are in our parameter names: `fields.Title`.
 */
export function fieldLosses(reading: FieldReading): readonly Warning[] {
  const before = byField(reading.before);
  const after = byField(reading.after);
  const asked = byField(reading.asked);
  return reading.definitions.flatMap((definition) => {
    const path = `fields.${definition.name}`;
    const value = asked.get(definition.id);
    const stored = after.get(definition.id)?.value;
    if (value !== undefined) return warningOf(path, fateOf(definition, value.value ?? null, stored));
    const previous = before.get(definition.id)?.value;
    if (previous === undefined || isContained(previous, stored)) return [];
    return [
      {
        code: 'OTHER_FIELD_CHANGED',
        path,
        message: 'This field was not sent, and its stored value changed.',
      },
    ];
  });
}

function warningOf(path: string, fate: Fate): readonly Warning[] {
  switch (fate.kind) {
    case 'kept':
      return [];
    case 'missing':
      return [
        { code: 'VALUE_NOT_STORED', path, message: 'The platform accepted the call and stored no value.' },
      ];
    case 'truncated':
      return [
        {
          code: 'VALUE_TRUNCATED',
          path,
          message: `Only the first ${fate.storedCharacters} characters were stored.`,
        },
      ];
    case 'dropped':
      return [{ code: 'CHOICE_DROPPED', path, message: `Not stored: ${shown(fate.items)}.` }];
    case 'reduced':
      return [
        {
          code: 'RICH_TEXT_LOST',
          path,
          message: `The platform did not store all of the text: ${listed(fate.parts)}.`,
        },
      ];
    case 'changed':
      return [
        { code: 'VALUE_CHANGED', path, message: 'The platform stored another value than the one sent.' },
      ];
  }
}

function byField(values: readonly FieldValue[]): ReadonlyMap<number, FieldValue> {
  return new Map(values.map((value) => [value.field_id, value]));
}

function shown(items: readonly Json[]): string {
  const rest = items.length - itemsShownMax;
  const names = items.slice(0, itemsShownMax).map((item) => JSON.stringify(item));
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ');
}
