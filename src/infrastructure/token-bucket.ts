import type { Clock } from './clock.ts';
import { createExpiringMap } from './expiring-map.ts';

const minuteMs = 60_000;

export interface TokenBucketOptions {
  readonly clock: Clock;
  /** Keys remembered at most; a forgotten one starts with a full bucket. */
  readonly keysMax: number;
}

type Admission = { readonly admitted: true } | { readonly admitted: false; readonly retryAfterMs: number };

/** Buckets of this replica, one a key. A full one holds a minute's worth and refills evenly. */
export interface TokenBucket {
  /**
   * Takes `count` tokens at once, or none.
   * @returns how long to wait in milliseconds when there are too few; more than a full bucket never fits
   */
  take(key: string, ratePerMinute: number, count?: number): Admission;
}

/** GCRA: per key one number, the time at which the bucket would be full again. */
export function createTokenBucket({ clock, keysMax }: TokenBucketOptions): TokenBucket {
  const fullAgainAtMs = createExpiringMap<number>({ entriesMax: keysMax, clock });
  return {
    take(key, ratePerMinute, count = 1) {
      const nowMs = clock.nowMs();
      const tokenMs = minuteMs / ratePerMinute;
      const fullAtMs = Math.max(fullAgainAtMs.get(key) ?? nowMs, nowMs) + count * tokenMs;
      const excessMs = fullAtMs - nowMs - minuteMs;
      // Sums of fractions such as 60000/7 miss by less than a microsecond; that is no reason to refuse.
      if (excessMs > 0.001) return { admitted: false, retryAfterMs: Math.ceil(excessMs) };
      fullAgainAtMs.set(key, fullAtMs, fullAtMs - nowMs);
      return { admitted: true };
    },
  };
}
