import { createManualClock, type ManualClock } from './manual-clock.ts';

const pauseMsMax = 2_000;

/** A clock on which a short pause is over at once, and the time has moved by it: who polls waits for nobody. */
export function createPassingClock(): ManualClock {
  const clock = createManualClock();
  return {
    ...clock,
    sleep(ms, signal) {
      if (ms > pauseMsMax) return clock.sleep(ms, signal);
      signal?.throwIfAborted();
      clock.advance(ms);
      return Promise.resolve();
    },
  };
}
