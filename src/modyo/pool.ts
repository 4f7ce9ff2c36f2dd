import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';

export interface GuardedPoolOptions {
  readonly timeoutMs: number;
  readonly lookup: LookupFunction;
}

/** One tenant that floods its own Modyo must not take all the sockets of the replica. */
const connectionsMax = 6;
const connectTimeoutMsMax = 5000;

/**
 * Connections to one origin. They speak TLS 1.2 at least to whoever proves to be the host, know nothing of
 * the proxies of the environment and follow no redirect.
 */
export function createGuardedPool(origin: string, options: GuardedPoolOptions): Pool {
  const { timeoutMs, lookup } = options;
  return new Pool(origin, {
    connections: connectionsMax,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      lookup,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      timeout: Math.min(timeoutMs, connectTimeoutMsMax),
    },
  });
}
