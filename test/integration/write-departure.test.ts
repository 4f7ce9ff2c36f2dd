import type { ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';
import { openStream } from '../support/open-stream.ts';
import { type RawUpstream, sendJson, startRawUpstream } from '../support/raw-upstream.ts';

/** What becomes of a write whose client gives it up, and of one that a leaving process cannot wait for. */

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanUps.splice(0).reverse()) await undo();
});

/** A request that Modyo has received and not answered. */
interface Held {
  readonly isAborted: () => boolean;
  answer(): void;
}

type Step = 'lookup' | 'read' | 'write';

interface Stage {
  readonly edge: Edge;
  readonly upstream: RawUpstream;
  /** In the order of their arrival. */
  readonly held: readonly Held[];
  /** What Modyo does not answer by itself. */
  readonly slow: { step: Step | undefined };
  /** What reached Modyo, in order. */
  steps(): readonly Step[];
  drain(): Promise<void>;
}

const space = { id: 7, name: 'Blog', uid: 'blog', default_locale: 'en', locales: ['en'] };
const meta = { total_entries: 1, per_page: 100, current_page: 1, total_pages: 1 };

function stepOf({ method, target }: { readonly method: string; readonly target: string }): Step {
  if (method !== 'GET') return 'write';
  return target.includes('/spaces/7') ? 'read' : 'lookup';
}

/** The product in front of a Modyo with one space. To change it, it is looked up, read, written, and read again. */
async function start(step: Step, env: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const held: Held[] = [];
  const slow: Stage['slow'] = { step };
  const upstream = await startRawUpstream((response: ServerResponse, request) => {
    const own = stepOf(request);
    const answer = () => sendJson(response, 200, own === 'lookup' ? { spaces: [space], meta } : space);
    if (own !== slow.step) return answer();
    let isAborted = false;
    response.on('close', () => {
      isAborted = !response.writableFinished;
    });
    held.push({ isAborted: () => isAborted, answer });
  });
  cleanUps.push(() => upstream.close());
  const edge = await startEdge({
    env: { CONCURRENCY: '1', ...env },
    app: { dispatcherFor: () => upstream.dispatcher, catalogue: undefined as never },
  });
  let drained: Promise<void> | undefined;
  cleanUps.push(() => drained ?? edge.close());
  const drain = () => {
    drained = edge.app.drain();
    return drained;
  };
  return { edge, upstream, drain, held, slow, steps: () => upstream.seen.map(stepOf) };
}

const tool = 'content-spaces-manage';
const args = { identifier: 'blog', name: space.name };
const whole = ['lookup', 'read', 'write', 'read'];

const soon = { timeout: 1_000, interval: 5 };
const patience = { timeout: 5_000, interval: 5 };

async function firstHeld({ held }: Stage): Promise<Held> {
  return vi.waitUntil(() => held[0], patience);
}

/** A client of the 2026 era that closes its stream is gone, and that is its cancellation. */
async function callAndLeave(stage: Stage): Promise<Held> {
  const { edge } = stage;
  const client = new AbortController();
  const { message, headers } = modern('tools/call', { name: tool, arguments: args });
  const answer = fetch(`http://127.0.0.1:${edge.port}/mcp`, {
    method: 'POST',
    signal: client.signal,
    body: JSON.stringify(message),
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${edge.token}`,
    },
  });
  const request = await firstHeld(stage);
  client.abort();
  await expect(answer).rejects.toThrow(/abort/i);
  return request;
}

/** By the time that another tenant has been answered, the service knows who has left. */
async function untilHeard({ edge }: Stage): Promise<void> {
  expect((await edge.mcp({ token: await edge.mint({ tenant: 'b' }) })).status).toBe(200);
}

const outcomes = ({ edge }: Stage) =>
  edge.logs
    .lines()
    .filter((line) => line['audit'] === 'tool_call')
    .map((line) => line['outcome']);

const errorOf = (json: { readonly result: { readonly content: readonly [{ readonly text: string }] } }) =>
  JSON.parse(json.result.content[0].text).error;

test('F13.3 what a write reads before it begins ends with its client: Modyo is not told to write, and the place is free', async () => {
  const stage = await start('lookup');
  const reading = await callAndLeave(stage);
  await vi.waitUntil(reading.isAborted, soon);
  await vi.waitUntil(() => outcomes(stage).length === 1, soon);
  expect([outcomes(stage), stage.steps()]).toEqual([['aborted'], ['lookup']]);
  stage.slow.step = undefined;
  const { json } = await stage.edge.mcp({ message: toolCall(tool, args) });
  expect(json.result.structuredContent.state).toMatchObject({ status: 'done' });
  expect(stage.steps()).toEqual(['lookup', ...whole]);
});

test('F13.4 a write that has begun outlives its client to its last request, and is audited once, as what it became; its place is free then', async () => {
  const stage = await start('write');
  const writing = await callAndLeave(stage);
  let isServed = false;
  const next = stage.edge.mcp().then(() => {
    isServed = true;
  });
  await untilHeard(stage);
  expect([writing.isAborted(), outcomes(stage), isServed]).toEqual([false, [], false]);
  writing.answer();
  await vi.waitUntil(() => outcomes(stage).length === 1, patience);
  expect([outcomes(stage), stage.steps()]).toEqual([['ok'], whole]);
  await next;
});

test('F13.4 a write that is cancelled after it began answers what it did', async () => {
  const stage = await start('write');
  const answer = stage.edge.mcp({ message: toolCall(tool, args, 5) });
  const writing = await firstHeld(stage);
  const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };
  expect((await stage.edge.mcp({ message })).status).toBe(202);
  const heard = () => stage.edge.logs.lines().some(({ msg }) => msg === 'a call was cancelled by its client');
  await vi.waitUntil(heard, patience);
  writing.answer();
  expect((await answer).json.result.structuredContent.state).toMatchObject({ status: 'done' });
  expect([outcomes(stage), stage.steps()]).toEqual([['ok'], whole]);
});

test('F13.4 a process that cannot wait for a write says that nobody knows whether it was made', async () => {
  const stage = await start('write', { DRAIN_TIMEOUT_MS: '50' });
  const answer = stage.edge.mcp({ message: toolCall(tool, args) });
  const writing = await firstHeld(stage);
  const drained = stage.drain();
  const { status, json } = await answer;
  expect([status, json.result.isError]).toEqual([200, true]);
  expect(errorOf(json)).toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: expect.stringMatching(/not known/),
    details: { reason: 'shut_down', state_unknown: true },
  });
  expect([writing.isAborted(), outcomes(stage)]).toEqual([false, ['UPSTREAM_ERROR']]);
  writing.answer();
  await drained;
  expect(stage.steps().filter((step) => step === 'write')).toHaveLength(1);
});

test('F13.4 a process that cannot wait for a write that streams ends the stream with the same answer', async () => {
  const stage = await start('write', { DRAIN_TIMEOUT_MS: '50' });
  const call = toolCall(tool, args);
  const message = { ...call, params: { ...call.params, _meta: { progressToken: 'p' } } };
  const opening = openStream(stage.edge.port, { token: stage.edge.token, message });
  const writing = await firstHeld(stage);
  const drained = stage.drain();
  const stream = await opening;
  expect(await stream.ended).toBe('closed');
  writing.answer();
  await drained;
  const [answer] = stream.messages().slice(-1);
  expect(errorOf(answer as never)).toMatchObject({ details: { state_unknown: true } });
});

test('a process that cannot wait for a read, or a write that has not begun, says that nothing was changed', async () => {
  const stage = await start('lookup', { DRAIN_TIMEOUT_MS: '50' });
  const answer = stage.edge.mcp({ message: toolCall(tool, args) });
  const reading = await firstHeld(stage);
  const drained = stage.drain();
  const { json } = await answer;
  expect(errorOf(json)).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/nothing was changed/),
    retry_after_ms: 1000,
    details: { reason: 'shut_down' },
  });
  expect(errorOf(json).details).not.toHaveProperty('state_unknown');
  await drained;
  expect([reading.isAborted(), outcomes(stage), stage.steps()]).toEqual([true, ['aborted'], ['lookup']]);
});

test('F13.4 a process that leaves waits for a write whose client is gone, to its last request', async () => {
  const stage = await start('write');
  const writing = await callAndLeave(stage);
  await untilHeard(stage);
  let hasLeft = false;
  const drained = stage.drain().then(() => {
    hasLeft = true;
  });
  // Longer than a process without anything to wait for takes.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([hasLeft, stage.steps()]).toEqual([false, ['lookup', 'read', 'write']]);
  writing.answer();
  await drained;
  expect([outcomes(stage), stage.steps()]).toEqual([['ok'], whole]);
});

test('a process that leaves refuses a call that still waits for its place: nothing of it was done', async () => {
  const stage = await start('lookup', { DRAIN_TIMEOUT_MS: '50' });
  const running = stage.edge.mcp({ message: toolCall(tool, args, 1) });
  await firstHeld(stage);
  const waiting = stage.edge.mcp({ message: toolCall(tool, args, 2) });
  await untilHeard(stage);
  await stage.drain();
  const { status, json, headers } = await waiting;
  expect([status, json.error, headers['retry-after']]).toEqual([503, 'shutting_down', '1']);
  expect((await running).status).toBe(200);
  expect(stage.steps()).toEqual(['lookup']);
});
