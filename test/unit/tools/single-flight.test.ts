import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../../src/infrastructure/clock.ts';
import { createMemoryStore } from '../../../src/infrastructure/memory-store.ts';
import { createRedisStore } from '../../../src/infrastructure/redis-store.ts';
import type { SharedStore } from '../../../src/infrastructure/shared-store.ts';
import { createSingleFlight } from '../../../src/tools/single-flight.ts';
import { createLogCapture } from '../../support/log-capture.ts';

const twins: readonly (readonly [string, () => Promise<SharedStore>])[] = [
  ['memory', async () => createMemoryStore(systemClock)],
  ['Redis', () => createRedisStore({ url: inject('redisUrl'), mode: 'single', log: createLogCapture().log })],
];

const place = { kind: 'content-type', scope: [31], key: 'post' };

describe.each(twins)('a single flight over %s', (_name, open) => {
  let store: SharedStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const freshTenant = () => randomBytes(16).toString('hex');
  const flight = (tenantKey: string, leftMs = 60_000, signal = new AbortController().signal) =>
    createSingleFlight({ store, clock: systemClock, tenantKey, signal, endsAtMs: Date.now() + leftMs });

  /** Work that ends when the test says so, and whether it has begun. */
  function held() {
    let end = () => {};
    let begin = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const work = () => {
      begin();
      return ended;
    };
    return { begun, end, work };
  }

  test('lets twenty calls of several replicas work one after another', async () => {
    const tenantKey = freshTenant();
    let atWork = 0;
    let mostAtWork = 0;
    const work = async () => {
      atWork += 1;
      mostAtWork = Math.max(mostAtWork, atWork);
      await new Promise((resolve) => setImmediate(resolve));
      atWork -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, () => flight(tenantKey).alone(place, work)));
    expect(mostAtWork).toBe(1);
  });

  test('leaves what one call says to the next one for the same place, and to no other', async () => {
    const tenantKey = freshTenant();
    await flight(tenantKey).alone(place, ({ leave }) => leave('9120'));
    const left = (tenant: string, of = place) => flight(tenant).alone(of, (trace) => trace.left());
    expect(await left(tenantKey)).toBe('9120');
    expect(await left(tenantKey, { ...place, key: 'news' })).toBeUndefined();
    expect(await left(freshTenant())).toBeUndefined();
  });

  test.each([
    ['another key', { ...place, key: 'news' }],
    ['another space', { ...place, scope: [32] }],
    ['another kind', { ...place, kind: 'entry' }],
  ])('does not wait for a call that works for %s', async (_what, other) => {
    const tenantKey = freshTenant();
    const { begun, end, work } = held();
    const first = flight(tenantKey).alone(place, work);
    await begun;
    expect(await flight(tenantKey).alone(other, async () => 'done')).toBe('done');
    expect(await flight(freshTenant()).alone(place, async () => 'done')).toBe('done');
    end();
    await first;
  });

  test('gives the place back after a failure too', async () => {
    const tenantKey = freshTenant();
    const failing = flight(tenantKey).alone(place, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await flight(tenantKey).alone(place, async () => 'done')).toBe('done');
  });

  test('is busy when the others take all the time of a call, whose work does not begin', async () => {
    const tenantKey = freshTenant();
    const { begun, end, work } = held();
    const first = flight(tenantKey).alone(place, work);
    await begun;
    let hasBegun = false;
    const late = flight(tenantKey, 1_000).alone(place, async () => {
      hasBegun = true;
    });
    await expect(late).rejects.toMatchObject({ code: 'STATE_BUSY', retryAfterMs: expect.any(Number) });
    expect(hasBegun).toBe(false);
    end();
    await first;
  });

  test('ends the wait of a call that ends', async () => {
    const tenantKey = freshTenant();
    const { begun, end, work } = held();
    const first = flight(tenantKey).alone(place, work);
    await begun;
    const ending = new AbortController();
    const waiting = flight(tenantKey, 60_000, ending.signal).alone(place, async () => 'done');
    ending.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    end();
    await first;
  });
});
