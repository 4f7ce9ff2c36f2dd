import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/errors/app-error.ts';
import { createMemoryStore } from '../../../src/infrastructure/memory-store.ts';
import type { SharedStore } from '../../../src/infrastructure/shared-store.ts';
import { tenantKey } from '../../../src/infrastructure/store-key.ts';
import { createListingMemory } from '../../../src/modyo/identifier-listing.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const key = tenantKey({
  tenantKey: 'a'.repeat(32),
  credentialFingerprint: 'b'.repeat(32),
  kind: 'identifier-listing',
  parts: ['spaces'],
});
const names = z.array(z.string());
const ttlMs = 60_000;

function withMemory() {
  const clock = createManualClock();
  const store = createMemoryStore(clock);
  return { clock, store, replica: () => createListingMemory({ store, clock, ttlMs }) };
}

test('a list is read once for all replicas, and again when its time is over', async () => {
  const { clock, replica } = withMemory();
  const read = vi.fn(async () => ['blog']);
  const [here, there] = [replica(), replica()];
  for (const memory of [here, there, here]) expect(await memory.through(key, names, read)).toEqual(['blog']);
  expect(read).toHaveBeenCalledTimes(1);
  clock.advance(ttlMs + 1);
  await here.through(key, names, read);
  expect(read).toHaveBeenCalledTimes(2);
});

test.each(['{"other":"form"}', 'no JSON'])('what is stored as %s counts as nothing', async (text) => {
  const { store, replica } = withMemory();
  await store.set(key, text, ttlMs);
  expect(await replica().through(key, names, async () => ['fresh'])).toEqual(['fresh']);
});

test('a reading that fails is not remembered', async () => {
  const { replica } = withMemory();
  const memory = replica();
  const failing = () => Promise.reject(new AppError('Not now.', { code: 'UPSTREAM_ERROR' }));
  await expect(memory.through(key, names, failing)).rejects.toThrow('Not now.');
  expect(await memory.through(key, names, async () => ['blog'])).toEqual(['blog']);
});

test('without the store a list is remembered here', async () => {
  const down = () => Promise.reject(new AppError('Down.', { code: 'UNAVAILABLE' }));
  const store = { get: down, set: down } as unknown as SharedStore;
  const memory = createListingMemory({ store, clock: createManualClock(), ttlMs });
  const read = vi.fn(async () => ['blog']);
  for (const _ of [1, 2]) expect(await memory.through(key, names, read)).toEqual(['blog']);
  expect(read).toHaveBeenCalledTimes(1);
});
