import type { Json } from '../errors/app-error.ts';
import { readChoice, readChoices } from './field-choices.ts';
import { integerOf, isJsonObject, type JsonObject, textOf } from './json-object.ts';
import type { AccountData, FieldRecord, FieldType, FieldValidations, SpaceRecord } from './records.ts';
import { readTimestamp, toTimestamp } from './timestamp.ts';

export const stringCharactersMax = 255;
const integerMin = -2_147_483_648;
const integerMax = 2_147_483_647;
const decimalMax = 9_999_999_999_999.99;
const linkedEntriesMax = 10;
const administrativeLevels = [1, 2, 3, 4, 5];

/** What became of one sent value: stored as `value`, or refused. */
export type ValueReading = { readonly value: Json } | { readonly message: string; readonly code: string };

export interface ValueContext {
  readonly data: AccountData;
  readonly space: SpaceRecord;
}

type ValueReader = (value: Json, field: FieldRecord, context: ValueContext) => ValueReading;

const invalid: ValueReading = { message: 'Value is invalid', code: 'invalid' };
const notAllowedType: ValueReading = { message: 'Does not match with allowed types', code: 'inclusion' };

function tooLong(max: number): ValueReading {
  return { message: `Value is too long (maximum is ${max} characters)`, code: 'too_long' };
}

function matchesPattern(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function readText(value: Json, { type, validations }: FieldRecord): ValueReading {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  if (text === undefined) return invalid;
  const max = Math.min(
    type === 'string' ? stringCharactersMax : Number.POSITIVE_INFINITY,
    validations.length ?? Number.POSITIVE_INFINITY,
  );
  if (text.length > max) return tooLong(max);
  const pattern = validations.regexp ?? '';
  return pattern !== '' && !matchesPattern(text, pattern) ? invalid : { value: text };
}

function readBoolean(value: Json): ValueReading {
  if (['true', '1', 1].some((yes) => yes === value)) return { value: true };
  if (['false', '0', 0].some((no) => no === value)) return { value: false };
  return typeof value === 'boolean' ? { value } : invalid;
}

function inRange(value: number, min: number, max: number): ValueReading {
  if (value < min) {
    return {
      message: `Invalid number. Must be greater than or equal to ${min}`,
      code: 'greater_than_or_equal_to',
    };
  }
  if (value > max) {
    return { message: `Invalid number. Must be less than or equal to ${max}`, code: 'less_than_or_equal_to' };
  }
  return { value };
}

function boundsOf({ number_range: range }: FieldValidations, min: number, max: number): [number, number] {
  return [range?.min_number ?? min, range?.max_number ?? max];
}

function readInteger(value: Json, { validations }: FieldRecord): ValueReading {
  const number = integerOf(value);
  if (number === undefined) return { message: 'Value is not a number', code: 'not_a_number' };
  return inRange(number, ...boundsOf(validations, integerMin, integerMax));
}

/** More than two decimal places are rounded without an error. */
function readDecimal(value: Json, { validations }: FieldRecord): ValueReading {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    return { message: 'Value is not a number', code: 'not_a_number' };
  }
  return inRange(Math.round(number * 100) / 100, ...boundsOf(validations, -decimalMax, decimalMax));
}

function readDate(value: Json, { validations }: FieldRecord, { data }: ValueContext): ValueReading {
  const offset = data.account.utcOffsetMinutes;
  const epochMs = readTimestamp(value, offset);
  if (epochMs === undefined) return invalid;
  const minMs = readTimestamp(validations.date_range?.min_date, offset) ?? Number.NEGATIVE_INFINITY;
  const maxMs = readTimestamp(validations.date_range?.max_date, offset) ?? Number.POSITIVE_INFINITY;
  if (epochMs < minMs || epochMs > maxMs) return { message: 'Date is out of range', code: 'inclusion' };
  return { value: toTimestamp(epochMs, offset) };
}

function readLocation(item: JsonObject): Json | undefined {
  const point = isJsonObject(item['location']) ? item['location'] : {};
  const { lat, lon } = point;
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined;
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined;
  return {
    location_street: textOf(item['location_street']) ?? '',
    location: { lat, lon },
    country: textOf(item['country']) ?? null,
    ...Object.fromEntries(
      administrativeLevels.map((level) => [
        `administrative_area_level_${level}`,
        textOf(item[`administrative_area_level_${level}`]) ?? null,
      ]),
    ),
  };
}

function readLocations(value: Json): ValueReading {
  const items = Array.isArray(value) ? value : [value];
  const locations: Json[] = [];
  for (const item of items) {
    const location = isJsonObject(item) ? readLocation(item) : undefined;
    if (location === undefined) return invalid;
    locations.push(location);
  }
  return { value: locations };
}

/** An asset by id or uuid; it is stored and answered as the uuid. */
function readAsset(value: Json, _field: FieldRecord, { data }: ValueContext): ValueReading {
  const id = integerOf(value);
  const asset =
    (id === undefined ? undefined : data.assets.get(id)) ??
    [...data.assets.values()].find(({ uuid }) => uuid === value);
  return asset === undefined ? { message: 'Asset must exist', code: 'required' } : { value: asset.uuid };
}

/** An entry of the same space by id or uuid; it is stored and answered as the uuid. */
function readLink(value: Json, { validations }: FieldRecord, { space }: ValueContext): ValueReading {
  const byUuid = space.entriesByUuid
    .get(textOf(value) ?? '')
    ?.values()
    .next().value;
  const entry = byUuid ?? space.entries.get(integerOf(value) ?? -1);
  if (entry === undefined) return { message: 'Entry must exist', code: 'required' };
  const typeId = validations.content_type ?? undefined;
  return typeId !== undefined && entry.typeId !== typeId ? notAllowedType : { value: entry.uuid };
}

function many(read: ValueReader, itemsMax: number): ValueReader {
  return (value, field, context) => {
    const items: readonly Json[] = Array.isArray(value) ? value : [value];
    if (items.length > itemsMax)
      return { message: `Value is too long (maximum is ${itemsMax})`, code: 'too_long' };
    const values: Json[] = [];
    for (const item of items) {
      const reading = read(item, field, context);
      if (!('value' in reading)) return reading;
      values.push(reading.value);
    }
    return { value: values };
  };
}

const readers: Readonly<Record<FieldType, ValueReader>> = {
  string: readText,
  text: readText,
  rich_text: readText,
  dropdown: readChoice,
  radio: readChoice,
  checkbox: (value, field) => readChoices(value, field, 'refuse'),
  multiple: (value, field) => readChoices(value, field, 'drop'),
  boolean: readBoolean,
  integer: readInteger,
  decimal: readDecimal,
  date: readDate,
  locations: readLocations,
  asset: readAsset,
  assets: many(readAsset, Number.POSITIVE_INFINITY),
  content_type: readLink,
  content_types: many(readLink, linkedEntriesMax),
};

export function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}

/** Casts and checks one value by its field's type and rules. The value is not blank. */
export function readValue(value: Json, field: FieldRecord, context: ValueContext): ValueReading {
  return readers[field.type](value, field, context);
}
