import { z } from 'zod';

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const momentCharactersMax = 40;
const dayCharacters = 10;

/**
 * A parameter that is a point in time. A bare local time is refused: whose nine o'clock it means cannot
 * be told, and Modyo would take it for its own.
 */
export function moment(description: string) {
  return z
    .string()
    .max(momentCharactersMax)
    .regex(momentPattern, 'A date and time with its offset, e.g. 2026-12-24T09:00:00-03:00.')
    .refine((text) => !momentPattern.test(text) || isOnCalendar(text), 'A day and a time that exist.')
    .describe(`${description}, with its offset, e.g. "2026-12-24T09:00:00-03:00"`);
}

/** Whether `later` comes after `earlier`; both are points in time. */
export function isAfter(later: string, earlier: string): boolean {
  return Date.parse(later) > Date.parse(earlier);
}

/** Whether both are the same point in time, however it is written; `undefined` is none. */
export function isSameMoment(left: string | null | undefined, right: string): boolean {
  return typeof left === 'string' && Date.parse(left) === Date.parse(right);
}

/**
 * Whether a day, or a time with its offset, exists. The 31st of February does not; the parser of dates
 * takes it for the 3rd of March.
 */
export function isOnCalendar(text: string): boolean {
  const midnightMs = Date.parse(`${text.slice(0, dayCharacters)}T00:00:00Z`);
  if (Number.isNaN(midnightMs) || Number.isNaN(Date.parse(text))) return false;
  return new Date(midnightMs).toISOString().startsWith(text.slice(0, dayCharacters));
}
