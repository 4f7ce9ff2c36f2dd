/** Nobody is asked to wait longer than this, whatever Modyo says. */
const waitMsMax = 3_600_000;

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait of a `Retry-After` header in milliseconds, at most an hour; `undefined` when there is no header,
 * or it is neither whole seconds nor an HTTP date in the future.
 */
export function readRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  // `Date.parse` takes almost anything, negative numbers too, so only the two documented forms get that far.
  if (/^\d{1,12}$/.test(value)) return Math.min(Number(value) * 1000, waitMsMax);
  if (!httpDate.test(value)) return undefined;
  const waitMs = Date.parse(value) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, waitMsMax) : undefined;
}
