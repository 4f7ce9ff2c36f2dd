import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Broadcast } from '../../../src/infrastructure/broadcast.ts';
import {
  type Audience,
  audienceKey,
  type ChangeEvent,
  createEventBus,
  type EventBus,
} from '../../../src/infrastructure/event-bus.ts';
import { createMemoryBroadcast } from '../../../src/infrastructure/memory-broadcast.ts';
import type { RedisMode } from '../../../src/infrastructure/redis-address.ts';
import { createRedisBroadcast } from '../../../src/infrastructure/redis-broadcast.ts';
import { connectRedis } from '../../../src/infrastructure/redis-connection.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { freePort, startRedisServer } from '../../support/redis-server.ts';
import {
  type RedisTopology,
  sendCommand,
  sentinelMaster,
  startRedisCluster,
  startWatchedRedis,
} from '../../support/redis-topologies.ts';

const logs = createLogCapture();
const { log } = logs;
const cleanUps: (() => Promise<unknown>)[] = [];
async function cleanUp(): Promise<void> {
  for (const undo of cleanUps.splice(0).reverse()) await undo();
}

async function openRedis(url: string, mode: RedisMode): Promise<Broadcast> {
  const connection = await connectRedis({ url, mode, sentinelMaster, log });
  const broadcast = await createRedisBroadcast({ connection, log });
  cleanUps.push(async () => {
    await broadcast.close();
    await connection.close();
  });
  return broadcast;
}

async function behind(topology: Promise<RedisTopology>, mode: RedisMode): Promise<Replicas> {
  const { url, stop } = await topology;
  cleanUps.push(stop);
  return [await openRedis(url, mode), await openRedis(url, mode)];
}

type Replicas = readonly [Broadcast, Broadcast];

const twins: readonly (readonly [string, () => Promise<Replicas>])[] = [
  [
    'memory',
    async () => {
      const broadcast = createMemoryBroadcast(log);
      return [broadcast, broadcast];
    },
  ],
  [
    'Redis',
    async () => [
      await openRedis(inject('redisUrl'), 'single'),
      await openRedis(inject('redisUrl'), 'single'),
    ],
  ],
  ['a Redis that sentinels watch', () => behind(startWatchedRedis(), 'sentinel')],
  ['a Redis cluster', () => behind(startRedisCluster(), 'cluster')],
];

/** Not met by any other test of the same Redis. */
function freshAudience(changes: Partial<Audience> = {}): Audience {
  return { tenantKey: randomUUID(), issuer: 'https://issuer.test.invalid', subject: 'ana', ...changes };
}

const toolsChanged: ChangeEvent = { kind: 'tools_list_changed' };
const promptsChanged: ChangeEvent = { kind: 'prompts_list_changed' };

/** A listening connection that is still opening would tell of a gap when it stands. */
async function connected(here: EventBus, there: EventBus): Promise<void> {
  const [probe, audience] = [vi.fn(), freshAudience()];
  const stop = await there.subscribe(audience, probe);
  await vi.waitUntil(
    async () => {
      await here.publish(audience, promptsChanged);
      return probe.mock.calls.some(([event]) => event.kind === 'prompts_list_changed');
    },
    { timeout: 10_000, interval: 50 },
  );
  stop();
}

describe.each(twins)('the event bus over %s', (_name, open) => {
  let broadcast: Broadcast;
  let here: EventBus;
  let there: EventBus;
  beforeAll(async () => {
    const [first, second] = await open();
    broadcast = first;
    here = createEventBus({ broadcast: first, log });
    there = createEventBus({ broadcast: second, log });
    await connected(here, there);
  });
  afterAll(cleanUp);

  /** Resolves once everything that was published before has been delivered. */
  async function flushed(): Promise<void> {
    const audience = freshAudience();
    await new Promise<void>((resolve) => {
      void there.subscribe(audience, () => resolve()).then(() => here.publish(audience, toolsChanged));
    });
  }

  test('brings an event once to every listener of its audience, on this replica and on another', async () => {
    const audience = freshAudience();
    const [near, far, further] = [vi.fn(), vi.fn(), vi.fn()];
    await here.subscribe(audience, near);
    await there.subscribe(audience, far);
    await there.subscribe(audience, further);
    await here.publish(audience, toolsChanged);
    await here.publish(audience, { kind: 'resource_updated', uri: 'modyo://docs/tools/x' });
    await flushed();
    for (const listener of [near, far, further]) {
      await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
      expect(listener.mock.calls).toEqual([
        [toolsChanged],
        [{ kind: 'resource_updated', uri: 'modyo://docs/tools/x' }],
      ]);
    }
  });

  test('brings nothing to another tenant, subject or issuer', async () => {
    const audience = freshAudience();
    const strangers = [
      freshAudience(),
      { ...audience, subject: 'eva' },
      { ...audience, issuer: 'https://other.test.invalid' },
    ];
    const stranger = vi.fn();
    for (const other of strangers) await there.subscribe(other, stranger);
    await here.publish(audience, toolsChanged);
    await flushed();
    expect(stranger).not.toHaveBeenCalled();
  });

  test('brings nothing to a listener that was taken back, and the others keep theirs', async () => {
    const audience = freshAudience();
    const [gone, kept] = [vi.fn(), vi.fn()];
    const stop = await there.subscribe(audience, gone);
    await there.subscribe(audience, kept);
    stop();
    stop();
    await here.publish(audience, toolsChanged);
    await vi.waitFor(() => expect(kept).toHaveBeenCalledTimes(1));
    expect(gone).not.toHaveBeenCalled();
  });

  test('listens anew to a channel whose last listener had left', async () => {
    const audience = freshAudience();
    const [first, second] = [vi.fn(), vi.fn()];
    (await there.subscribe(audience, first))();
    await there.subscribe(audience, second);
    await here.publish(audience, toolsChanged);
    await vi.waitFor(() => expect(second).toHaveBeenCalledTimes(1));
    expect(first).not.toHaveBeenCalled();
  });

  test.each([
    ['no JSON', 'tools_list_changed'],
    ['an unknown kind', '{"kind":"call_tool"}'],
    ['a member too many', '{"kind":"tools_list_changed","params":{}}'],
    ['an address that is not ours', '{"kind":"resource_updated","uri":"https://evil.test.invalid"}'],
    [
      'an address beyond its length',
      JSON.stringify({ kind: 'resource_updated', uri: `modyo://${'x'.repeat(2048)}` }),
    ],
    ['a message beyond its size', JSON.stringify({ kind: 'tools_list_changed', _: 'x'.repeat(4096) })],
  ])('drops %s, and goes on', async (_what, text) => {
    const audience = freshAudience();
    const listener = vi.fn();
    await there.subscribe(audience, listener);
    await broadcast.publish(`mcp:ev:${audienceKey(audience)}`, text);
    await here.publish(audience, toolsChanged);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    expect(listener.mock.calls).toEqual([[toolsChanged]]);
  });

  test('goes on past a listener that throws', async () => {
    const audience = freshAudience();
    const kept = vi.fn();
    await there.subscribe(audience, () => {
      throw new Error('a listener failed');
    });
    await there.subscribe(audience, kept);
    await here.publish(audience, toolsChanged);
    await vi.waitFor(() => expect(kept).toHaveBeenCalledTimes(1));
    expect(logs.text()).toContain('a receiver of a broadcast failed');
  });
});

describe('the channel of an audience', () => {
  test('tells two audiences apart whatever separators their parts hold, and shows nothing of them', () => {
    const keys = [
      freshAudience({ tenantKey: 'a:b', subject: 'c' }),
      freshAudience({ tenantKey: 'a', subject: 'b:c' }),
      freshAudience({ tenantKey: 'a', subject: 'c', issuer: 'x"]' }),
      freshAudience({ tenantKey: 'a', subject: '"]c', issuer: 'x' }),
    ].map(audienceKey);
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}:[0-9a-f]{32}$/);
  });
});

describe('over a Redis that goes away', () => {
  afterEach(cleanUp);

  async function start() {
    const port = await freePort();
    const server = await startRedisServer({ port });
    const bus = createEventBus({ broadcast: await openRedis(server.url, 'single'), log });
    await connected(bus, bus);
    const subscriptions = async () =>
      (await sendCommand(port, 'PUBSUB CHANNELS mcp:ev:*')).match(/mcp:ev:/g)?.length ?? 0;
    return { port, server, bus, subscriptions };
  }

  test('every audience that is listened to hears one synthetic event when it is back, and then the real ones', async () => {
    const { port, server, bus } = await start();
    const [ana, eva] = [freshAudience(), freshAudience()];
    const [first, second] = [vi.fn(), vi.fn()];
    await bus.subscribe(ana, first);
    await bus.subscribe(eva, second);
    await server.stop();
    await bus.publish(ana, toolsChanged);
    const again = await startRedisServer({ port });
    cleanUps.push(() => again.stop());
    await vi.waitFor(() => expect(second).toHaveBeenCalledTimes(1), { timeout: 10_000 });
    await vi.waitUntil(
      async () => {
        await bus.publish(ana, promptsChanged);
        return first.mock.calls.length > 1;
      },
      { timeout: 10_000 },
    );
    expect(first.mock.calls.slice(0, 2)).toEqual([[toolsChanged], [promptsChanged]]);
    expect(second.mock.calls).toEqual([[toolsChanged]]);
  });

  test('someone who begins to listen meanwhile is heard of when it is back', async () => {
    const { port, server, bus } = await start();
    await server.stop();
    const [listener, ana] = [vi.fn(), freshAudience()];
    await bus.subscribe(ana, listener);
    const again = await startRedisServer({ port });
    cleanUps.push(() => again.stop());
    await vi.waitFor(() => expect(listener).toHaveBeenCalledWith(toolsChanged), { timeout: 10_000 });
  });

  test('a channel is subscribed while it has a listener, and no longer', async () => {
    const { server, bus, subscriptions } = await start();
    cleanUps.push(() => server.stop());
    const ana = freshAudience();
    const stopFirst = await bus.subscribe(ana, vi.fn());
    const stopSecond = await bus.subscribe(ana, vi.fn());
    await vi.waitUntil(async () => (await subscriptions()) === 1);
    stopFirst();
    await bus.publish(freshAudience(), toolsChanged);
    expect(await subscriptions()).toBe(1);
    stopSecond();
    await vi.waitUntil(async () => (await subscriptions()) === 0);
  });
});
