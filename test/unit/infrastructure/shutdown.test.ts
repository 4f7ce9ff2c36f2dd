import { describe, expect, test } from 'vitest';
import { createShutdown } from '../../../src/infrastructure/shutdown.ts';
import { createManualClock } from '../../support/manual-clock.ts';

describe('a shutdown', () => {
  test('is settled at once when nothing is in flight', async () => {
    expect(await createShutdown(createManualClock()).settled(1000)).toBe(true);
  });

  test('waits for the last answer', async () => {
    const shutdown = createShutdown(createManualClock());
    const [leaveFirst, leaveSecond] = [shutdown.enter(), shutdown.enter()];
    const settled = shutdown.settled(1000);
    leaveFirst();
    leaveFirst();
    expect(shutdown.inFlight).toBe(1);
    leaveSecond();
    expect(await settled).toBe(true);
  });

  test('gives up when the time is over, and says so', async () => {
    const clock = createManualClock();
    const shutdown = createShutdown(clock);
    shutdown.enter();
    const settled = shutdown.settled(1000);
    clock.advance(1000);
    expect(await settled).toBe(false);
  });

  test('tells that it drains only after it began', () => {
    const shutdown = createShutdown(createManualClock());
    expect([shutdown.isDraining, shutdown.signal.aborted]).toEqual([false, false]);
    shutdown.begin();
    expect([shutdown.isDraining, shutdown.signal.aborted]).toEqual([true, true]);
  });
});
