import type { Clock } from '../infrastructure/clock.ts';

export interface BreakerOptions {
  /** Failures in a row, all within `windowMs`, that open the breaker. */
  readonly failuresMax: number;
  readonly windowMs: number;
  /** How long nothing is sent; then one probe at a time is. */
  readonly coolDownMs: number;
  readonly clock: Clock;
}

/** `abandoned`: the caller left, which says nothing about the other side. */
type AttemptVerdict = 'answered' | 'failed' | 'abandoned';

export interface Breaker {
  /** 0 admits an attempt, which must then be recorded; else the milliseconds to wait. */
  admit(): number;
  record(verdict: AttemptVerdict): void;
}

/** What is said to those who come while the one probe is out. */
const probeWaitMs = 1000;

export function createBreaker(options: BreakerOptions): Breaker {
  const { failuresMax, windowMs, coolDownMs, clock } = options;
  let failuresAtMs: number[] = [];
  let openedAtMs: number | undefined;
  let isProbing = false;

  function recordFailure(nowMs: number): void {
    if (openedAtMs !== undefined) {
      if (nowMs - openedAtMs >= coolDownMs) openedAtMs = nowMs;
      return;
    }
    failuresAtMs = [...failuresAtMs.filter((atMs) => nowMs - atMs < windowMs), nowMs];
    if (failuresAtMs.length >= failuresMax) openedAtMs = nowMs;
  }

  return {
    admit() {
      if (openedAtMs === undefined) return 0;
      const waitMs = openedAtMs + coolDownMs - clock.nowMs();
      if (waitMs > 0) return waitMs;
      if (isProbing) return probeWaitMs;
      isProbing = true;
      return 0;
    },
    record(verdict) {
      isProbing = false;
      if (verdict === 'abandoned') return;
      if (verdict === 'failed') {
        recordFailure(clock.nowMs());
        return;
      }
      if (failuresAtMs.length > 0) failuresAtMs = [];
      openedAtMs = undefined;
    },
  };
}
