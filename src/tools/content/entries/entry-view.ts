import type { Json } from '../../../errors/app-error.ts';
import type { Entry } from '../../../modyo/content/entries.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { namedFields } from '../field-values.ts';
import { isLive } from './entry-lifecycle.ts';
import type { EntryRow } from './entry-shape.ts';

export interface EntryView {
  readonly entry: EntryRow;
  readonly fields: Readonly<Record<string, Json>>;
  readonly entry_status?: string;
  readonly is_live: boolean;
  readonly has_unpublished_changes: boolean;
}

/**
 * What the answer shows of an entry besides its values. Modyo's own rendering for the delivery API repeats
 * all of them, and the workflow the rules of the space; both are left out.
 */
export function entryRow({ json: _delivery, field_values: _values, workflow, ...row }: Entry): EntryRow {
  if (workflow === undefined) return row;
  const { application: _space, ...standing } = workflow;
  return { ...row, workflow: standing };
}

/** An entry as the answer shows it; its values go by field name. */
export function entryView(entry: Entry, definitions: readonly FieldDefinition[]): EntryView {
  return {
    entry: entryRow(entry),
    fields: namedFields(entry.field_values ?? [], definitions),
    ...(typeof entry.status === 'string' && { entry_status: entry.status }),
    is_live: isLive(entry),
    has_unpublished_changes: entry.dirty === true,
  };
}
