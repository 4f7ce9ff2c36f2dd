import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../../src/infrastructure/clock.ts';
import { createMemoryStore } from '../../../src/infrastructure/memory-store.ts';
import { createRedisStore } from '../../../src/infrastructure/redis-store.ts';
import type { SharedStore, StoreKey } from '../../../src/infrastructure/shared-store.ts';
import { tenantKey } from '../../../src/infrastructure/store-key.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import {
  type RedisTopology,
  sentinelMaster,
  startRedisCluster,
  startWatchedRedis,
} from '../../support/redis-topologies.ts';

/** Not seen by any other test of the same Redis. */
function freshKey(): StoreKey {
  return tenantKey({
    tenantKey: randomBytes(16).toString('hex'),
    credentialFingerprint: randomBytes(16).toString('hex'),
    kind: 'identifier',
    parts: ['space'],
  });
}

const { log } = createLogCapture();
const cleanUps: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

async function behind(topology: Promise<RedisTopology>): Promise<string> {
  const { url, stop } = await topology;
  cleanUps.push(stop);
  return url;
}

const twins: readonly (readonly [string, () => Promise<SharedStore>])[] = [
  ['memory', async () => createMemoryStore(systemClock)],
  ['Redis', () => createRedisStore({ url: inject('redisUrl'), mode: 'single', log })],
  [
    'a Redis that sentinels watch',
    async () =>
      createRedisStore({ url: await behind(startWatchedRedis()), mode: 'sentinel', sentinelMaster, log }),
  ],
  [
    'a Redis cluster',
    async () => createRedisStore({ url: await behind(startRedisCluster()), mode: 'cluster', log }),
  ],
];

describe.each(twins)('the shared store in %s', (_name, open) => {
  let store: SharedStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  test('has nothing under a key that nobody set', async () => {
    expect(await store.get(freshKey())).toBeUndefined();
  });

  test('gives back exactly the text that was set, whatever its characters', async () => {
    const key = freshKey();
    const text = '{"nombre":"Año ñandú 🦙","nul":"\u0000"}';
    await store.set(key, text, 60_000);
    expect(await store.get(key)).toBe(text);
  });

  test('keeps the empty text apart from no text', async () => {
    const key = freshKey();
    await store.set(key, '', 60_000);
    expect(await store.get(key)).toBe('');
  });

  test('sets what is absent once, however many try at once', async () => {
    const key = freshKey();
    const tries = Array.from({ length: 20 }, (_, index) => store.setIfAbsent(key, `try ${index}`, 60_000));
    const stored = await Promise.all(tries);
    expect(stored.filter((isStored) => isStored)).toHaveLength(1);
    expect(await store.get(key)).toBe(`try ${stored.indexOf(true)}`);
  });

  test('leaves alone what is there, the empty text too, and its lifetime', async () => {
    const key = freshKey();
    await store.set(key, '', 60_000);
    expect(await store.setIfAbsent(key, 'other', 1)).toBe(false);
    await pause(30);
    expect(await store.get(key)).toBe('');
  });

  test('sets again what has expired or was deleted', async () => {
    const [brief, deleted] = [freshKey(), freshKey()];
    expect(await store.setIfAbsent(brief, 'first', 20)).toBe(true);
    await store.set(deleted, 'first', 60_000);
    await store.delete([deleted]);
    await pause(60);
    expect(await store.get(brief)).toBeUndefined();
    for (const key of [brief, deleted]) {
      expect(await store.setIfAbsent(key, 'second', 60_000)).toBe(true);
      expect(await store.get(key)).toBe('second');
    }
  });

  test('replaces a value together with its lifetime', async () => {
    const key = freshKey();
    await store.set(key, 'first', 20);
    await store.set(key, 'second', 60_000);
    await pause(60);
    expect(await store.get(key)).toBe('second');
  });

  test('forgets a value when its time is over', async () => {
    const key = freshKey();
    await store.set(key, 'brief', 20);
    await pause(60);
    expect(await store.get(key)).toBeUndefined();
  });

  test.each([0, -1])('a lifetime of %i leaves nothing behind', async (ttlMs) => {
    const key = freshKey();
    await store.set(key, 'old', 60_000);
    await store.set(key, 'new', ttlMs);
    expect(await store.get(key)).toBeUndefined();
  });

  test('removes the keys it is given, missing ones included, and no other', async () => {
    const [gone, missing, kept] = [freshKey(), freshKey(), freshKey()];
    await store.set(gone, 'a', 60_000);
    await store.set(kept, 'b', 60_000);
    await store.delete([gone, missing]);
    await store.delete([]);
    expect([await store.get(gone), await store.get(kept)]).toEqual([undefined, 'b']);
  });

  test('answers many at once, each with its own value', async () => {
    const keys = Array.from({ length: 200 }, freshKey);
    await Promise.all(keys.map((key, index) => store.set(key, `value ${index}`, 60_000)));
    const values = await Promise.all(keys.map((key) => store.get(key)));
    expect(values).toEqual(keys.map((_key, index) => `value ${index}`));
  });

  test('says that it is reachable', async () => {
    expect(await store.isReachable()).toBe(true);
  });
});
