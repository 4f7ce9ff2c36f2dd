import type { Clock } from './clock.ts';
import { createExpiringMap } from './expiring-map.ts';
import type { SharedStore } from './shared-store.ts';

/** Values kept at most, over all tenants. */
const memoryEntriesMax = 20_000;

/** The twin of Redis for one replica and for tests. Its values end with the process. */
export function createMemoryStore(clock: Clock): SharedStore {
  const entries = createExpiringMap<string>({ entriesMax: memoryEntriesMax, clock });
  return {
    get: async (key) => entries.get(key),
    set: async (key, value, ttlMs) => entries.set(key, value, ttlMs),
    setIfAbsent: async (key, value, ttlMs) => {
      if (entries.get(key) !== undefined) return false;
      entries.set(key, value, ttlMs);
      return ttlMs > 0;
    },
    delete: async (keys) => {
      for (const key of keys) entries.delete(key);
    },
    isReachable: async () => true,
    close: async () => {},
  };
}
