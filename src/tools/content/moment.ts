import { z } from 'zod';

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const momentCharactersMax = 40;

/**
 * A parameter that is a point in time. A bare local time is refused: whose nine o'clock it means cannot
 * be told, and Modyo would take it for its own.
 */
export function moment(description: string) {
  return z
    .string()
    .max(momentCharactersMax)
    .regex(momentPattern, 'A date and time with its offset, e.g. 2026-12-24T09:00:00-03:00.')
    .describe(`${description}, with its offset, e.g. "2026-12-24T09:00:00-03:00"`);
}

/** Whether `later` comes after `earlier`; both are points in time. */
export function isAfter(later: string, earlier: string): boolean {
  return Date.parse(later) > Date.parse(earlier);
}
