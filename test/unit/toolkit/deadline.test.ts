import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDeadline } from '../../../src/toolkit/deadline.ts';

const never = new Promise<never>(() => {});

/** A call of a client that may leave, and whether its departure still counts. */
function start(signal: AbortSignal, isWrite = false) {
  const ignoreDeparture = vi.fn();
  return {
    deadline: startDeadline({ request: { signal, ignoreDeparture }, isWrite, timeoutMs: 100 }),
    ignoreDeparture,
  };
}

describe('the end of a call', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('work that is done in time is the outcome', async () => {
    const { deadline } = start(new AbortController().signal);
    await expect(deadline.race(Promise.resolve('done'))).resolves.toBe('done');
    deadline.clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(deadline.signal.aborted).toBe(false);
  });

  test('the deadline ends the wait and aborts the upstream', async () => {
    const { deadline } = start(new AbortController().signal);
    const ended = expect(deadline.race(never)).rejects.toMatchObject({ why: 'timed_out' });
    vi.advanceTimersByTime(100);
    await ended;
    expect(deadline.signal.aborted).toBe(true);
  });

  test.each([
    ['a client that leaves', undefined, 'cancelled'],
    ['the deadline of the request', new DOMException('late', 'TimeoutError'), 'timed_out'],
    ['the end of the process', new DOMException('leaving', 'ShutdownError'), 'shut_down'],
  ])('%s ends the wait too', async (_name, reason, why) => {
    const parent = new AbortController();
    const { deadline } = start(parent.signal);
    const ended = expect(deadline.race(never)).rejects.toMatchObject({ why });
    parent.abort(reason);
    await ended;
    deadline.clear();
  });

  test('a client that left before the start gets no work done', async () => {
    const { deadline } = start(AbortSignal.abort());
    await expect(deadline.race(never)).rejects.toMatchObject({ why: 'cancelled' });
    expect(deadline.signal.aborted).toBe(true);
    deadline.clear();
  });

  test('a write that has begun ignores its client from then on, and its end is one of an unknown state', async () => {
    const { deadline, ignoreDeparture } = start(new AbortController().signal, true);
    expect(ignoreDeparture).not.toHaveBeenCalled();
    deadline.begin();
    expect(ignoreDeparture).toHaveBeenCalledTimes(1);
    const ended = expect(deadline.race(never)).rejects.toMatchObject({ isStateUnknown: true });
    vi.advanceTimersByTime(100);
    await ended;
  });

  test('a read heeds its client to its end', () => {
    const { deadline, ignoreDeparture } = start(new AbortController().signal);
    deadline.begin();
    deadline.clear();
    expect(ignoreDeparture).not.toHaveBeenCalled();
  });

  test.each([true, false])('what ended before it began does not begin (a write: %s)', (isWrite) => {
    const { deadline, ignoreDeparture } = start(AbortSignal.abort(), isWrite);
    expect(() => deadline.begin()).toThrow(
      expect.objectContaining({ why: 'cancelled', isStateUnknown: false }),
    );
    expect(ignoreDeparture).not.toHaveBeenCalled();
    deadline.clear();
  });
});
