import { AppError } from '../errors/app-error.ts';
import type { Clock } from './clock.ts';
import { createExpiringMap } from './expiring-map.ts';
import type { SharedStore } from './shared-store.ts';

/** Values kept at most, over all tenants; and as many claims beside them. */
const memoryEntriesMax = 20_000;
/** Milliseconds after which whoever finds no room for a claim may try again. */
const claimRetryMs = 5_000;

/** The twin of Redis for one replica and for tests. Its values end with the process. */
export function createMemoryStore(clock: Clock): SharedStore {
  const entries = createExpiringMap<string>({ entriesMax: memoryEntriesMax, clock });
  const claims = createClaims(clock);
  return {
    get: async (key) => claims.get(key) ?? entries.get(key),
    set: async (key, value, ttlMs) => {
      claims.delete(key);
      entries.set(key, value, ttlMs);
    },
    setIfAbsent: async (key, value, ttlMs) =>
      (claims.get(key) ?? entries.get(key)) === undefined && claims.add(key, value, ttlMs),
    delete: async (keys) => {
      for (const key of keys) {
        claims.delete(key);
        entries.delete(key);
      }
    },
    isReachable: async () => true,
    close: async () => {},
  };
}

/**
 * What was set because it was absent. Nothing pushes it out before its time: somebody relies on its being
 * there, and a busy neighbour must not be able to make a used consent good again.
 */
function createClaims(clock: Clock) {
  const claims = new Map<string, { readonly value: string; readonly endsAtMs: number }>();
  const get = (key: string) => {
    const claim = claims.get(key);
    return claim !== undefined && claim.endsAtMs > clock.nowMs() ? claim.value : undefined;
  };
  return {
    get,
    add(key: string, value: string, ttlMs: number): boolean {
      if (!(ttlMs > 0)) return false;
      if (claims.size >= memoryEntriesMax) dropEnded(claims, clock.nowMs());
      if (claims.size >= memoryEntriesMax) {
        throw new AppError('The store has no room for another claim.', {
          code: 'UNAVAILABLE',
          retryAfterMs: claimRetryMs,
        });
      }
      claims.set(key, { value, endsAtMs: clock.nowMs() + ttlMs });
      return true;
    },
    delete: (key: string) => claims.delete(key),
  };
}

function dropEnded(claims: Map<string, { readonly endsAtMs: number }>, nowMs: number): void {
  for (const [key, { endsAtMs }] of claims) if (endsAtMs <= nowMs) claims.delete(key);
}
