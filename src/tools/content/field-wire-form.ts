import type { Json } from '../../errors/app-error.ts';
import { isOnCalendar } from '../moment.ts';
import {
  type Choice,
  choicesOf,
  type FieldDefinition,
  type FieldType,
  isKnownFieldType,
} from './field-definition.ts';
import { type ConversionNote, markdownIn, richTextForm } from './rich-text-form.ts';

/** A value in the form that Modyo stores, or why it has none. */
export type WireForm =
  | { readonly ok: true; readonly value: Json; readonly notes?: readonly ConversionNote[] }
  | { readonly ok: false; readonly expected: string; readonly message: string };

type Converter = (value: unknown, definition: FieldDefinition) => WireForm;

const shortTextCharactersMax = 255;
const longTextCharactersMax = 200_000;
const listItemsMax = 100;
const integerMin = -2_147_483_648;
const integerMax = 2_147_483_647;
const decimalMax = 9_999_999_999_999.99;
const namesShownMax = 30;
const linkPattern = /^[0-9a-fA-F-]{8,64}$/;
const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const locationKeys: readonly string[] = [
  'location_street',
  'location',
  'country',
  ...[1, 2, 3, 4, 5].map((level) => `administrative_area_level_${level}`),
];

/**
 * Checks a value against the kind of its field and puts it in Modyo's form. `null` empties the field.
 * A kind that the catalogue does not name is never written: how its values look on the wire is not known,
 * and what is stored stays. Labels of fields with several choices are not checked here, because Modyo drops
 * unknown ones without an error and the re-read reports what was dropped.
 */
export function wireForm(definition: FieldDefinition, value: unknown): WireForm {
  if (!isKnownFieldType(definition.type)) return unknownKind;
  if (value === null) return form(null);
  if (value === undefined) return fault('a value or null', 'has no value');
  return converters[definition.type](value, definition);
}

const unknownKind = fault(
  'no value: change this field in the console of the platform',
  'is of a kind of field that can be read here and not written, such as a group',
);

function form(value: Json): WireForm {
  return { ok: true, value };
}

function fault(expected: string, message: string): WireForm {
  return { ok: false, expected, message };
}

function text(charactersMax: number): Converter {
  return (value, definition) => {
    const lengthMax = numberIn(definition.validations?.['length']) ?? charactersMax;
    const max = Math.min(lengthMax, charactersMax);
    if (typeof value !== 'string') {
      const isMarkdown = markdownIn(value) !== undefined;
      return fault(
        `text of at most ${max} characters`,
        isMarkdown ? 'is Markdown, which only a rich_text field takes' : 'is not text',
      );
    }
    if (value.length > max)
      return fault(`text of at most ${max} characters`, `has ${value.length} characters`);
    return form(value);
  };
}

const longText = text(longTextCharactersMax);

/** The limits of a text hold for what is saved, which is HTML. */
function richText(value: unknown, definition: FieldDefinition): WireForm {
  const judged = typeof value === 'string' ? longText(value, definition) : undefined;
  if (judged?.ok === false) return judged;
  const converted = richTextForm(value);
  if ('message' in converted) return fault(converted.expected, converted.message);
  const { html, notes } = converted;
  const saved = longText(html, definition);
  return saved.ok && notes.length > 0 ? { ...saved, notes } : saved;
}

function oneChoice(value: unknown, definition: FieldDefinition): WireForm {
  const choices = choicesOf(definition);
  const expected = choices.length === 0 ? 'one label' : `one of: ${shown(choices)}`;
  if (typeof value !== 'string' && !isId(value)) return fault(expected, 'is not a label');
  if (choices.length > 0 && !choices.some((choice) => isSameChoice(choice, value))) {
    return fault(expected, 'is not one of the allowed values');
  }
  return form(value);
}

function manyChoices(value: unknown): WireForm {
  return listOf('labels', (item) => typeof item === 'string' || isId(item))(value);
}

/** Whether a value that was sent names this choice, by label or by id. */
export function isSameChoice(choice: Choice, value: unknown): boolean {
  return choice.label === value || (choice.id !== undefined && choice.id === value);
}

function boolean(value: unknown): WireForm {
  return typeof value === 'boolean' ? form(value) : fault('true or false', 'is not a boolean');
}

function numeric(min: number, max: number, isWhole: boolean): Converter {
  return (value, definition) => {
    const range = recordIn(definition.validations?.['number_range']);
    const least = Math.max(numberIn(range['min_number']) ?? min, min);
    const most = Math.min(numberIn(range['max_number']) ?? max, max);
    const expected = `${isWhole ? 'an integer' : 'a number'} from ${least} to ${most}`;
    if (typeof value !== 'number' || !Number.isFinite(value)) return fault(expected, 'is not a number');
    if (isWhole && !Number.isInteger(value)) return fault(expected, 'is not a whole number');
    if (value < least || value > most) return fault(expected, 'is out of range');
    return form(value);
  };
}

function date(value: unknown, definition: FieldDefinition): WireForm {
  const expected = 'a day (2026-12-24) or a time with its offset (2026-12-24T09:00:00-03:00)';
  if (typeof value !== 'string') return fault(expected, 'is not a date');
  if (!dayPattern.test(value) && !instantPattern.test(value))
    return fault(expected, 'has no offset or is not a date');
  if (!isOnCalendar(value)) return fault(expected, 'is not a date of the calendar');
  const instantMs = Date.parse(value);
  const range = recordIn(definition.validations?.['date_range']);
  if (instantMs < (instantIn(range['min_date']) ?? instantMs))
    return fault(expected, 'is before the earliest date of this field');
  if (instantMs > (instantIn(range['max_date']) ?? instantMs))
    return fault(expected, 'is after the latest date of this field');
  return form(value);
}

function link(value: unknown): WireForm {
  return isLink(value) ? form(value) : fault('an id or a uuid', 'is neither an id nor a uuid');
}

function listOf(
  noun: string,
  accepts: (item: unknown) => boolean,
  itemsMax = listItemsMax,
): (value: unknown) => WireForm {
  const expected = `a list of at most ${itemsMax} ${noun}`;
  return (value) => {
    if (!Array.isArray(value)) return fault(expected, 'is not a list');
    if (value.length > itemsMax) return fault(expected, `has ${value.length} items`);
    const wrong = value.findIndex((item) => !accepts(item));
    return wrong === -1 ? form(value) : fault(expected, `has a wrong item at position ${wrong}`);
  };
}

function isLocation(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const location = value as Readonly<Record<string, unknown>>;
  if (Object.keys(location).some((key) => !locationKeys.includes(key))) return false;
  const point = location['location'];
  if (point === undefined || point === null) return true;
  const { lat, lon } = recordIn(point) as { readonly lat?: unknown; readonly lon?: unknown };
  return isWithin(lat, 90) && isWithin(lon, 180);
}

const converters: Readonly<Record<FieldType, Converter>> = {
  string: text(shortTextCharactersMax),
  text: longText,
  rich_text: richText,
  dropdown: oneChoice,
  radio: oneChoice,
  checkbox: manyChoices,
  multiple: manyChoices,
  boolean,
  integer: numeric(integerMin, integerMax, true),
  decimal: numeric(-decimalMax, decimalMax, false),
  date,
  locations: listOf(`places with the keys ${locationKeys.slice(0, 4).join(', ')} … level_5`, isLocation),
  asset: link,
  assets: listOf('asset ids or uuids', isLink),
  content_type: link,
  content_types: listOf('entry ids or uuids', isLink),
};

function shown(choices: readonly Choice[]): string {
  const labels = choices.slice(0, namesShownMax).map((choice) => choice.label);
  return choices.length > namesShownMax
    ? `${labels.join(', ')} and ${choices.length - namesShownMax} more`
    : labels.join(', ');
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function isLink(value: unknown): value is string | number {
  return isId(value) || (typeof value === 'string' && linkPattern.test(value));
}

function isWithin(value: unknown, max: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= max;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function instantIn(value: unknown): number | undefined {
  const instantMs = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instantMs) ? undefined : instantMs;
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
