import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../../src/infrastructure/clock.ts';
import { type GateKey, gateKey } from '../../../src/infrastructure/gate-key.ts';
import type { Acquisition, GateStore, HeldLease } from '../../../src/infrastructure/gate-store.ts';
import { createMemoryGateStore } from '../../../src/infrastructure/memory-gate-store.ts';
import {
  connectRedis,
  type RedisConnection,
  type RedisConnectionOptions,
} from '../../../src/infrastructure/redis-connection.ts';
import { gateStoreOn } from '../../../src/infrastructure/redis-gate-store.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { freePort, startRedisServer } from '../../support/redis-server.ts';
import { sentinelMaster, startRedisCluster, startWatchedRedis } from '../../support/redis-topologies.ts';

const { log } = createLogCapture();
const cleanUps: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

/** Not seen by any other test of the same Redis. */
function freshKey(machine = 'review'): GateKey {
  const tenantKey = randomBytes(16).toString('hex');
  return gateKey({ machine, tenantKey, subject: 'ana', resource: undefined });
}

async function connect(options: Omit<RedisConnectionOptions, 'log'>): Promise<RedisConnection> {
  const connection = await connectRedis({ ...options, log });
  cleanUps.push(() => connection.close());
  return connection;
}

async function behind(topology: Promise<{ readonly url: string; stop(): Promise<void> }>): Promise<string> {
  const { url, stop } = await topology;
  cleanUps.push(stop);
  return url;
}

const leaseMs = 60_000;
const ttlMs = 60_000;

function leaseOf(acquisition: Acquisition): HeldLease {
  if (acquisition.kind !== 'acquired') return expect.fail(`the state was ${acquisition.kind}`);
  return acquisition.lease;
}

const twins: readonly (readonly [string, () => Promise<GateStore>])[] = [
  ['memory', async () => createMemoryGateStore(systemClock)],
  ['Redis', async () => gateStoreOn(await connect({ url: inject('redisUrl'), mode: 'single' }))],
  [
    'a Redis that sentinels watch',
    async () =>
      gateStoreOn(
        await connect({ url: await behind(startWatchedRedis()), mode: 'sentinel', sentinelMaster }),
      ),
  ],
  [
    'a Redis cluster',
    async () => gateStoreOn(await connect({ url: await behind(startRedisCluster()), mode: 'cluster' })),
  ],
];

describe.each(twins)('the states of gates in %s', (_name, open) => {
  let store: GateStore;
  beforeAll(async () => {
    store = await open();
  });

  async function moveTo(key: GateKey, state: string): Promise<void> {
    const { version } = await store.load(key);
    const lease = leaseOf(await store.acquire(key, version, leaseMs));
    expect(await store.commit(key, lease, state, ttlMs)).toBe(true);
  }

  test('nobody has moved a fresh one, and nobody holds it', async () => {
    expect(await store.load(freshKey())).toEqual({ state: undefined, version: 0, busyForMs: 0 });
  });

  test('a commit moves the state, counts the version up and frees it', async () => {
    const key = freshKey();
    await moveTo(key, 'approved');
    expect(await store.load(key)).toEqual({ state: 'approved', version: 1, busyForMs: 0 });
    await moveTo(key, 'published');
    expect(await store.load(key)).toEqual({ state: 'published', version: 2, busyForMs: 0 });
  });

  test('a release frees it and leaves state and version', async () => {
    const key = freshKey();
    await moveTo(key, 'approved');
    await store.release(key, leaseOf(await store.acquire(key, 1, leaseMs)));
    expect(await store.load(key)).toEqual({ state: 'approved', version: 1, busyForMs: 0 });
  });

  test('one of many at once gets the lease; the others hear for how long it is held', async () => {
    const key = freshKey();
    const all = await Promise.all(Array.from({ length: 50 }, () => store.acquire(key, 0, leaseMs)));
    expect(all.filter(({ kind }) => kind === 'acquired')).toHaveLength(1);
    const busy = all.filter((acquisition) => acquisition.kind === 'busy');
    expect(busy).toHaveLength(49);
    for (const { busyForMs } of busy) {
      expect(busyForMs).toBeGreaterThan(0);
      expect(busyForMs).toBeLessThanOrEqual(leaseMs);
    }
    const { busyForMs } = await store.load(key);
    expect(busyForMs).toBeGreaterThan(0);
    expect(busyForMs).toBeLessThanOrEqual(leaseMs);
  });

  test('a state that has moved since it was loaded is not taken', async () => {
    const key = freshKey();
    await moveTo(key, 'approved');
    expect(await store.acquire(key, 0, leaseMs)).toEqual({ kind: 'moved' });
    expect(await store.acquire(key, 2, leaseMs)).toEqual({ kind: 'moved' });
  });

  test('a lease ends by itself: then another call may move the state, and its first holder may not', async () => {
    const key = freshKey();
    const late = leaseOf(await store.acquire(key, 0, 20));
    await pause(60);
    expect((await store.load(key)).busyForMs).toBe(0);
    expect(await store.commit(key, late, 'late', ttlMs)).toBe(false);
    const lease = leaseOf(await store.acquire(key, 0, leaseMs));
    expect(await store.commit(key, late, 'late', ttlMs)).toBe(false);
    await store.release(key, late);
    expect(await store.commit(key, lease, 'approved', ttlMs)).toBe(true);
    expect(await store.load(key)).toMatchObject({ state: 'approved', version: 1 });
  });

  test('a lease is good for one commit', async () => {
    const key = freshKey();
    const lease = leaseOf(await store.acquire(key, 0, leaseMs));
    expect(await store.commit(key, lease, 'approved', ttlMs)).toBe(true);
    expect(await store.commit(key, lease, 'published', ttlMs)).toBe(false);
    expect(await store.load(key)).toMatchObject({ state: 'approved', version: 1 });
  });

  test('a state that nobody moves is forgotten when its time is over', async () => {
    const key = freshKey();
    const lease = leaseOf(await store.acquire(key, 0, leaseMs));
    await store.commit(key, lease, 'approved', 20);
    await pause(60);
    expect(await store.load(key)).toEqual({ state: undefined, version: 0, busyForMs: 0 });
  });

  test('many are loaded at once, of several machines, in the order that was asked', async () => {
    const [first, second, third] = [freshKey('review'), freshKey('billing'), freshKey('orders')];
    await moveTo(third, 'sent');
    await moveTo(first, 'approved');
    expect(await store.loadAll([first, second, third])).toEqual(['approved', undefined, 'sent']);
    expect(await store.loadAll([])).toEqual([]);
  });
});

test('a Redis that is away fails every step as UNAVAILABLE', async () => {
  const port = await freePort();
  const server = await startRedisServer({ port });
  const store = gateStoreOn(await connect({ url: server.url, mode: 'single' }));
  const key = freshKey();
  const lease = leaseOf(await store.acquire(key, 0, leaseMs));
  await server.stop();
  for (const step of [
    () => store.load(key),
    () => store.loadAll([key]),
    () => store.acquire(key, 0, leaseMs),
    () => store.commit(key, lease, 'approved', ttlMs),
    () => store.release(key, lease),
  ]) {
    await expect(step()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 5000 });
  }
});

test('a value of a foreign kind under the key is a failure, not a state', async () => {
  const connection = await connect({ url: inject('redisUrl'), mode: 'single' });
  const key = freshKey();
  await connection.client.hset(key, { state: 'approved', version: 'many' });
  await expect(gateStoreOn(connection).load(key)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
