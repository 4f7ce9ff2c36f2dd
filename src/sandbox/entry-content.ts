import type { Json } from '../errors/app-error.ts';
import { type ErrorItem, fieldError } from './answer.ts';
import { isBlank, readValue, stringCharactersMax, type ValueContext } from './field-values.ts';
import { booleanOf, integerOf, type JsonObject, jsonObjects, textOf, textsOf } from './json-object.ts';
import type { ContentTypeRecord, EntryContent, FieldRecord, SpaceRecord } from './records.ts';
import { slugOf } from './slug.ts';

/** The entry that is being written. */
export interface EntryDraft {
  readonly id?: number;
  readonly uuid: string;
  readonly type: ContentTypeRecord;
  /** What the entry holds now; what is not sent is kept from it. */
  readonly current?: EntryContent;
}

interface Reading<Value> {
  readonly value: Value;
  readonly errors: readonly ErrorItem[];
}

/** Uniqueness spans the whole type: drafts, other languages, everything but the entry's own version. */
function isTaken(value: Json, field: FieldRecord, draft: EntryDraft, space: SpaceRecord): boolean {
  if (field.validations.unique !== true || field.type !== 'string') return false;
  for (const entry of space.entries.values()) {
    if (entry.id === draft.id || entry.typeId !== draft.type.id) continue;
    if (entry.editable.values.get(field.id) === value || entry.published?.values.get(field.id) === value) {
      return true;
    }
  }
  return false;
}

/**
 * Reads `field_values`. Errors are placed at the index where the value was sent; a required field that was
 * not sent is placed behind the sent ones, in the order of the type.
 */
function readValues(
  body: JsonObject,
  draft: EntryDraft,
  context: ValueContext,
): Reading<EntryContent['values']> {
  const values = new Map(draft.current?.values);
  const errors: ErrorItem[] = [];
  const sent = jsonObjects(body['field_values']);
  const refused = new Set<number>();
  for (const [index, item] of sent.entries()) {
    const field = draft.type.fields.find(({ id }) => id === integerOf(item['field_id']));
    const at = (attribute: string) => `field_values[${index}][${attribute}]`;
    if (field === undefined) {
      errors.push(fieldError(at('field_id'), 'Field must exist', 'required'));
    } else if (item['type'] !== undefined && item['type'] !== field.type) {
      errors.push(fieldError(at('type'), 'Does not match with allowed types', 'inclusion'));
      refused.add(field.id);
    } else {
      const fault = storeValue(item['value'], field, values, draft, context);
      if (fault === undefined) continue;
      errors.push(fieldError(at('value'), fault.message, fault.code));
      refused.add(field.id);
    }
  }
  const missing = draft.type.fields.filter(
    ({ id, validations }) => validations.required === true && !values.has(id) && !refused.has(id),
  );
  for (const [index] of missing.entries()) {
    errors.push(fieldError(`field_values[${sent.length + index}][value]`, "Value can't be blank", 'blank'));
  }
  return { value: values, errors };
}

function storeValue(
  sent: Json | undefined,
  field: FieldRecord,
  values: Map<number, Json>,
  draft: EntryDraft,
  context: ValueContext,
): { readonly message: string; readonly code: string } | undefined {
  const blank = { message: "Value can't be blank", code: 'blank' };
  if (sent === undefined || isBlank(sent)) {
    values.delete(field.id);
    return field.validations.required === true ? blank : undefined;
  }
  const reading = readValue(sent, field, context);
  if (!('value' in reading)) return reading;
  if (isTaken(reading.value, field, draft, context.space))
    return { message: 'Must be unique', code: 'taken' };
  values.delete(field.id);
  if (!isBlank(reading.value)) values.set(field.id, reading.value);
  return isBlank(reading.value) && field.validations.required === true ? blank : undefined;
}

function readCategory(body: JsonObject, draft: EntryDraft, space: SpaceRecord): Reading<number | null> {
  if (body['category_id'] === undefined) return { value: draft.current?.categoryId ?? null, errors: [] };
  if (body['category_id'] === null || body['category_id'] === '') return { value: null, errors: [] };
  const id = integerOf(body['category_id']) ?? -1;
  return space.categories.has(id)
    ? { value: id, errors: [] }
    : { value: null, errors: [fieldError('category_id', 'Category must exist', 'required')] };
}

/** A sent slug is kept as it is; without one it comes from the name, and without a name it is the uuid. */
function readSlug(body: JsonObject, draft: EntryDraft, name: string): Reading<string> {
  const sent = textOf(body['slug']);
  const fallback = slugOf(name) || draft.uuid;
  const value = sent === undefined ? (draft.current?.slug ?? fallback) : sent || fallback;
  const isValid = /^[A-Za-z0-9_-]+$/.test(value) && value.length <= stringCharactersMax;
  return { value, errors: isValid ? [] : [fieldError('slug', 'Slug is invalid', 'invalid')] };
}

function readShortText(
  body: JsonObject,
  key: 'name' | 'excerpt',
  current: string | undefined,
): Reading<string> {
  const value = textOf(body[key]) ?? current ?? '';
  return {
    value,
    errors:
      value.length <= stringCharactersMax
        ? []
        : [fieldError(key, `${key} is too long (maximum is ${stringCharactersMax} characters)`, 'too_long')],
  };
}

/** Reads the editable part of an entry from a body; attributes and field values that are not sent are kept. */
export function readContent(
  body: JsonObject,
  draft: EntryDraft,
  context: ValueContext,
): Reading<EntryContent> {
  const { current } = draft;
  const name = readShortText(body, 'name', current?.name);
  const excerpt = readShortText(body, 'excerpt', current?.excerpt);
  const slug = readSlug(body, draft, name.value);
  const category = readCategory(body, draft, context.space);
  const values = readValues(body, draft, context);
  const targets = Array.isArray(body['targets']) ? body['targets'] : undefined;
  return {
    value: {
      name: name.value,
      slug: slug.value,
      excerpt: excerpt.value,
      categoryId: category.value,
      tags: textsOf(body['tags']) ?? current?.tags ?? [],
      isPrivate: booleanOf(body['private']) ?? current?.isPrivate ?? false,
      targets: targets?.flatMap((id) => integerOf(id) ?? []) ?? current?.targets ?? [],
      values: values.value,
    },
    errors: [...name.errors, ...slug.errors, ...excerpt.errors, ...category.errors, ...values.errors],
  };
}

function comparable(content: EntryContent): string {
  return JSON.stringify({ ...content, values: [...content.values].sort(([left], [right]) => left - right) });
}

export function isSameContent(left: EntryContent, right: EntryContent): boolean {
  return left === right || comparable(left) === comparable(right);
}
