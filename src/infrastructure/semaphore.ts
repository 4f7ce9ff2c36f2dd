import type { Clock } from './clock.ts';
import type { Departure } from './departure.ts';

export interface SemaphoreOptions {
  readonly clock: Clock;
  /** Callers that may wait for one key; the next is turned away at once. */
  readonly queueMax: number;
  /** Milliseconds that a caller waits at most. */
  readonly waitMaxMs: number;
}

/** `release` gives the place back; calling it again does nothing. */
export type Permit =
  | { readonly admitted: true; release(): void }
  | { readonly admitted: false; readonly retryAfterMs: number };

/** Limits what runs at once on this replica, key by key. Who waits longest goes first. */
export interface Semaphore {
  /**
   * A place among the `concurrency` of the key, now or after a wait.
   * @returns `undefined` when the caller has left, or leaves while it waits
   */
  acquire(key: string, concurrency: number, departure?: Departure): Promise<Permit | undefined>;
  /** Whether whoever asks now has to wait: there is no place, but there is one to wait in. */
  mustWait(key: string, concurrency: number): boolean;
}

/** What a caller who was turned away is told to wait. */
const retryAfterMs = 1000;

interface Gate {
  running: number;
  readonly waiting: Set<() => void>;
}

export function createSemaphore({ clock, queueMax, waitMaxMs }: SemaphoreOptions): Semaphore {
  // A key is here only while something of it runs, so the map is as bounded as the requests in flight.
  const gates = new Map<string, Gate>();

  function permit(key: string, gate: Gate): Permit {
    let held = true;
    return {
      admitted: true,
      release() {
        if (!held) return;
        held = false;
        const next = gate.waiting.values().next();
        if (next.done !== true) {
          gate.waiting.delete(next.value);
          next.value();
          return;
        }
        gate.running -= 1;
        if (gate.running === 0) gates.delete(key);
      },
    };
  }

  return {
    mustWait(key, concurrency) {
      const gate = gates.get(key);
      return gate !== undefined && gate.running >= concurrency && gate.waiting.size < queueMax;
    },
    async acquire(key, concurrency, departure) {
      if (departure?.hasLeft()) return undefined;
      const gate = gates.get(key) ?? { running: 0, waiting: new Set<() => void>() };
      if (gate.running < concurrency) {
        gate.running += 1;
        gates.set(key, gate);
        return permit(key, gate);
      }
      if (gate.waiting.size >= queueMax) return { admitted: false, retryAfterMs };
      if (await waitForPlace(gate, { clock, waitMaxMs, departure })) return permit(key, gate);
      return departure?.hasLeft() ? undefined : { admitted: false, retryAfterMs };
    },
  };
}

interface WaitOptions {
  readonly clock: Clock;
  readonly waitMaxMs: number;
  readonly departure: Departure | undefined;
}

/** @returns whether the running place of somebody who finished was handed over in time */
async function waitForPlace(gate: Gate, { clock, waitMaxMs, departure }: WaitOptions): Promise<boolean> {
  const wake = new AbortController();
  let handedOver = false;
  const takeOver = () => {
    handedOver = true;
    wake.abort();
  };
  gate.waiting.add(takeOver);
  const stopListening = departure?.onLeave(() => wake.abort());
  try {
    await clock.sleep(waitMaxMs, wake.signal);
  } catch {
    // Woken early: by a place or by the caller's departure, which the caller knows of.
  } finally {
    gate.waiting.delete(takeOver);
    stopListening?.();
  }
  return handedOver;
}
