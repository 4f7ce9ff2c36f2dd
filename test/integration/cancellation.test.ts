import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';
import { openStream } from '../support/open-stream.ts';
import { httpCall } from '../support/raw-http.ts';
import { type RawUpstream, sendJson, startRawUpstream } from '../support/raw-upstream.ts';

/** `notifications/cancelled`, and the departure of a client: what becomes of the call and of its request to Modyo. */

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanUps.splice(0).reverse()) await undo();
});

const patience = { timeout: 5_000, interval: 50 };

/** A request that Modyo has received and not answered. */
interface Pending {
  readonly aborted: () => boolean;
  answer(): void;
}

interface Stage {
  readonly here: Edge;
  readonly there: Edge;
  readonly upstream: RawUpstream;
  /** In the order of their arrival. */
  readonly pending: readonly Pending[];
}

const page = { spaces: [], meta: { total_entries: 0, per_page: 30, current_page: 1, total_pages: 0 } };

/** Two replicas with one Redis, in front of a Modyo that answers when the test says so. */
async function start(env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const pending: Pending[] = [];
  const upstream = await startRawUpstream((response: ServerResponse) => {
    let aborted = false;
    response.on('close', () => {
      aborted = !response.writableFinished;
    });
    pending.push({ aborted: () => aborted, answer: () => sendJson(response, 200, page) });
  });
  cleanUps.push(() => upstream.close());
  const replica = async (app: object = {}) => {
    const edge = await startEdge({
      env: { REDIS_URL: inject('redisUrl'), ...env },
      app: { dispatcherFor: () => upstream.dispatcher, catalogue: undefined as never, ...app },
    });
    cleanUps.push(() => edge.close());
    return edge;
  };
  const here = await replica();
  const { issuers, tenants } = here.identity;
  return { here, there: await replica({ issuers, tenants }), upstream, pending };
}

interface Person {
  readonly token: string;
}

const person = async ({ here }: Stage, request: Parameters<Edge['mint']>[0] = {}): Promise<Person> => ({
  token: await here.mint({ subject: randomUUID(), ...request }),
});

/** Begins a reading call and resolves once Modyo has its request. */
async function begin(stage: Stage, edge: Edge, { token }: Person, id: number | string) {
  const index = stage.pending.length;
  const answer = edge.mcp({ message: toolCall('content-spaces-list', {}, id), token });
  await vi.waitUntil(() => stage.pending.length > index, { timeout: 5_000, interval: 5 });
  const request = stage.pending[index];
  if (request === undefined) throw new Error('Modyo was not asked.');
  return { answer, request };
}

async function cancel(edge: Edge, { token }: Person, requestId: unknown) {
  const params = { requestId, reason: 'The person has changed their mind.' };
  const answer = await edge.mcp({
    message: { jsonrpc: '2.0', method: 'notifications/cancelled', params },
    token,
  });
  expect([answer.status, answer.text]).toEqual([202, '']);
}

type Begun = Awaited<ReturnType<typeof begin>>;

async function expectCancelled({ answer, request }: Begun): Promise<void> {
  const { status, json } = await answer;
  expect(status).toBe(200);
  expect(json.result.isError).toBe(true);
  expect(JSON.parse(json.result.content[0].text).error).toMatchObject({ details: { reason: 'cancelled' } });
  await vi.waitUntil(request.aborted, { timeout: 1_000 });
}

async function expectUntouched({ answer, request }: Begun): Promise<void> {
  expect(request.aborted()).toBe(false);
  request.answer();
  expect((await answer).json.result.structuredContent.data).toMatchObject({ spaces: [] });
}

describe.each([
  ['the replica of the call', 'here'],
  ['another replica', 'there'],
] as const)('a call that is cancelled at %s', (_where, at) => {
  test('ends, and so does its request to Modyo', async () => {
    const stage = await start();
    const ana = await person(stage);
    const call = await begin(stage, stage.here, ana, 5);
    await cancel(stage[at], ana, 5);
    await expectCancelled(call);
  });

  test('is nobody else’s: neither another subject nor another tenant can end it', async () => {
    const stage = await start();
    const subject = randomUUID();
    const ana = await person(stage, { subject });
    const others = [await person(stage), await person(stage, { subject, tenant: 'b' })];
    const call = await begin(stage, stage.here, ana, 5);
    for (const other of others) {
      const theirs = await begin(stage, stage.here, other, 5);
      await cancel(stage[at], other, 5);
      await expectCancelled(theirs);
    }
    await expectUntouched(call);
  });

  test('is told by the type of its id as well', async () => {
    const stage = await start();
    const ana = await person(stage);
    const [text, number] = [await begin(stage, stage.here, ana, '5'), await begin(stage, stage.here, ana, 5)];
    await cancel(stage[at], ana, 5);
    await expectCancelled(number);
    await expectUntouched(text);
  });
});

describe('two calls in flight under one id', () => {
  test.each([
    ['on one replica', 'here'],
    ['on two replicas', 'there'],
  ] as const)('%s: none is ended, since nobody knows which was meant', async (_where, at) => {
    const stage = await start();
    const ana = await person(stage);
    const twins = [await begin(stage, stage.here, ana, 5), await begin(stage, stage[at], ana, 5)];
    const single = await begin(stage, stage.here, ana, 6);
    await cancel(stage.here, ana, 5);
    // Asked later and so decided later: by then the twins have been decided on.
    await cancel(stage.here, ana, 6);
    await expectCancelled(single);
    for (const twin of twins) await expectUntouched(twin);
  });
});

test('F13.3 the place of a cancelled call is free for the next one', async () => {
  const stage = await start({ CONCURRENCY: '2' });
  const ana = await person(stage);
  const call = await begin(stage, stage.here, ana, 1);
  await cancel(stage.here, ana, 1);
  await expectCancelled(call);
  const [next, further] = [await begin(stage, stage.here, ana, 2), await begin(stage, stage.here, ana, 3)];
  await expectUntouched(next);
  await expectUntouched(further);
});

test('a client whose calls hold every place can cancel one of them', async () => {
  const stage = await start({ CONCURRENCY: '1' });
  const ana = await person(stage);
  const call = await begin(stage, stage.here, ana, 1);
  const waiting = stage.here.mcp({ message: toolCall('content-spaces-list', {}, 2), token: ana.token });
  await cancel(stage.here, ana, 1);
  await expectCancelled(call);
  await vi.waitUntil(() => stage.pending.length === 2, { timeout: 5_000, interval: 5 });
  const [, request] = stage.pending;
  if (request === undefined) throw new Error('Modyo was not asked.');
  await expectUntouched({ answer: waiting, request });
});

test('a client whose calls hold every place, and every place to wait in, can cancel one of them', async () => {
  const stage = await start({ CONCURRENCY: '1' });
  const { token } = await person(stage);
  const call = await begin(stage, stage.here, { token }, 1);
  const ask = (id: number) => stage.here.mcp({ message: toolCall('content-spaces-list', {}, id), token });
  let refused = 0;
  const waiting = Array.from({ length: 20 }, async (_, index) => {
    const { status, headers } = await ask(index + 2);
    if (status !== 429) return;
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    refused += 1;
  });
  // Those that find no place to wait in are answered at once.
  await vi.waitUntil(() => refused === 4, patience);
  await cancel(stage.here, { token }, 1);
  await expectCancelled(call);
  for (let served = 1; served <= 16; served += 1) {
    await vi.waitUntil(() => stage.pending.length > served, patience);
    stage.pending[served]?.answer();
  }
  await Promise.all(waiting);
});

describe('a call that waits for its place', () => {
  test.each([
    ['alone', (id: number) => toolCall('content-spaces-list', {}, id)],
    ['in a batch', (id: number) => [toolCall('content-spaces-list', {}, id)]],
  ])('%s is ended by a cancellation as well: it never begins, and says so', async (_how, message) => {
    const stage = await start({ CONCURRENCY: '1' });
    const { token } = await person(stage);
    const call = await begin(stage, stage.here, { token }, 1);
    const waiting = stage.here.mcp({ message: message(2), token });
    const further = stage.here.mcp({ message: toolCall('content-spaces-list', {}, 3), token });
    // It is known by its id once its body is read, which nobody outside can see.
    await vi.waitUntil(async () => {
      await cancel(stage.there, { token }, 2);
      return stage.here.logs.lines().some(({ msg }) => msg === 'a call was cancelled by its client');
    }, patience);
    await expectUntouched(call);
    const { json } = await waiting;
    const [{ result }] = Array.isArray(json) ? json : [json];
    expect(JSON.parse(result.content[0].text).error).toMatchObject({ details: { reason: 'cancelled' } });
    await vi.waitUntil(() => stage.pending.length === 2, patience);
    const [, request] = stage.pending;
    if (request === undefined) throw new Error('Modyo was not asked.');
    await expectUntouched({ answer: further, request });
    expect(stage.upstream.seen).toHaveLength(2);
  });

  test('is forgotten with its client', async () => {
    const stage = await start({ CONCURRENCY: '1' });
    const ana = await person(stage);
    const call = await begin(stage, stage.here, ana, 1);
    const left = new AbortController();
    const waiting = fetch(`http://127.0.0.1:${stage.here.port}/mcp`, {
      method: 'POST',
      signal: left.signal,
      body: JSON.stringify(toolCall('content-spaces-list', {}, 2)),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
    });
    const inFlight = async (count: number) => {
      const { text } = await httpCall(stage.here.metricsPort, { path: '/metrics' });
      return text.includes(`modyo_mcp_requests_in_flight ${count}\n`);
    };
    await vi.waitUntil(() => inFlight(2), patience);
    // By the time that another tenant has been answered, the body of the call has been read.
    await stage.here.mcp({ token: await stage.here.mint({ tenant: 'b' }) });
    left.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    await vi.waitUntil(() => inFlight(1), patience);
    await expectUntouched(call);
    // Of two calls with one id none is ended, so this one is alone.
    const next = await begin(stage, stage.here, ana, 2);
    await cancel(stage.there, ana, 2);
    await expectCancelled(next);
  });
});

test('F13.3 a client of the 2026 era that closes its stream ends the request to Modyo and frees its place', async () => {
  const stage = await start({ CONCURRENCY: '1' });
  const ana = await person(stage);
  const left = new AbortController();
  const { message, headers } = modern('tools/call', { name: 'content-spaces-list', arguments: {} });
  const answer = fetch(`http://127.0.0.1:${stage.here.port}/mcp`, {
    method: 'POST',
    signal: left.signal,
    body: JSON.stringify(message),
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${ana.token}`,
    },
  });
  await vi.waitUntil(() => stage.pending.length === 1, { timeout: 5_000, interval: 5 });
  left.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  await vi.waitUntil(() => stage.pending[0]?.aborted(), { timeout: 1_000 });
  await expectUntouched(await begin(stage, stage.here, ana, 2));
});

test('a cancelled call that streams its progress ends its stream with the same answer', async () => {
  const stage = await start();
  const ana = await person(stage);
  const call = toolCall('content-spaces-list', {}, 9);
  const message = { ...call, params: { ...call.params, _meta: { progressToken: 'p' } } };
  const opening = openStream(stage.here.port, { ...ana, message });
  await vi.waitUntil(() => stage.pending.length === 1, { timeout: 5_000, interval: 5 });
  await cancel(stage.there, ana, 9);
  const stream = await opening;
  expect(await stream.ended).toBe('closed');
  expect(stream.messages()).toMatchObject([{ id: 9, result: { isError: true } }]);
});

test('a real client of the 2025 era that gives a call up ends its request to Modyo', async () => {
  const stage = await start();
  const ana = await person(stage);
  const client = new Client({ name: 'canceller', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${ana.token}` } };
  const url = new URL(`http://127.0.0.1:${stage.here.port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const patience = new AbortController();
  const call = client.callTool({ name: 'content-spaces-list', arguments: {} }, undefined, {
    signal: patience.signal,
  });
  await vi.waitUntil(() => stage.pending.length === 1, { timeout: 5_000, interval: 5 });
  patience.abort('no longer needed');
  await expect(call).rejects.toThrow(/no longer needed/);
  await vi.waitUntil(() => stage.pending[0]?.aborted(), { timeout: 1_000 });
  await client.close();
});

describe('a cancellation of nothing', () => {
  test.each([
    ['an id that no call has', { requestId: 99 }],
    ['an id of another type', { requestId: { id: 5 } }],
    ['an id beyond its length', { requestId: 'x'.repeat(300) }],
    ['no id', {}],
    ['no parameters', undefined],
  ])('%s is accepted and does nothing', async (_what, params) => {
    const stage = await start();
    const ana = await person(stage);
    const call = await begin(stage, stage.here, ana, 5);
    const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
    expect((await stage.here.mcp({ message, token: ana.token })).status).toBe(202);
    const other = await begin(stage, stage.here, ana, 6);
    await cancel(stage.here, ana, 6);
    await expectCancelled(other);
    await expectUntouched(call);
  });
});
