import { type ErrorItem, fieldError } from './answer.ts';
import { booleanOf, integerOf, isJsonObject, type JsonObject, textOf } from './json-object.ts';
import { type FieldRecord, type FieldType, type FieldValidations, fieldTypes } from './records.ts';

const nameCharactersMax = 255;

export function fieldView(field: FieldRecord): JsonObject {
  return {
    id: field.id,
    name: field.name,
    hint: field.hint,
    type: field.type,
    multi: false,
    position: field.position,
    deleted: false,
    validations: { ...field.validations },
  };
}

function isFieldType(value: unknown): value is FieldType {
  return fieldTypes.some((type) => type === value);
}

function nameFault(name: string): readonly [string, string] | undefined {
  if (name === '') return ["Name can't be blank", 'blank'];
  if (name.includes('.')) return ["Name shouldn't include dots", 'invalid'];
  if (name.startsWith('_')) return ["Name shouldn't start with an underscore", 'invalid'];
  if (name.length > nameCharactersMax) {
    return [`Name is too long (maximum is ${nameCharactersMax} characters)`, 'too_long'];
  }
  return undefined;
}

function readRange<Bound>(
  sent: unknown,
  [min, max]: readonly [string, string],
  read: (bound: unknown) => Bound | undefined,
): { readonly [key: string]: Bound | null } | undefined {
  return isJsonObject(sent) ? { [min]: read(sent[min]) ?? null, [max]: read(sent[max]) ?? null } : undefined;
}

/** Each rule by its wire name, read from what was sent; undefined leaves the rule out. */
const validationReaders: { readonly [name: string]: (sent: unknown) => unknown } = {
  required: (sent) => booleanOf(sent) ?? false,
  unique: (sent) => booleanOf(sent) ?? false,
  regexp: (sent) => textOf(sent) ?? null,
  values: (sent) => textOf(sent) ?? null,
  length: (sent) => integerOf(sent) ?? null,
  content_type: (sent) => integerOf(sent) ?? null,
  date_range: (sent) => readRange(sent, ['min_date', 'max_date'], textOf),
  number_range: (sent) => readRange(sent, ['min_number', 'max_number'], integerOf),
};

/** Unknown rules are dropped. */
function readValidations(sent: JsonObject): FieldValidations {
  const rules = Object.entries(validationReaders).flatMap(([name, read]) => {
    const rule = sent[name] === undefined ? undefined : read(sent[name]);
    return rule === undefined ? [] : [[name, rule] as const];
  });
  return { required: false, ...Object.fromEntries(rules) };
}

interface FieldReading {
  readonly field?: FieldRecord;
  readonly removedId?: number;
  readonly error?: ErrorItem;
}

type Refusal = readonly [attribute: string, message: string, code: string];

function refusalOf(sent: JsonObject, name: string, current: FieldRecord | undefined): Refusal | undefined {
  const type = sent['type'] ?? current?.type;
  const wrongName = nameFault(name);
  if (wrongName !== undefined) return ['name', ...wrongName];
  if (!isFieldType(type)) return ['type', 'Type is not included in the list', 'inclusion'];
  if (current !== undefined && type !== current.type) return ['type', "Type can't be changed", 'readonly'];
  const validations = sent['validations'];
  return isJsonObject(validations) &&
    (Array.isArray(validations['values']) || Array.isArray(validations['regexp']))
    ? ['validations', 'Validations is invalid', 'invalid']
    : undefined;
}

function readField(
  sent: JsonObject,
  index: number,
  current: FieldRecord | undefined,
  rest: { readonly newId: () => number; readonly position: number },
): FieldReading {
  const isUnknown = integerOf(sent['id']) !== undefined && current === undefined;
  if (isUnknown) return { error: fieldError(`fields[${index}][id]`, 'Field must exist', 'required') };
  if (sent['_destroy'] === true) return current === undefined ? {} : { removedId: current.id };
  const name = textOf(sent['name'])?.trim() ?? current?.name ?? '';
  const refusal = refusalOf(sent, name, current);
  if (refusal !== undefined) {
    const [attribute, message, code] = refusal;
    return { error: fieldError(`fields[${index}][${attribute}]`, message, code) };
  }
  const base = current ?? {
    id: rest.newId(),
    hint: '',
    type: sent['type'] as FieldType,
    position: rest.position,
    validations: { required: false },
  };
  const { validations } = sent;
  return {
    field: {
      ...base,
      name,
      hint: textOf(sent['hint']) ?? base.hint,
      position: integerOf(sent['position']) ?? base.position,
      validations: isJsonObject(validations) ? readValidations(validations) : base.validations,
    },
  };
}

export interface FieldsReading {
  readonly fields: readonly FieldRecord[];
  readonly removedIds: readonly number[];
  readonly errors: readonly ErrorItem[];
}

const repeatedNames = 'Cannot save this type because it has repeated field names';

function hasRepeatedNames(fields: readonly FieldRecord[]): boolean {
  return new Set(fields.map((field) => field.name)).size < fields.length;
}

/**
 * Merges the sent fields into the current ones by `id`: without one a field is added, `_destroy` removes it,
 * a field that is not sent stays as it is. Sent `validations` replace the field's own.
 */
export function readFields(
  current: readonly FieldRecord[],
  sent: readonly JsonObject[],
  newId: () => number,
): FieldsReading {
  const merged = new Map(current.map((field) => [field.id, field]));
  const removedIds: number[] = [];
  const errors: ErrorItem[] = [];
  for (const [index, item] of sent.entries()) {
    const known = merged.get(integerOf(item['id']) ?? -1);
    const { error, field, removedId } = readField(item, index, known, { newId, position: merged.size });
    if (error !== undefined) errors.push(error);
    if (field !== undefined) merged.set(field.id, field);
    if (removedId !== undefined && merged.delete(removedId)) removedIds.push(removedId);
  }
  const fields = [...merged.values()].sort(
    (left, right) => left.position - right.position || left.id - right.id,
  );
  if (hasRepeatedNames(fields)) errors.push(repeatedNames);
  return { fields, removedIds, errors };
}
