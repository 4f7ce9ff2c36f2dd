import type { Json } from '../../errors/app-error.ts';
import { choicesOf, type FieldDefinition } from './field-definition.ts';
import { isSameChoice } from './field-wire-form.ts';
import { isSameHtml, missingParts } from './rich-text.ts';

/** What became of a value that was sent, seen in what Modyo stored. */
export type Fate =
  | { readonly kind: 'kept' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'truncated'; readonly storedCharacters: number }
  | { readonly kind: 'dropped'; readonly items: readonly Json[] }
  /** Tags and attributes of a rich text are not there any more. */
  | { readonly kind: 'reduced'; readonly parts: readonly string[] }
  | { readonly kind: 'changed' };

const kept: Fate = { kind: 'kept' };
const changed: Fate = { kind: 'changed' };

/**
 * Compares a value as it was sent with the value as it was read back. Modyo's own spellings of the same
 * value are not a difference: a number or boolean as text, a date in the account's zone, a link expanded
 * to an object, a choice as its record.
 */
export function fateOf(definition: FieldDefinition, sent: Json, stored: unknown): Fate {
  if (isEmpty(stored)) return isEmpty(sent) ? kept : missing(sent);
  if (isEmpty(sent)) return changed;
  switch (definition.type) {
    case 'string':
    case 'text':
      return fateOfText(sent, stored);
    case 'rich_text':
      return fateOfRichText(sent, stored);
    case 'integer':
    case 'decimal':
      return Number(stored) === sent ? kept : changed;
    case 'boolean':
      return String(stored) === String(sent) ? kept : changed;
    case 'date':
      return fateOfDate(String(sent), String(stored));
    case 'dropdown':
    case 'radio':
    case 'checkbox':
    case 'multiple':
      return fateOfChoices(definition, listIn(sent), listIn(stored));
    case 'asset':
    case 'assets':
    case 'content_type':
    case 'content_types':
      return fateOfItems(listIn(sent), listIn(stored), isSameLink);
    default:
      return isContained(sent, stored) ? kept : changed;
  }
}

function missing(sent: Json): Fate {
  return Array.isArray(sent) ? { kind: 'dropped', items: sent } : { kind: 'missing' };
}

function fateOfText(sent: Json, stored: unknown): Fate {
  if (stored === sent) return kept;
  if (typeof sent !== 'string' || typeof stored !== 'string') return changed;
  return sent.startsWith(stored) ? { kind: 'truncated', storedCharacters: stored.length } : changed;
}

/** Another spelling of the same HTML is no loss. */
function fateOfRichText(sent: Json, stored: unknown): Fate {
  const fate = fateOfText(sent, stored);
  if (fate.kind !== 'changed' || typeof sent !== 'string' || typeof stored !== 'string') return fate;
  if (isSameHtml(sent, stored)) return kept;
  const parts = missingParts(sent, stored);
  return parts.length > 0 ? { kind: 'reduced', parts } : changed;
}

/** A day stays the same day whatever zone Modyo adds; a time is the same instant in any offset. */
function fateOfDate(sent: string, stored: string): Fate {
  if (stored.startsWith(sent)) return kept;
  return sent.length > 10 && Date.parse(sent) === Date.parse(stored) ? kept : changed;
}

function fateOfChoices(definition: FieldDefinition, sent: readonly Json[], stored: readonly unknown[]): Fate {
  const choices = choicesOf(definition);
  return fateOfItems(sent, stored, (asked, found) => {
    if (asked === found || isNamedBy(found, asked)) return true;
    const choice = choices.find((candidate) => isSameChoice(candidate, asked));
    return choice !== undefined && (isSameChoice(choice, found) || isNamedBy(found, choice.label));
  });
}

function isNamedBy(found: unknown, asked: unknown): boolean {
  if (typeof found !== 'object' || found === null) return false;
  return Object.values(found).includes(asked);
}

function fateOfItems(
  sent: readonly Json[],
  stored: readonly unknown[],
  isSame: (asked: Json, found: unknown) => boolean,
): Fate {
  const items = sent.filter((asked) => !stored.some((found) => isSame(asked, found)));
  if (items.length > 0) return { kind: 'dropped', items };
  return stored.length === sent.length || stored.length === new Set(sent).size ? kept : changed;
}

/** Modyo answers a link as the uuid even if an id was sent; whether those two are one cannot be told here. */
function isSameLink(asked: Json, found: unknown): boolean {
  if (String(asked) === String(found)) return true;
  if (typeof asked === 'number' && typeof found === 'string') return true;
  if (typeof found !== 'object' || found === null) return false;
  const linked = found as Readonly<Record<string, unknown>>;
  return linked['id'] === asked || linked['uuid'] === asked;
}

/** Whether everything that was sent is in what was stored; Modyo may add keys of its own. */
export function isContained(sent: unknown, stored: unknown): boolean {
  if (Object.is(sent, stored)) return true;
  if (typeof sent !== 'object' || typeof stored !== 'object' || sent === null || stored === null)
    return false;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(stored) &&
      sent.length === stored.length &&
      sent.every((item, at) => isContained(item, stored[at]))
    );
  }
  const found = stored as Readonly<Record<string, unknown>>;
  return Object.entries(sent).every(([key, value]) => isContained(value, found[key]));
}

/** Whether a field with this value counts as one without any. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function listIn<Item>(value: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? value : [value as Item];
}
