import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../src/infrastructure/memory-store.ts';
import { tenantKey } from '../../../src/infrastructure/store-key.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** What the memory does when it is full, which Redis leaves to its operator. */

const entriesMax = 20_000;
const tenant = randomBytes(16).toString('hex');
const key = (part: string) =>
  tenantKey({ tenantKey: tenant, credentialFingerprint: tenant, kind: 'consent', parts: [part] });

test('F15.3 what was taken once is not pushed out by all that others store', async () => {
  const store = createMemoryStore(createManualClock());
  expect(await store.setIfAbsent(key('used'), '1', 60_000)).toBe(true);
  for (let index = 0; index <= entriesMax; index += 1) await store.set(key(`${index}`), 'x', 60_000);
  expect(await store.get(key('used'))).toBe('1');
  expect(await store.setIfAbsent(key('used'), '1', 60_000)).toBe(false);
});

test('F15.3 when no room is left for another one, nothing is taken until the oldest ends', async () => {
  const clock = createManualClock();
  const store = createMemoryStore(clock);
  expect(await store.setIfAbsent(key('first'), '1', 30_000)).toBe(true);
  for (let index = 1; index < entriesMax; index += 1) await store.setIfAbsent(key(`${index}`), '1', 60_000);
  await expect(store.setIfAbsent(key('late'), '1', 60_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await store.setIfAbsent(key('first'), '1', 60_000)).toBe(false);
  clock.advance(30_000);
  expect(await store.setIfAbsent(key('late'), '1', 60_000)).toBe(true);
  await expect(store.setIfAbsent(key('later'), '1', 60_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('what is set over a taken key is a value like any other', async () => {
  const store = createMemoryStore(createManualClock());
  await store.setIfAbsent(key('a'), 'taken', 60_000);
  await store.set(key('a'), 'set', 60_000);
  expect(await store.get(key('a'))).toBe('set');
  await store.delete([key('a')]);
  expect(await store.get(key('a'))).toBeUndefined();
});
