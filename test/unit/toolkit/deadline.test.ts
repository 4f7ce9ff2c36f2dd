import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDeadline } from '../../../src/toolkit/deadline.ts';

const never = new Promise<never>(() => {});

describe('the end of a call', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('work that is done in time is the outcome', async () => {
    const deadline = startDeadline(new AbortController().signal, 100);
    await expect(deadline.race(Promise.resolve('done'))).resolves.toBe('done');
    deadline.clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(deadline.signal.aborted).toBe(false);
  });

  test('the deadline ends the wait and aborts the upstream', async () => {
    const deadline = startDeadline(new AbortController().signal, 100);
    const ended = expect(deadline.race(never)).rejects.toMatchObject({ why: 'timed_out' });
    vi.advanceTimersByTime(100);
    await ended;
    expect(deadline.signal.aborted).toBe(true);
  });

  test.each([
    ['a client that leaves', undefined, 'cancelled'],
    ['the deadline of the request', new DOMException('late', 'TimeoutError'), 'timed_out'],
  ])('%s ends the wait too', async (_name, reason, why) => {
    const parent = new AbortController();
    const deadline = startDeadline(parent.signal, 100);
    const ended = expect(deadline.race(never)).rejects.toMatchObject({ why });
    parent.abort(reason);
    await ended;
    deadline.clear();
  });

  test('a client that left before the start gets no work done', async () => {
    const deadline = startDeadline(AbortSignal.abort(), 100);
    await expect(deadline.race(never)).rejects.toMatchObject({ why: 'cancelled' });
    expect(deadline.signal.aborted).toBe(true);
    deadline.clear();
  });
});
