import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureCatalogue } from '../conformance/fixtures.ts';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import { sseMessages } from '../support/sse.ts';

/** Revision 2025-03-26 is the only one with batches, and no public suite looks at them. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { catalogue: fixtureCatalogue }, env: { CONCURRENCY: '100' } });
});
afterAll(() => edge.close());

const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
const pings = (count: number) => Array.from({ length: count }, (_, id) => ({ ...ping, id }));

describe('who may send one', () => {
  test.each([
    ['a client of 2025-03-26', { 'mcp-protocol-version': '2025-03-26' }],
    ['a client that names no revision', {}],
  ])('%s', async (_name, headers) => {
    const answer = await edge.mcp({ message: pings(2), headers });
    expect(answer.status).toBe(200);
    expect(answer.json).toHaveLength(2);
  });

  test.each(['2025-06-18', '2025-11-25', '2026-07-28', '2099-01-01', 'abc'])(
    'nobody else (%s)',
    async (revision) => {
      const answer = await edge.mcp({ message: pings(2), headers: { 'mcp-protocol-version': revision } });
      expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([400, null, -32600]);
      expect(answer.json.error.message).toContain('2025-03-26');
    },
  );
});

describe('what it may hold', () => {
  test('20 messages', async () => {
    const answer = await edge.mcp({ message: pings(20) });
    expect(answer.json.map(({ id }: { readonly id: number }) => id)).toEqual(pings(20).map(({ id }) => id));
  });

  test.each([
    ['21 messages', pings(21)],
    ['no message', []],
    ['initialize', [ping, { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} }]],
    ['initialize as a notification', [ping, { jsonrpc: '2.0', method: 'initialize' }]],
    ['the same id twice', [ping, ping]],
    ['a request of the 2026 era', [ping, modern('tools/list', {}, 2).message]],
    ['a batch', [ping, [{ ...ping, id: 2 }]]],
    ['something that is no message', [ping, 'ping']],
    ['an id of 257 characters', [ping, { ...ping, id: 'x'.repeat(257) }]],
  ])('not %s', async (_name, message) => {
    const answer = await edge.mcp({ body: JSON.stringify(message) });
    expect([answer.status, answer.json.id, answer.json.error.code]).toEqual([400, null, -32600]);
  });

  test('the ids 1 and "1" are two', async () => {
    const answer = await edge.mcp({ message: [ping, { ...ping, id: '1' }] });
    expect(answer.json.map(({ id }: { readonly id: unknown }) => id)).toEqual([1, '1']);
  });

  test('a response with the id of a request, since it answers another one', async () => {
    const answer = await edge.mcp({ message: [ping, { jsonrpc: '2.0', id: 1, result: {} }] });
    expect(answer.json).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });
});

describe('how it is answered', () => {
  test('with one answer a request and none for the rest', async () => {
    const answer = await edge.mcp({
      message: [notification, toolCall('test_simple_text', {}, 'a'), notification, ping],
    });
    expect(answer.json).toMatchObject([
      { id: 'a', result: { content: [{ type: 'text' }] } },
      { id: 1, result: {} },
    ]);
  });

  test('with 202 when nothing in it needs an answer', async () => {
    const answer = await edge.mcp({ message: [notification, { jsonrpc: '2.0', id: 9, result: {} }] });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  test('with the faults of single requests among the answers', async () => {
    const answer = await edge.mcp({
      message: [{ ...ping, method: 'no/such' }, { ...ping, id: 2 }, toolCall('no-such-tool', {}, 3)],
    });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject([
      { id: 1, error: { code: -32601 } },
      { id: 2, result: {} },
      { id: 3, error: { code: -32602 } },
    ]);
  });

  test('with listings whole, two of them as well', async () => {
    const list = { ...ping, method: 'tools/list' };
    const [first, second] = (await edge.mcp({ message: [list, { ...list, id: 2 }] })).json;
    expect(first.result.tools.length).toBeGreaterThan(0);
    expect(second.result).toEqual(first.result);
  });

  test('as one event, when nothing but a stream is accepted', async () => {
    const answer = await edge.mcp({ message: pings(2), headers: { accept: 'text/event-stream' } });
    expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(sseMessages(answer.text)).toEqual([
      pings(2).map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })),
    ]);
  });

  test('without progress, for which there is no stream', async () => {
    const call = toolCall('test_tool_with_progress');
    const message = [{ ...call, params: { ...call.params, _meta: { progressToken: 'p' } } }];
    const answer = await edge.mcp({ message, headers: { accept: 'application/json, text/event-stream' } });
    expect(answer.json).toMatchObject([{ id: 1, result: { content: [{ text: 'The work is done.' }] } }]);
  });
});

test('each message counts against the rate of the tenant', async () => {
  const slow = await startEdge({ env: { RATE_PER_MINUTE: '20' } });
  const first = await slow.mcp({ message: pings(15) });
  const second = await slow.mcp({ message: pings(15) });
  await slow.close();
  expect([first.status, second.status]).toEqual([200, 429]);
  expect(second.headers).toHaveProperty('retry-after');
});
