const minuteMs = 60_000;

/** ISO 8601 with milliseconds and the numeric offset of the account: `2026-08-22T10:57:36.000-03:00`. */
export function toTimestamp(epochMs: number, utcOffsetMinutes: number): string {
  const local = new Date(epochMs + utcOffsetMinutes * minuteMs).toISOString().slice(0, -1);
  const sign = utcOffsetMinutes < 0 ? '-' : '+';
  const distance = Math.abs(utcOffsetMinutes);
  const hours = String(Math.trunc(distance / 60)).padStart(2, '0');
  const minutes = String(distance % 60).padStart(2, '0');
  return `${local}${sign}${hours}:${minutes}`;
}

export function toTimestampOrNull(epochMs: number | undefined, utcOffsetMinutes: number): string | null {
  return epochMs === undefined ? null : toTimestamp(epochMs, utcOffsetMinutes);
}

/**
 * A date without a zone is read in the account's zone; a bare day is its midnight there.
 * @returns milliseconds since the epoch, or undefined if the text is no date
 */
export function readTimestamp(text: unknown, utcOffsetMinutes: number): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const epochMs = Date.parse(hasZone ? text : `${text.length === 10 ? `${text}T00:00:00` : text}Z`);
  if (Number.isNaN(epochMs)) return undefined;
  return hasZone ? epochMs : epochMs - utcOffsetMinutes * minuteMs;
}
