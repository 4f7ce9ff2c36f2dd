import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, inject, test } from 'vitest';
import type { AppOptions } from '../../src/app.ts';
import { createEventBus, type EventBus } from '../../src/infrastructure/event-bus.ts';
import { createRedisBroadcast } from '../../src/infrastructure/redis-broadcast.ts';
import { connectRedis } from '../../src/infrastructure/redis-connection.ts';
import type { Catalogue, ChangeSource } from '../../src/mcp/catalogue.ts';
import { tenantKey } from '../../src/tenant/tenant-key.ts';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';
import { createEdgeCatalogue, textResult } from '../support/edge-catalogue.ts';
import { createLogCapture } from '../support/log-capture.ts';
import { type OpenStream, openStream } from '../support/open-stream.ts';
import { sseMessages } from '../support/sse.ts';
import { type MintRequest, registryIssuer, testTenants } from '../support/tokens.ts';

/** `subscriptions/listen`: one stream per request, told of what happens on any replica. */

const both = 'application/json, text/event-stream';
const subscriptionId = 'io.modelcontextprotocol/subscriptionId';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanUps.splice(0).reverse()) await undo();
});

/** Its tool `move` changes what its caller sees. */
function changing(changes: ChangeSource | undefined): Catalogue {
  const catalogue = createEdgeCatalogue({
    move: {
      call(_args, context) {
        context.toolsChanged();
        return textResult('moved');
      },
    },
  });
  const documents = { list: () => [], templates: () => [], read: async () => undefined };
  return { ...catalogue, resources: documents, ...(changes && { changes }) };
}

interface ReplicaOptions {
  readonly changes?: ChangeSource | undefined;
  readonly env?: Readonly<Record<string, string>>;
  readonly app?: Partial<AppOptions>;
}

async function start({ changes = { tools: true }, env = {}, app = {} }: ReplicaOptions = {}): Promise<Edge> {
  const edge = await startEdge({ env, app: { catalogue: changing(changes), ...app } });
  cleanUps.push(() => edge.close());
  return edge;
}

/** Two replicas that trust the same issuer and share one Redis. */
async function startTwo(options: ReplicaOptions = {}): Promise<readonly [Edge, Edge]> {
  const env = { REDIS_URL: inject('redisUrl'), ...options.env };
  const first = await start({ ...options, env });
  const { issuers, tenants } = first.identity;
  return [first, await start({ ...options, env, app: { issuers, tenants } })];
}

interface Listener {
  readonly token?: string;
  readonly id?: number | string;
  readonly notifications?: unknown;
}

async function listen(edge: Edge, options: Listener = {}): Promise<OpenStream> {
  const { id = 1, token = edge.token, notifications = { toolsListChanged: true } } = options;
  const request = modern('subscriptions/listen', { notifications: notifications }, id);
  const stream = await openStream(edge.port, { ...request, token });
  cleanUps.push(async () => stream.leave());
  return stream;
}

const move = (edge: Edge, token = edge.token) =>
  edge.mcp({ ...modern('tools/call', { name: 'move', arguments: {} }), token });

/** Another person, so that nobody is told who listens for ana. */
const someone = (edge: Edge, request: MintRequest = {}) => edge.mint({ subject: randomUUID(), ...request });

describe('F7.12 a stream of the 2026 era', () => {
  test('is acknowledged first, and hears once of a change by the same person on another replica', async () => {
    const [here, there] = await startTwo();
    const token = await someone(here);
    const stream = await listen(here, { token, id: 7 });
    expect(stream.status).toBe(200);
    expect(await stream.atLeast(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true }, _meta: { [subscriptionId]: 7 } },
      },
    ]);
    const answer = await move(there, token);
    expect(answer.json.result.content[0].text).toBe('moved');
    const [, changed] = await stream.atLeast(2);
    expect(changed).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      params: { _meta: { [subscriptionId]: 7 } },
    });
    await move(there, token);
    expect(await stream.atLeast(3)).toHaveLength(3);
    expect(stream.messages()).toHaveLength(3);
  });

  test('keeps the type of the id that its client chose', async () => {
    const edge = await start();
    const token = await someone(edge);
    const stream = await listen(edge, { token, id: '7' });
    await move(edge, token);
    const tags = (await stream.atLeast(2)).map(({ params }) => (params as { _meta: object })._meta);
    expect(tags).toEqual([{ [subscriptionId]: '7' }, { [subscriptionId]: '7' }]);
  });

  test('hears nothing of another subject, another tenant or another issuer', async () => {
    const [here, there] = await startTwo();
    const subject = randomUUID();
    const own = await here.mint({ subject });
    const strangers = [
      await here.mint({ subject: randomUUID() }),
      await here.mint({ subject, tenant: 'b' }),
      await here.identity.mintSealed({ subject }),
    ];
    const streams = await Promise.all(strangers.map((token) => listen(here, { token })));
    const mine = await listen(here, { token: own });
    await move(there, own);
    await mine.atLeast(2);
    expect(streams.map((stream) => stream.messages().length)).toEqual([1, 1, 1]);
    for (const token of strangers) await move(there, token);
    await Promise.all(streams.map((stream) => stream.atLeast(2)));
    expect(mine.messages()).toHaveLength(2);
  });

  test('hears of a change that a client of the 2025 era made, whose answer carries it too', async () => {
    const edge = await start();
    const token = await someone(edge);
    const stream = await listen(edge, { token });
    const answer = await edge.mcp({ message: toolCall('move'), token, headers: { accept: both } });
    expect(sseMessages(answer.text).map(({ method }) => method)).toEqual([
      'notifications/tools/list_changed',
      undefined,
    ]);
    await stream.atLeast(2);
  });

  test('is apart from another of the same id and person: each hears once, and the end of one is not the other’s', async () => {
    const edge = await start();
    const token = await someone(edge);
    const [one, other] = [await listen(edge, { token, id: 7 }), await listen(edge, { token, id: 7 })];
    await move(edge, token);
    await Promise.all([one.atLeast(2), other.atLeast(2)]);
    one.leave();
    await one.ended;
    await move(edge, token);
    await other.atLeast(3);
    expect([one.messages().length, other.messages().length]).toEqual([2, 3]);
  });

  test('carries only what was asked for and can change', async () => {
    const edge = await start({ changes: { tools: true } });
    const token = await someone(edge);
    const stream = await listen(edge, {
      token,
      notifications: {
        toolsListChanged: false,
        promptsListChanged: true,
        resourceSubscriptions: ['modyo://x'],
        rootsListChanged: true,
      },
    });
    expect(await stream.ended).toBe('closed');
    expect(stream.messages()).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
      { id: 1, result: { resultType: 'complete', _meta: { [subscriptionId]: 1 } } },
    ]);
  });

  test('is never kept by anybody on its way', async () => {
    const stream = await listen(await start());
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  });
});

test('a real client of the 2026 era hears of a change, and is told when the service leaves', async () => {
  const edge = await startEdge({ app: { catalogue: changing({ tools: true }) } });
  const client = new Client(
    { name: 'listener', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const requestInit = { headers: { authorization: `Bearer ${edge.token}` } };
  const url = new URL(`http://127.0.0.1:${edge.port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const changed = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
  });
  const subscription = await client.listen({ toolsListChanged: true, promptsListChanged: true });
  expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
  await client.callTool({ name: 'move', arguments: {} });
  await changed;
  await edge.app.drain();
  expect(await subscription.closed).toBe('graceful');
  await client.close();
});

describe('where nothing can change', () => {
  test('there is no such method, and nobody is promised a notification', async () => {
    const edge = await start({ changes: undefined, app: { catalogue: changing(undefined) } });
    const answer = await edge.mcp(
      modern('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    );
    expect([answer.status, answer.json.error.code]).toEqual([404, -32601]);
    const { capabilities } = (await edge.mcp(modern('server/discover'))).json.result;
    expect(capabilities.tools).toEqual({ listChanged: false });
  });

  test('and where it can, both eras are told, and no list of tools is kept', async () => {
    const edge = await start();
    const discovered = (await edge.mcp(modern('server/discover'))).json.result;
    expect(discovered.capabilities.tools).toEqual({ listChanged: true });
    expect(discovered.capabilities.resources).toEqual({ subscribe: false, listChanged: false });
    const listed = (await edge.mcp(modern('tools/list'))).json.result;
    expect([listed.ttlMs, listed.cacheScope]).toEqual([0, 'private']);
  });

  test('a client of the 2025 era has no such method', async () => {
    const edge = await start();
    const message = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } };
    expect((await edge.mcp({ message })).json.error.code).toBe(-32601);
  });
});

describe('bad input', () => {
  test.each([
    ['no filter', {}],
    ['a filter of another type', { notifications: 'all' }],
    ['a wish of another type', { notifications: { toolsListChanged: 'yes' } }],
    ['too many addresses', { notifications: { resourceSubscriptions: Array(101).fill('modyo://x') } }],
  ])('%s is -32602, and takes no place', async (_what, params) => {
    const edge = await start();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const request = modern('subscriptions/listen', params);
      const answer = await edge.mcp({ ...request, headers: { ...request.headers, accept: both } });
      expect([answer.status, answer.json.error.code]).toEqual([200, -32602]);
    }
  });

  test.each(['application/json', '*/*', ''])(
    'a client that takes no stream is told so: %s',
    async (accept) => {
      const edge = await start();
      const { message, headers } = modern('subscriptions/listen', {
        notifications: { toolsListChanged: true },
      });
      const answer = await edge.mcp({ message, headers: { ...headers, accept } });
      expect([answer.status, answer.json.error.code]).toEqual([406, -32000]);
    },
  );
});

/** A third replica, as far as events go. */
async function openEvents(): Promise<EventBus> {
  const { log } = createLogCapture();
  const connection = await connectRedis({ url: inject('redisUrl'), mode: 'single', log });
  const broadcast = await createRedisBroadcast({ connection, log });
  cleanUps.push(() => broadcast.close().then(() => connection.close()));
  return createEventBus({ broadcast, log });
}

describe('F12.6 an update of a resource', () => {
  test('reaches only those who subscribed to it and may read it', async () => {
    const readable = new Set(['modyo://open', 'modyo://other', 'modyo://closing']);
    const changes: ChangeSource = {
      watchable: (uri, { tenant }) => readable.has(uri) && (uri !== 'modyo://other' || tenant.id === 'pampa'),
    };
    const edge = await start({ changes, env: { REDIS_URL: inject('redisUrl') } });
    const subject = randomUUID();
    const watched = ['modyo://open', 'modyo://other', 'modyo://closing', 'modyo://unknown'];
    const stream = await listen(edge, {
      token: await edge.mint({ subject }),
      notifications: { resourceSubscriptions: watched },
    });
    expect(await stream.atLeast(1)).toMatchObject([
      { params: { notifications: { resourceSubscriptions: ['modyo://open', 'modyo://closing'] } } },
    ]);
    readable.delete('modyo://closing');
    const events = await openEvents();
    const audience = {
      tenantKey: tenantKey(registryIssuer, testTenants.a.id),
      issuer: registryIssuer,
      subject,
    };
    for (const uri of [...watched, 'modyo://open'])
      await events.publish(audience, { kind: 'resource_updated', uri });
    await stream.atLeast(3);
    expect(stream.messages().slice(1)).toEqual(
      Array(2).fill({
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: 'modyo://open', _meta: { [subscriptionId]: 1 } },
      }),
    );
  });
});
