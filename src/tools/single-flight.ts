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
  alone<Result>(place: FlightPlace, work: () => Promise<Result>): Promise<Result>;
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
    try {
      if ((await store.get(key)) === token) await store.delete([key]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  return {
    async alone({ kind, scope, key: name }, work) {
      const key = accountKey({ tenantKey, kind: 'single-flight', parts: [kind, ...scope.map(String), name] });
      const token = randomUUID();
      await acquire(key, token);
      try {
        return await work();
      } finally {
        await release(key, token);
      }
    },
  };
}

function stillBusy(): AppError {
  return new AppError('Another call is making the same element and has not ended. Nothing was changed.', {
    code: 'STATE_BUSY',
    retryAfterMs: workMs,
  });
}
