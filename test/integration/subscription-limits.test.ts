import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import type { CallContext } from '../../src/mcp/catalogue.ts';
import { type Edge, modern, startEdge } from '../support/edge.ts';
import { createEdgeCatalogue, textResult } from '../support/edge-catalogue.ts';
import { openStream } from '../support/open-stream.ts';
import { httpCall } from '../support/raw-http.ts';

/** How many streams there may be, how long each lasts, and what it takes from others. */

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanUps.splice(0).reverse()) await undo();
});

const tools = {
  slow: { call: () => textResult('done') },
  move: {
    call(_args: unknown, context: CallContext) {
      context.toolsChanged();
      return textResult('moved');
    },
  },
  overdue: {
    call: (_args: unknown, context: CallContext) =>
      new Promise<ReturnType<typeof textResult>>((resolve) => {
        context.ignoreDeparture();
        context.signal.addEventListener('abort', () => resolve(textResult('late')));
      }),
  },
};

async function start(env: Readonly<Record<string, string>> = {}): Promise<Edge> {
  const { edge } = await startDrainable(env);
  cleanUps.push(() => edge.close());
  return edge;
}

async function startDrainable(env: Readonly<Record<string, string>> = {}) {
  const catalogue = { ...createEdgeCatalogue(tools), changes: { tools: true } as const };
  const edge = await startEdge({ env, app: { catalogue } });
  return { edge, drained: () => edge.app.drain() };
}

const request = () => modern('subscriptions/listen', { notifications: { toolsListChanged: true } });

async function listen(edge: Edge, token: string) {
  const stream = await openStream(edge.port, { ...request(), token });
  cleanUps.push(async () => stream.leave());
  return stream;
}

const anyone = (edge: Edge) => edge.mint({ subject: randomUUID() });

test('a third stream of one token is 429 with a wait, until one of the two has ended', async () => {
  const edge = await start();
  const token = await anyone(edge);
  const first = await listen(edge, token);
  await listen(edge, token);
  const third = await edge.mcp({
    ...request(),
    headers: { ...request().headers, accept: 'text/event-stream' },
    token,
  });
  expect(third.status).toBe(429);
  expect(third.json.error).toBe('too_many_requests');
  expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
  expect((await listen(edge, await anyone(edge))).status).toBe(200);
  first.leave();
  await vi.waitUntil(async () => (await listen(edge, token)).status === 200, { timeout: 5_000 });
});

test('two tokens of one person have their places apart, even where a token has no id', async () => {
  const edge = await start();
  const subject = randomUUID();
  const forged = (scope: string) => edge.identity.forge({ claims: { sub: subject, jti: undefined, scope } });
  const [one, other] = [await forged('modyo:read'), await forged('modyo:write')];
  for (const token of [one, one, other, other]) expect((await listen(edge, token)).status).toBe(200);
  expect((await listen(edge, one)).status).toBe(429);
});

test('a sixth stream of one tenant is 429, whoever asks; another tenant has its own five', async () => {
  const edge = await start();
  for (let count = 0; count < 5; count += 1)
    expect((await listen(edge, await anyone(edge))).status).toBe(200);
  expect((await listen(edge, await anyone(edge))).status).toBe(429);
  const pampa = await edge.mint({ tenant: 'b', subject: randomUUID() });
  expect((await listen(edge, pampa)).status).toBe(200);
  const { text } = await httpCall(edge.metricsPort, { path: '/metrics' });
  expect(text).toContain('modyo_mcp_streams_open 6\n');
  expect(text).toContain('modyo_mcp_limits_reached_total{limit="streams"} 1\n');
});

test('an open stream takes no place from the calls of its tenant', async () => {
  const edge = await start({ CONCURRENCY: '1' });
  const token = await anyone(edge);
  const stream = await listen(edge, token);
  await stream.atLeast(1);
  const answer = await edge.mcp({ ...modern('tools/call', { name: 'slow', arguments: {} }), token });
  expect(answer.json.result.content[0].text).toBe('done');
  expect((await listen(edge, token)).status).toBe(200);
});

test('an open stream outlives the time that a call may take', async () => {
  const edge = await start({ REQUEST_TIMEOUT_MS: '100', UPSTREAM_TIMEOUT_MS: '100' });
  const token = await anyone(edge);
  const stream = await listen(edge, token);
  for (const name of ['overdue', 'overdue', 'move'])
    await edge.mcp({ ...modern('tools/call', { name, arguments: {} }), token });
  expect(await stream.atLeast(2)).toMatchObject([{}, { method: 'notifications/tools/list_changed' }]);
});

test('a drain ends every stream with its result, and waits for no client to leave', async () => {
  const { edge, drained } = await startDrainable();
  const streams = [await listen(edge, await anyone(edge)), await listen(edge, await anyone(edge))];
  await Promise.all(streams.map((stream) => stream.atLeast(1)));
  await drained();
  for (const stream of streams) {
    expect(await stream.ended).toBe('closed');
    expect(stream.messages()[1]).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  }
  expect(edge.logs.text()).not.toContain('drain ended before every call did');
});
