import type { Clock } from '../../src/infrastructure/clock.ts';

export interface ManualClock extends Clock {
  /** Moves time on and wakes whoever slept long enough. */
  advance(ms: number): void;
}

/** A clock that stands still until the test moves it. */
export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let nowMs = startMs;
  const sleepers = new Set<{ readonly wakesAtMs: number; readonly wake: () => void }>();
  return {
    nowMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const sleeper = { wakesAtMs: nowMs + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    advance(ms) {
      nowMs += ms;
      for (const sleeper of sleepers) {
        if (sleeper.wakesAtMs > nowMs) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
