import type { FieldFault, Json } from '../../errors/app-error.ts';
import type { FieldUpdate, NewField } from './field-arguments.ts';
import { type FieldDefinition, findField } from './field-definition.ts';
import { validNames } from './field-values.ts';

/** A stored field with everything that Modyo said of it, so that it can be sent back whole. */
export type StoredField = FieldDefinition & { readonly position?: number | null | undefined } & Readonly<
    Record<string, unknown>
  >;

export interface FieldChanges {
  readonly add: readonly NewField[];
  readonly update: readonly FieldUpdate[];
  readonly remove: readonly string[];
}

export interface FieldPlan {
  /** The list for the update call: every stored field, the changed, the new, the removed by `_destroy`. */
  readonly fields: readonly { readonly [key: string]: Json | undefined }[];
  readonly removed: readonly FieldDefinition[];
  readonly faults: readonly FieldFault[];
}

type WireField = { readonly [key: string]: Json | undefined };

const choiceTypes: readonly string[] = ['dropdown', 'radio', 'checkbox', 'multiple'];
const linkTypes: readonly string[] = ['content_type', 'content_types'];

/** Rules that only some kinds of field have; the platform would keep them on any, without an effect. */
const ruleTypes: { readonly [rule in keyof NewField]?: readonly string[] } = {
  choices: choiceTypes,
  linked_type: linkTypes,
  length_max: ['string', 'text', 'rich_text'],
  pattern: ['string', 'text', 'rich_text'],
  number_min: ['integer', 'decimal'],
  number_max: ['integer', 'decimal'],
  date_min: ['date'],
  date_max: ['date'],
};

/**
 * Works out the list of fields that an incremental change leads to. A field that is not named keeps
 * everything. Names that would occur twice are a fault, before Modyo is asked.
 * @param linkedTypeId the id of the type that a field links to, already resolved
 */
export function planFieldChanges(
  stored: readonly StoredField[],
  changes: FieldChanges,
  linkedTypeId: (reference: string) => number | undefined,
): FieldPlan {
  const faults: FieldFault[] = [];
  const removed = changes.remove.flatMap((reference, at) =>
    named(stored, reference, `remove_fields.${at}`, faults),
  );
  const updates = new Map<number, { readonly update: FieldUpdate; readonly path: string }>();
  for (const [at, update] of changes.update.entries()) {
    const path = `update_fields.${at}`;
    for (const field of named(stored, update.field, `${path}.field`, faults)) {
      if (updates.has(field.id))
        faults.push({ path, message: `The field "${field.name}" is changed twice.` });
      if (removed.includes(field))
        faults.push({ path, message: `The field "${field.name}" is also removed.` });
      updates.set(field.id, { update, path });
    }
  }
  const kept = stored.map((field): WireField => {
    if (removed.includes(field)) return { id: field.id, _destroy: true };
    const change = updates.get(field.id);
    if (change === undefined) return sendable(field);
    faults.push(...ruleFaults(field.type, change.update, change.path));
    const rules = (field.validations ?? {}) as WireField;
    const validations = { ...rules, ...rulesOf(change.update, linkedTypeId, rules) };
    return { ...sendable(field), ...attributesOf(change.update), validations };
  });
  const added = changes.add.map((field, at): WireField => {
    faults.push(...ruleFaults(field.type, field, `add_fields.${at}`));
    return {
      name: field.name,
      type: field.type,
      ...attributesOf(field),
      position: nextPosition(stored) + at,
      validations: rulesOf(field, linkedTypeId, {}),
    };
  });
  faults.push(...duplicateFaults(stored, removed, updates, changes));
  return { fields: [...kept, ...added], removed, faults };
}

function named(
  stored: readonly StoredField[],
  reference: string,
  path: string,
  faults: FieldFault[],
): readonly StoredField[] {
  const field = findField(stored, reference);
  if (field !== undefined) return [field];
  faults.push({ path, message: 'The type has no such field.', expected: validNames(stored) });
  return [];
}

function duplicateFaults(
  stored: readonly StoredField[],
  removed: readonly StoredField[],
  updates: ReadonlyMap<number, { readonly update: FieldUpdate; readonly path: string }>,
  changes: FieldChanges,
): readonly FieldFault[] {
  const remaining = stored.filter((field) => !removed.includes(field));
  const unchanged = remaining.filter((field) => updates.get(field.id)?.update.rename_to === undefined);
  const taken = new Set(unchanged.map((field) => field.name.toLowerCase()));
  const wanted = [
    ...[...updates.values()].map(({ update, path }) => ({
      name: update.rename_to,
      path: `${path}.rename_to`,
    })),
    ...changes.add.map((field, at) => ({ name: field.name, path: `add_fields.${at}.name` })),
  ];
  return wanted.flatMap(({ name, path }) => {
    if (name === undefined) return [];
    const folded = name.toLowerCase();
    if (taken.has(folded)) return [{ path, message: `The type would have two fields named "${name}".` }];
    taken.add(folded);
    return [];
  });
}

function ruleFaults(type: string, rules: FieldUpdate | NewField, path: string): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  const refuse = (rule: string, message: string) => faults.push({ path: `${path}.${rule}`, message });
  if (rules.unique === true && type !== 'string')
    refuse('unique', `Only type string can be unique; this is ${type}.`);
  for (const [rule, types = []] of Object.entries(ruleTypes)) {
    if (rules[rule as keyof typeof rules] === undefined || types.includes(type)) continue;
    refuse(rule, `Only ${types.join(', ')} can have this; the field is ${type}.`);
  }
  const unknown = (rules.default_choices ?? []).filter((label) => !rules.choices?.includes(label));
  if (unknown.length > 0)
    refuse('default_choices', 'Each must be one of choices, and choices must be sent with it.');
  if (isEmptyRange(rules.number_min, rules.number_max)) refuse('number_max', 'Is less than number_min.');
  if (isEmptyRange(instantOf(rules.date_min), instantOf(rules.date_max)))
    refuse('date_max', 'Is before date_min.');
  return faults;
}

function isEmptyRange(min: number | undefined, max: number | undefined): boolean {
  return min !== undefined && max !== undefined && max < min;
}

function instantOf(date: string | undefined): number | undefined {
  return date === undefined ? undefined : Date.parse(date);
}

function attributesOf(rules: FieldUpdate | NewField): WireField {
  const renamed = 'rename_to' in rules && rules.rename_to !== undefined ? { name: rules.rename_to } : {};
  return rules.hint === undefined ? renamed : { ...renamed, hint: rules.hint };
}

function rulesOf(
  rules: FieldUpdate | NewField,
  linkedTypeId: (reference: string) => number | undefined,
  stored: WireField,
): WireField {
  const linked = rules.linked_type === undefined ? undefined : linkedTypeId(rules.linked_type);
  return defined({
    required: rules.required,
    unique: rules.unique,
    regexp: rules.pattern,
    length: rules.length_max,
    values: rules.choices
      ?.map((label) => (rules.default_choices?.includes(label) ? `*${label}` : label))
      .join('\n'),
    content_type: linked,
    number_range: range('number', rules.number_min, rules.number_max, stored['number_range']),
    date_range: range('date', rules.date_min, rules.date_max, stored['date_range']),
  });
}

/** One end can be changed without the other. */
function range(
  noun: string,
  min: Json | undefined,
  max: Json | undefined,
  stored: Json | undefined,
): Json | undefined {
  if (min === undefined && max === undefined) return undefined;
  return {
    ...(stored as WireField | null | undefined),
    ...defined({ [`min_${noun}`]: min, [`max_${noun}`]: max }),
  };
}

/** A stored field as it can be sent back: what Modyo says, without what only Modyo writes. */
function sendable(field: StoredField): WireField {
  const { deleted: _deleted, created_at: _createdAt, updated_at: _updatedAt, ...rest } = field;
  return rest as WireField;
}

function nextPosition(stored: readonly StoredField[]): number {
  return stored.reduce((next, field) => Math.max(next, (field.position ?? 0) + 1), 0);
}

function defined(record: Readonly<Record<string, Json | undefined>>): WireField {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
