import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { createExpiringMap } from './expiring-map.ts';
import type { GateStore } from './gate-store.ts';

/** States and leases kept at most, over all tenants; beyond it the one that was used longest ago is forgotten. */
const memoryEntriesMax = 20_000;

/** The twin of Redis for one replica and for tests. Its states end with the process. */
export function createMemoryGateStore(clock: Clock): GateStore {
  const states = createExpiringMap<{ readonly state: string; readonly version: number }>({
    entriesMax: memoryEntriesMax,
    clock,
  });
  const leases = createExpiringMap<{ readonly token: string; readonly endsAtMs: number }>({
    entriesMax: memoryEntriesMax,
    clock,
  });
  const versionOf = (key: string) => states.get(key)?.version ?? 0;
  const busyForMs = (key: string) => Math.max(0, (leases.get(key)?.endsAtMs ?? 0) - clock.nowMs());

  return {
    load: async (key) => ({
      state: states.get(key)?.state,
      version: versionOf(key),
      busyForMs: busyForMs(key),
    }),
    loadAll: async (keys) => keys.map((key) => states.get(key)?.state),
    async acquire(key, version, leaseMs) {
      if (versionOf(key) !== version) return { kind: 'moved' };
      if (leases.get(key) !== undefined) return { kind: 'busy', busyForMs: busyForMs(key) };
      const token = randomUUID();
      leases.set(key, { token, endsAtMs: clock.nowMs() + leaseMs }, leaseMs);
      return { kind: 'acquired', lease: { token, version } };
    },
    async commit(key, { token, version }, next, ttlMs) {
      if (leases.get(key)?.token !== token) return false;
      states.set(key, { state: next, version: version + 1 }, ttlMs);
      leases.delete(key);
      return true;
    },
    async release(key, { token }) {
      if (leases.get(key)?.token === token) leases.delete(key);
    },
  };
}
