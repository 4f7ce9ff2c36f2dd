import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createDeparture } from '../../../src/infrastructure/departure.ts';
import { createSemaphore, type Permit } from '../../../src/infrastructure/semaphore.ts';
import { createManualClock } from '../../support/manual-clock.ts';

function setUp() {
  const clock = createManualClock();
  return { clock, semaphore: createSemaphore({ clock, queueMax: 2, waitMaxMs: 5000 }) };
}

function release(permit: Permit | undefined): void {
  if (!permit?.admitted) throw new Error('There is nothing to release.');
  permit.release();
}

/** Whether the promise is settled after everything that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await turn();
  return settled;
}

describe('a semaphore', () => {
  test('admits as many as the limit and lets the next one wait', async () => {
    const { semaphore } = setUp();
    const first = await semaphore.acquire('a', 2);
    await semaphore.acquire('a', 2);
    const third = semaphore.acquire('a', 2);
    expect(await isSettled(third)).toBe(false);
    release(first);
    expect(await third).toMatchObject({ admitted: true });
  });

  test('serves those who wait in their order', async () => {
    const { semaphore } = setUp();
    const order: string[] = [];
    const holder = await semaphore.acquire('a', 1);
    const waiting = ['first', 'second'].map(async (name) => {
      const permit = await semaphore.acquire('a', 1);
      order.push(name);
      release(permit);
    });
    await turn();
    release(holder);
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second']);
  });

  test('turns away at once when the queue is full', async () => {
    const { semaphore } = setUp();
    await semaphore.acquire('a', 1);
    void semaphore.acquire('a', 1);
    void semaphore.acquire('a', 1);
    expect(await semaphore.acquire('a', 1)).toEqual({ admitted: false, retryAfterMs: 1000 });
  });

  test('turns away whoever waited too long, and gives the place to the next', async () => {
    const { clock, semaphore } = setUp();
    const holder = await semaphore.acquire('a', 1);
    const late = semaphore.acquire('a', 1);
    clock.advance(3000);
    const patient = semaphore.acquire('a', 1);
    clock.advance(2000);
    expect(await late).toMatchObject({ admitted: false });
    release(holder);
    expect(await patient).toMatchObject({ admitted: true });
  });

  test('lets a caller leave the queue, and does not lose the place to it', async () => {
    const { semaphore } = setUp();
    const holder = await semaphore.acquire('a', 1);
    const departure = createDeparture();
    const gone = semaphore.acquire('a', 1, departure);
    const stays = semaphore.acquire('a', 1);
    departure.leave();
    expect(await gone).toBeUndefined();
    release(holder);
    expect(await stays).toMatchObject({ admitted: true });
  });

  test('refuses a caller who has left already', async () => {
    const { semaphore } = setUp();
    const departure = createDeparture();
    departure.leave();
    expect(await semaphore.acquire('a', 1, departure)).toBeUndefined();
    expect(await semaphore.acquire('a', 1)).toMatchObject({ admitted: true });
  });

  test('gives a place back once, however often it is released', async () => {
    const { semaphore } = setUp();
    const first = await semaphore.acquire('a', 2);
    await semaphore.acquire('a', 2);
    release(first);
    release(first);
    expect(await semaphore.acquire('a', 2)).toMatchObject({ admitted: true });
    expect(await isSettled(semaphore.acquire('a', 2))).toBe(false);
  });

  test('does not let one key wait for another', async () => {
    const { semaphore } = setUp();
    await semaphore.acquire('a', 1);
    expect(await semaphore.acquire('b', 1)).toMatchObject({ admitted: true });
  });
});
