import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';
import { isOnCalendar } from './moment.ts';

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/;
const offsetPattern = /(Z|[+-]\d{2}:\d{2})$/;
const momentCharactersMax = 40;
const zoneCharactersMax = 60;

/**
 * A parameter that is a point in time, or a local time of the zone that the call names. The rules between
 * the two are {@link readMoment}'s.
 */
export function zonedMoment(description: string) {
  return z
    .string()
    .max(momentCharactersMax)
    .regex(momentPattern, 'A date and time, e.g. 2026-12-24T09:00:00-03:00.')
    .refine((text) => !momentPattern.test(text) || exists(text), 'A day and a time that exist.')
    .describe(`${description}; without an offset it needs time_zone, e.g. "2026-12-24T09:00:00-03:00"`);
}

function exists(text: string): boolean {
  return isOnCalendar(offsetPattern.test(text) ? text : `${text}Z`);
}

export const timeZoneParameter = z
  .string()
  .max(zoneCharactersMax)
  .regex(/^[A-Za-z]+([/_+-][A-Za-z0-9]+)*$/, 'The name of a time zone, e.g. America/Santiago.')
  .refine((name) => name.length > zoneCharactersMax || IANAZone.isValidZone(name), {
    message: 'No time zone has this name.',
  })
  .optional()
  .describe('Zone of times without an offset and of the answer, by its IANA name, e.g. "America/Santiago"');

/** A point in time with its offset, or why a text names none. */
export type ReadMoment =
  | { readonly ok: true; readonly at: string }
  | { readonly ok: false; readonly message: string };

/**
 * The point in time that a text means. A local time without a zone is refused, since nobody can tell whose
 * nine o'clock it is; so is one that its zone skips or has twice, and then the offsets to choose from are named.
 */
export function readMoment(text: string, zone: string | undefined): ReadMoment {
  if (offsetPattern.test(text)) return { ok: true, at: text };
  if (zone === undefined) {
    const message = 'A time needs its offset, e.g. -03:00 at its end, or the parameter time_zone.';
    return { ok: false, message };
  }
  const time = DateTime.fromISO(text, { zone });
  if (!time.isValid) return { ok: false, message: 'Is no time of this zone.' };
  if (time.toFormat(wallClock) !== DateTime.fromISO(text, { zone: 'utc' }).toFormat(wallClock)) {
    const message = `This time does not exist in ${zone}, whose clocks are put forward then: the next is ${iso(time)}.`;
    return { ok: false, message };
  }
  const both = time.getPossibleOffsets().map(iso);
  if (both.length > 1) {
    const message = `This time exists twice in ${zone}, whose clocks are put back then: send ${both.join(' or ')}.`;
    return { ok: false, message };
  }
  return { ok: true, at: iso(time) };
}

const wallClock = 'yyyy-MM-dd HH:mm:ss.SSS';

function iso(time: DateTime): string {
  return time.toISO({ suppressMilliseconds: true }) ?? '';
}

/** One point in time as an instant and as a clock on a wall shows it. */
export interface ShownMoment {
  readonly utc: string;
  /** With its offset. */
  readonly local: string;
  /** The zone's name, or the offset where none is known: `UTC-3`. */
  readonly zone: string;
}

/** @param zone `undefined` for the offset that the text carries */
export function showMoment(text: string, zone: string | undefined): ShownMoment | undefined {
  const written = DateTime.fromISO(text, { setZone: true });
  const time = zone === undefined ? written : written.setZone(zone);
  if (!time.isValid) return undefined;
  return { utc: iso(time.toUTC()), local: iso(time), zone: time.zoneName };
}
