import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/infrastructure/clock.ts';
import { createDeparture } from '../../../src/infrastructure/departure.ts';
import { createEventBus } from '../../../src/infrastructure/event-bus.ts';
import { createMemoryBroadcast } from '../../../src/infrastructure/memory-broadcast.ts';
import { createSubscriptions } from '../../../src/mcp/subscriptions.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { sseMessages } from '../../support/sse.ts';
import { createTestCaller } from './caller.ts';

const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function open({ expiresInMs = 60 * minuteMs } = {}) {
  const { log } = createLogCapture();
  const { caller } = createTestCaller();
  const expiresAtSeconds = (Date.now() + expiresInMs) / 1000;
  const listener = { ...caller, principal: { ...caller.principal, expiresAtSeconds } };
  const leaving = new AbortController();
  const departure = createDeparture();
  const subscriptions = createSubscriptions({
    events: createEventBus({ broadcast: createMemoryBroadcast(log), log }),
    clock: systemClock,
    leaving: leaving.signal,
  });
  const listening = await subscriptions.open({
    id: 'a',
    params: { notifications: { toolsListChanged: true } },
    caller: listener,
    departure,
    changes: { tools: true },
    serverInfo: { name: 'x', title: 'X', version: '1' },
  });
  if (listening.kind !== 'listening') throw new Error(listening.limit);
  return { subscriptions, caller: listener, leaving, departure, stream: listening.stream };
}

/** Everything that is in the stream, once it has ended. */
const rest = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

describe('a stream ends', () => {
  test.each([
    ['with its token', 2 * minuteMs, 2 * minuteMs],
    ['after a quarter of an hour, however long its token lasts', 60 * minuteMs, 15 * minuteMs],
  ])('%s, without a result, so that its client comes back', async (_name, expiresInMs, endsAfterMs) => {
    const { subscriptions, stream } = await open({ expiresInMs });
    await vi.advanceTimersByTimeAsync(endsAfterMs - 1_000);
    expect(subscriptions.count).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(subscriptions.count).toBe(0);
    expect(sseMessages(await rest(stream)).map(({ method }) => method)).toEqual([
      'notifications/subscriptions/acknowledged',
    ]);
  });

  test('with the process, with a result', async () => {
    const { subscriptions, leaving, stream } = await open();
    leaving.abort();
    expect(subscriptions.count).toBe(0);
    expect(sseMessages(await rest(stream))[1]).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: {
        resultType: 'complete',
        _meta: {
          'io.modelcontextprotocol/subscriptionId': 'a',
          'io.modelcontextprotocol/serverInfo': { name: 'x', title: 'X', version: '1' },
        },
      },
    });
  });

  test('when its client leaves, and when its body is thrown away', async () => {
    const gone = await open();
    gone.departure.leave();
    expect(gone.subscriptions.count).toBe(0);
    const cancelled = await open();
    await cancelled.stream.cancel();
    expect(cancelled.subscriptions.count).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('when its client has stopped to read', async () => {
    const { subscriptions, caller } = await open();
    for (let count = 0; count < 200; count += 1) subscriptions.toolsChanged(caller);
    await vi.advanceTimersByTimeAsync(0);
    expect(subscriptions.count).toBe(0);
  });
});

test('a stream that has nothing to say says so every 15 seconds', async () => {
  const { stream, departure } = await open();
  await vi.advanceTimersByTimeAsync(31_000);
  departure.leave();
  expect((await rest(stream)).match(/^: keepalive$/gm)).toHaveLength(2);
});
