import { randomUUID } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { SharedStore, StoreKey } from '../infrastructure/shared-store.ts';
import { accountKey } from '../infrastructure/store-key.ts';

/** The place for which one call at a time may work. */
export interface FlightPlace {
  /** What is made there, as one lower-case word: `content-type`. */
  readonly kind: string;
  /** Where it lies: the id of its space. */
  readonly scope: readonly (string | number)[];
  /** What tells it from its neighbours: its uid or slug. */
  readonly key: string;
}

/** What the calls for one place leave to those that come next: a search may not show yet what was just made. */
export interface FlightTrace {
  /** What was left last, and not long ago. */
  left(): Promise<string | undefined>;
  /** Without the shared store nothing is left. */
  leave(text: string): Promise<void>;
}

/**
 * One call after another for who would make the same thing, over all replicas and all people of a tenant, so
 * that the second finds what the first has made.
 */
export interface SingleFlight {
  /**
   * Does the work when no other call of the tenant works for the place any more.
   * @throws {AppError} `STATE_BUSY` when the others took all the time of this call; `UNAVAILABLE` without the
   * shared store. In both cases the work was not begun.
   */
  alone<Result>(place: FlightPlace, work: (trace: FlightTrace) => Promise<Result>): Promise<Result>;
}

export interface SingleFlightOptions {
  readonly store: SharedStore;
  readonly clock: Clock;
  /** `Tenant.key`. */
  readonly tenantKey: string;
  /** Of the call; ends the wait. */
  readonly signal: AbortSignal;
  /** When the call has to have answered, in milliseconds since the Unix epoch. */
  readonly endsAtMs: number;
}

/** A lease outlives its call, which ends by then whatever happens, and frees the place after a crash. */
const graceMs = 5_000;
const firstWaitMs = 20;
const longestWaitMs = 250;
/** What has to be left of a call's time for the work to begin. */
const workMs = 1_000;
/** Longer than a search needs to show what was made. */
const traceMs = 120_000;

/** The flights of one call. A lease is held in the shared store, which memory and Redis keep alike. */
export function createSingleFlight({
  store,
  clock,
  tenantKey,
  signal,
  endsAtMs,
}: SingleFlightOptions): SingleFlight {
  /** Whoever waits asks less and less often; the random part keeps many from asking at the same moment. */
  async function acquire(key: StoreKey, token: string): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      signal.throwIfAborted();
      const leftMs = endsAtMs - clock.nowMs();
      if (await store.setIfAbsent(key, token, leftMs + graceMs)) return;
      if (leftMs - waitMs < workMs) throw stillBusy();
      await clock.sleep(waitMs * (0.5 + Math.random() / 2), signal);
    }
  }

  /** A lease that cannot be given back ends by itself; the work is done all the same. */
  async function release(key: StoreKey, token: string): Promise<void> {
    if ((await unlessOut(store.get(key))) === token) await unlessOut(store.delete([key]));
  }

  function traceAt(key: StoreKey): FlightTrace {
    return {
      left: () => unlessOut(store.get(key)),
      async leave(text) {
        await unlessOut(store.set(key, text, traceMs));
      },
    };
  }

  return {
    async alone({ kind, scope, key: name }, work) {
      const parts = [kind, ...scope.map(String), name];
      const key = accountKey({ tenantKey, kind: 'single-flight', parts });
      const token = randomUUID();
      await acquire(key, token);
      try {
        return await work(traceAt(accountKey({ tenantKey, kind: 'single-flight-trace', parts })));
      } finally {
        await release(key, token);
      }
    },
  };
}

/** The answer of the store, or nothing while it is out of reach. */
async function unlessOut<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

function stillBusy(): AppError {
  return new AppError('Another call is making the same element and has not ended. Nothing was changed.', {
    code: 'STATE_BUSY',
    retryAfterMs: workMs,
  });
}
