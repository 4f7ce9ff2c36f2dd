import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureCatalogue } from '../conformance/fixtures.ts';
import { type Edge, modern, ping, startEdge } from '../support/edge.ts';

/** What each revision is told before it calls anything: the two handshakes, and what they advertise. */

let edge: Edge;
let bare: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { catalogue: fixtureCatalogue } });
  bare = await startEdge();
});
afterAll(async () => {
  await edge.close();
  await bare.close();
});

function initialize(protocolVersion: string) {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

describe('initialize', () => {
  test.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['latest', '2025-11-25'],
  ])('asked for %s, answers %s', async (asked, answered) => {
    const answer = await edge.mcp({ message: initialize(asked) });
    expect(answer.status).toBe(200);
    expect(answer.json.result.protocolVersion).toBe(answered);
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
  });

  test.each(['2026-07-28', '2099-01-01', '2025-06-18', 'abc'])(
    'is negotiated in the body, whatever the header says (%s)',
    async (header) => {
      const message = initialize('2025-06-18');
      const answer = await edge.mcp({ message, headers: { 'mcp-protocol-version': header } });
      expect(answer.status).toBe(200);
      expect(answer.json.result.protocolVersion).toBe('2025-06-18');
    },
  );

  test('introduces the server and tells how to use it', async () => {
    const { result } = (await edge.mcp({ message: initialize('2025-11-25') })).json;
    expect(result.serverInfo).toMatchObject({ name: 'conformance-fixtures', version: '1.0.0' });
    expect(result.instructions).toBe('Entries for the conformance suite only.');
  });

  test('advertises what the catalogue has, and no change that nobody could be told of', async () => {
    const { capabilities } = (await edge.mcp({ message: initialize('2025-11-25') })).json.result;
    expect(capabilities).toEqual({
      tools: { listChanged: false },
      resources: { subscribe: true, listChanged: false },
      prompts: { listChanged: false },
      completions: {},
      logging: {},
    });
  });

  test('advertises nothing that the catalogue lacks', async () => {
    const { capabilities } = (await bare.mcp({ message: initialize('2025-11-25') })).json.result;
    expect(capabilities).toEqual({ tools: { listChanged: false } });
  });

  test('without its parameters is an invalid call, and tells nothing of our schemas', async () => {
    const answer = await edge.mcp({ message: { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} } });
    expect(answer.status).toBe(200);
    expect(answer.json.error).toEqual({ code: -32602, message: 'Invalid params.' });
  });
});

describe('no session', () => {
  test('a request is served without any handshake before it', async () => {
    const answer = await edge.mcp({ message: { ...ping, method: 'tools/list' } });
    expect(answer.json.result.tools.length).toBeGreaterThan(0);
  });

  test.each([
    ['legacy', { message: ping, headers: {} }],
    ['modern', modern('tools/list')],
  ])('a stray session id is neither refused nor sent back (%s)', async (_era, { message, headers }) => {
    const answer = await edge.mcp({ message, headers: { ...headers, 'mcp-session-id': 'of-someone-else' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
  });

  test('a client may initialize after it has discovered', async () => {
    expect((await edge.mcp(modern('server/discover'))).status).toBe(200);
    expect((await edge.mcp({ message: initialize('2025-11-25') })).status).toBe(200);
  });

  test('ping is answered with an empty result', async () => {
    expect((await edge.mcp({ message: ping })).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });
});

describe('server/discover', () => {
  test('names the revision, the capabilities of that era and the server, for this caller to keep', async () => {
    const { result } = (await edge.mcp(modern('server/discover'))).json;
    expect(result).toEqual({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: false, listChanged: false },
        prompts: { listChanged: false },
        completions: {},
      },
      instructions: 'Entries for the conformance suite only.',
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': expect.objectContaining({ version: '1.0.0' }) },
    });
  });

  test('is unknown to the 2025 era', async () => {
    const answer = await edge.mcp({ message: { ...ping, method: 'server/discover' } });
    expect([answer.status, answer.json.error.code]).toEqual([200, -32601]);
  });
});

test.each([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'tasks/get',
  'roots/list',
  'toString',
  '__proto__',
])('%s does not exist in the 2026 era', async (method) => {
  const answer = await edge.mcp(modern(method));
  expect(answer.status).toBe(404);
  expect(answer.json).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32601, message: 'Method not found.' },
  });
});
