import type { Json } from '../../../errors/app-error.ts';
import type { Warning } from '../../../toolkit/result.ts';
import type { FieldChanges } from '../field-changes.ts';
import { type FieldDefinition, findField } from '../field-definition.ts';
import { isContained } from '../stored-value.ts';

type SentField = { readonly [key: string]: Json | undefined };

export interface FieldOutcome {
  /** Names of fields that are there after the write and were not before. */
  readonly added: readonly string[];
  /** Names of fields that were there before the write and no longer are. */
  readonly removed: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Compares the fields before a write, as sent, and as re-read, so that the answer tells what happened. */
export function fieldOutcome(
  before: readonly FieldDefinition[],
  sent: readonly SentField[],
  after: readonly FieldDefinition[],
  changes: Pick<FieldChanges, 'remove'>,
): FieldOutcome {
  const knownIds = new Set(before.map((field) => field.id));
  const remainingIds = new Set(after.map((field) => field.id));
  return {
    added: after.filter((field) => !knownIds.has(field.id)).map((field) => field.name),
    removed: before.filter((field) => !remainingIds.has(field.id)).map((field) => field.name),
    warnings: [
      ...changes.remove.flatMap((reference) => notRemoved(before, after, reference)),
      ...sent.filter((field) => field['_destroy'] !== true).flatMap((field) => notAsSent(field, after)),
    ],
  };
}

function notRemoved(
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
  reference: string,
): readonly Warning[] {
  const id = findField(before, reference)?.id;
  if (!after.some((field) => field.id === id)) return [];
  return [
    { code: 'FIELD_NOT_REMOVED', path: `fields.${reference}`, message: 'The type still has this field.' },
  ];
}

function notAsSent(sent: SentField, after: readonly FieldDefinition[]): readonly Warning[] {
  const { position: _position, ...asked } = sent;
  const stored = after.find((field) =>
    asked['id'] === undefined ? field.name === asked['name'] : field.id === asked['id'],
  );
  const path = `fields.${String(asked['name'])}`;
  if (stored === undefined)
    return [{ code: 'FIELD_NOT_STORED', path, message: 'The type does not have this field.' }];
  if (isContained(asked, stored)) return [];
  return [
    {
      code: 'FIELD_CHANGED',
      path,
      message: 'The platform stored this field in another form than the one sent.',
    },
  ];
}
