import type { FieldFault, Json } from '../../errors/app-error.ts';
import type { Warning } from '../../toolkit/result.ts';
import { type FieldDefinition, findField } from './field-definition.ts';
import { type WireForm, wireForm } from './field-wire-form.ts';

/** A value of one field as Modyo sends and takes it. */
export interface FieldValue {
  readonly id?: number | undefined;
  readonly field_id: number;
  readonly type: string;
  readonly value?: Json | undefined;
}

export interface MappedFields {
  readonly values: readonly FieldValue[];
  readonly faults: readonly FieldFault[];
  /** What of the values the conversion into Modyo's form left out or could not express. */
  readonly notes: readonly Warning[];
}

const namesShownMax = 50;

/**
 * Turns `{name: value}` into Modyo's list of values. A name that the type does not have is a fault that
 * lists the valid ones; nothing is guessed. Two spellings of one field are a fault too.
 * @param stored what the entry holds; a text that is sent back as it was read is not converted
 */
export function mapFields(
  fields: Readonly<Record<string, unknown>>,
  definitions: readonly FieldDefinition[],
  stored: readonly FieldValue[] = [],
): MappedFields {
  const values = new Map<number, FieldValue>();
  const faults: FieldFault[] = [];
  const notes: Warning[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const path = `fields.${name}`;
    const definition = findField(definitions, name);
    if (definition === undefined) {
      faults.push({ path, message: 'The type has no such field.', expected: validNames(definitions) });
      continue;
    }
    if (values.has(definition.id)) {
      faults.push({ path, message: `The field "${definition.name}" is named twice.` });
      continue;
    }
    const known = stored.find(({ field_id: id }) => id === definition.id);
    const converted: WireForm =
      typeof value === 'string' && known?.value === value ? { ok: true, value } : wireForm(definition, value);
    if (converted.ok) {
      values.set(definition.id, { field_id: definition.id, type: definition.type, value: converted.value });
      notes.push(...(converted.notes ?? []).map((note) => ({ ...note, path })));
    } else {
      faults.push({ path, message: `The value ${converted.message}.`, expected: converted.expected });
    }
  }
  return { values: [...values.values()], faults, notes };
}

/**
 * Turns Modyo's list of values into `{name: value}`, in the order of the type. A field without a value is
 * null; values of removed fields are left out.
 */
export function namedFields(
  values: readonly FieldValue[],
  definitions: readonly FieldDefinition[],
): Readonly<Record<string, Json>> {
  const byField = new Map(values.map((value) => [value.field_id, value.value]));
  return Object.fromEntries(
    definitions.map((definition) => [definition.name, byField.get(definition.id) ?? null]),
  );
}

/**
 * The stored values with the changed ones put in their place, so that a field that was not sent keeps
 * its value whether Modyo merges or replaces the list.
 */
export function mergeFieldValues(
  stored: readonly FieldValue[],
  changed: readonly FieldValue[],
): readonly FieldValue[] {
  const changes = new Map(changed.map((value) => [value.field_id, value]));
  const kept = stored.map((value) => {
    const change = changes.get(value.field_id);
    changes.delete(value.field_id);
    return change === undefined ? value : { ...value, ...change };
  });
  return [...kept, ...changes.values()];
}

export function validNames(definitions: readonly FieldDefinition[]): string {
  if (definitions.length === 0) return 'no field: the type has none yet';
  const names = definitions.slice(0, namesShownMax).map((definition) => definition.name);
  const rest = definitions.length - names.length;
  return `one of: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
