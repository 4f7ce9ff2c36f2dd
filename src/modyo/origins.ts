import type { LookupFunction } from 'node:net';
import type { Dispatcher, Pool } from 'undici';
import type { Clock } from '../infrastructure/clock.ts';
import { createExpiringMap, type ExpiringMap } from '../infrastructure/expiring-map.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { normaliseHost } from './host-guard.ts';
import { createGuardedPool } from './pool.ts';

/** What is kept for one Modyo host between calls. */
export interface Origin {
  readonly dispatcher: Dispatcher;
  readonly breaker: Breaker;
  /** Credential fingerprint → when Modyo wants to hear from it again, in milliseconds since the Unix epoch. */
  readonly backOffs: ExpiringMap<number>;
}

export interface OriginsOptions {
  readonly suffixes: readonly string[];
  readonly timeoutMs: number;
  /** Guarded already. */
  readonly lookup: LookupFunction;
  readonly dispatcherFor: (host: string) => Dispatcher | undefined;
  readonly clock: Clock;
}

export interface Origins {
  /** @throws {AppError} `FORBIDDEN` for a host outside the suffixes or not in its normal form */
  of(host: string): Origin;
  /** Waits for the calls in flight. */
  close(): Promise<void>;
}

const originsMax = 256;
const backOffsMax = 100;
const breaker = { failuresMax: 10, windowMs: 30_000, coolDownMs: 15_000 };

/** Connections and health by host; the host that was used longest ago makes room for a new one. */
export function createOrigins(options: OriginsOptions): Origins {
  const { clock, dispatcherFor } = options;
  const origins = new Map<string, Origin & { readonly ownPool: Pool | undefined }>();

  function create(host: string) {
    const normalised = normaliseHost(host, options.suffixes);
    const injected = dispatcherFor(normalised);
    const ownPool = injected === undefined ? createGuardedPool(`https://${normalised}`, options) : undefined;
    const dispatcher = injected ?? ownPool;
    if (dispatcher === undefined) throw new Error('a host without a dispatcher');
    return {
      dispatcher,
      ownPool,
      breaker: createBreaker({ ...breaker, clock }),
      backOffs: createExpiringMap<number>({ entriesMax: backOffsMax, clock }),
    };
  }

  function makeRoom(): void {
    const [leastUsed] = origins.entries();
    if (origins.size < originsMax || leastUsed === undefined) return;
    origins.delete(leastUsed[0]);
    // Calls in flight end as usual; a failed close leaves nothing that could be done about it.
    leastUsed[1].ownPool?.close().catch(() => undefined);
  }

  return {
    of(host) {
      const known = origins.get(host);
      if (known !== undefined) origins.delete(host);
      else makeRoom();
      const origin = known ?? create(host);
      origins.set(host, origin);
      return origin;
    },
    async close() {
      const pools = [...origins.values()].flatMap(({ ownPool }) => ownPool ?? []);
      origins.clear();
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}
