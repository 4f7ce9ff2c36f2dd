import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../src/errors/app-error.ts';
import type { Broadcast } from '../../../src/infrastructure/broadcast.ts';
import { createMemoryBroadcast } from '../../../src/infrastructure/memory-broadcast.ts';
import { type CallInFlight, waitAmong } from '../../../src/mcp/calls-in-flight.ts';
import { createCancellation } from '../../../src/mcp/cancellation.ts';
import type { Era } from '../../../src/mcp/catalogue.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createTestCaller } from './caller.ts';

/** How the replicas agree on the one call that a client means. */

const channel = 'mcp:calls';
const { caller } = createTestCaller();
const logs = createLogCapture();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function callWith(id: number | string, era: Era = 'legacy') {
  const leave = vi.fn();
  const call: CallInFlight = {
    request: { id },
    options: { caller, admission: { era } },
    deadline: { leave },
  };
  return { call, leave };
}

/** Two replicas over one broadcast. */
async function replicas(broadcast: Broadcast = createMemoryBroadcast(logs.log)) {
  const create = () => createCancellation({ broadcast, log: logs.log });
  return { broadcast, here: await create(), there: await create() };
}

const decided = () => vi.advanceTimersByTimeAsync(1_000);

describe('a call that its client cancels', () => {
  test('is ended on whatever replica it is, within a second', async () => {
    const { here, there } = await replicas();
    const { call, leave } = callWith(5);
    there.calls.add(call);
    await here.cancel(caller, 'legacy', { requestId: 5 });
    await decided();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  test('is of the era of the notification: clients of two eras number their requests apart', async () => {
    const { here } = await replicas();
    const [legacy, later] = [callWith(5), callWith(5, 'modern')];
    here.calls.add(legacy.call);
    here.calls.add(later.call);
    await here.cancel(caller, 'modern', { requestId: 5 });
    await decided();
    expect([legacy.leave.mock.calls.length, later.leave.mock.calls.length]).toEqual([0, 1]);
  });

  test('and has ended by itself meanwhile is not mistaken for a later one of the same id', async () => {
    const { here } = await replicas();
    const [ended, later] = [callWith(5), callWith(5)];
    here.calls.add(ended.call);
    await here.cancel(caller, 'legacy', { requestId: 5 });
    here.calls.delete(ended.call);
    here.calls.add(later.call);
    await decided();
    expect(later.leave).not.toHaveBeenCalled();
  });

  test('and that waited for its place until after it was asked for is ended though it has begun', async () => {
    const { here } = await replicas();
    const { call, leave } = callWith(5);
    const turn = waitAmong(here.calls, [call.request, { id: 6 }], call.options);
    await here.cancel(caller, 'legacy', { requestId: 5 });
    turn.end();
    const other = vi.fn();
    turn.begin(6, { leave: other });
    turn.begin(5, { leave });
    here.calls.add(call);
    expect(leave).not.toHaveBeenCalled();
    await decided();
    expect([leave.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
  });

  test('and waits for its place is not ended while another of its id runs: nobody knows which was meant', async () => {
    const { here } = await replicas();
    const { call, leave } = callWith(5);
    const waiting = vi.fn();
    here.calls.add(call);
    const turn = waitAmong(here.calls, [call.request], call.options);
    await here.cancel(caller, 'legacy', { requestId: 5 });
    await decided();
    turn.begin(5, { leave: waiting });
    expect([leave.mock.calls.length, waiting.mock.calls.length]).toEqual([0, 0]);
  });

  test('is not ended when another replica claims one too, even if its claim comes before the question', async () => {
    const { broadcast, here } = await replicas();
    const { call, leave } = callWith(5);
    here.calls.add(call);
    const asked = new Promise<string>((resolve) => {
      void broadcast.subscribe(channel, { onMessage: resolve, onGap: () => undefined });
    });
    await here.cancel(caller, 'legacy', { requestId: 5 });
    const { question, name } = JSON.parse(await asked);
    const early = randomUUID();
    for (const id of [question, early])
      await broadcast.publish(
        channel,
        JSON.stringify({ kind: 'call_claimed', question: id, replica: randomUUID(), calls: 1 }),
      );
    await broadcast.publish(channel, JSON.stringify({ kind: 'call_cancelled', question: early, name }));
    await decided();
    expect(leave).not.toHaveBeenCalled();
  });

  test('is not ended by a replica whose own claim was lost: it may have missed those of others', async () => {
    const memory = createMemoryBroadcast(logs.log);
    const publish: Broadcast['publish'] = async (to, text) => {
      if (text.includes('call_claimed')) throw new AppError('away', { code: 'UNAVAILABLE' });
      await memory.publish(to, text);
    };
    const { here } = await replicas({ ...memory, publish });
    const { call, leave } = callWith(5);
    here.calls.add(call);
    await here.cancel(caller, 'legacy', { requestId: 5 });
    await decided();
    expect(leave).not.toHaveBeenCalled();
    expect(logs.text()).toContain('a cancellation was lost');
  });

  test('is not ended once its replica is closed, and nothing keeps waiting', async () => {
    const { here, there } = await replicas();
    const { call, leave } = callWith(5);
    here.calls.add(call);
    await here.cancel(caller, 'legacy', { requestId: 5 });
    await here.close();
    await there.close();
    expect(vi.getTimerCount()).toBe(0);
    expect(leave).not.toHaveBeenCalled();
  });
});

test.each([
  ['no JSON', 'call_cancelled'],
  ['an unknown kind', '{"kind":"call_ended"}'],
  [
    'an audience in clear',
    JSON.stringify({
      kind: 'call_cancelled',
      question: randomUUID(),
      name: { audience: 'ana', era: 'legacy', id: 5 },
    }),
  ],
  [
    'a claim of nothing',
    JSON.stringify({ kind: 'call_claimed', question: randomUUID(), replica: randomUUID(), calls: 0 }),
  ],
])('a message that is %s is dropped, and the next one is heard', async (_what, text) => {
  const { broadcast, here } = await replicas();
  const { call, leave } = callWith(5);
  here.calls.add(call);
  await broadcast.publish(channel, text);
  expect(vi.getTimerCount()).toBe(0);
  await here.cancel(caller, 'legacy', { requestId: 5 });
  await decided();
  expect(leave).toHaveBeenCalledTimes(1);
});

test('a flood of questions is bounded', async () => {
  const { broadcast, here } = await replicas();
  for (let count = 0; count < 1_500; count += 1)
    await broadcast.publish(
      channel,
      JSON.stringify({ kind: 'call_claimed', question: randomUUID(), replica: randomUUID(), calls: 1 }),
    );
  // Two replicas, a thousand open questions each.
  expect(vi.getTimerCount()).toBe(2_000);
  await decided();
  const { call, leave } = callWith(5);
  here.calls.add(call);
  await here.cancel(caller, 'legacy', { requestId: 5 });
  await decided();
  expect(leave).toHaveBeenCalledTimes(1);
});
