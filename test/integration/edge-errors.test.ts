import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import { createTestIdentity } from '../support/tokens.ts';

/** The rows of the error table that the admission order does not reach, in both eras where they have two. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const inBothEras: readonly (readonly [string, ReturnType<typeof callIn>])[] = [
  ['legacy', callIn('legacy')],
  ['modern', callIn('modern')],
];

function callIn(era: 'legacy' | 'modern') {
  return (method: string, params: Readonly<Record<string, unknown>> = {}) =>
    era === 'modern' ? modern(method, params) : { message: { ...ping, method, params }, headers: {} };
}

test.each(inBothEras)('an Accept that nothing can meet is 406 (%s)', async (_era, request) => {
  const { message, headers } = request('tools/call', { name: 'echo', arguments: {} });
  const answer = await edge.mcp({ message, headers: { ...headers, accept: 'text/html' } });
  expect(answer.status).toBe(406);
});

test('an unknown version in the header alone is 400 -32000 in the 2025 era', async () => {
  for (const version of ['2024-01-01', 'abc']) {
    const answer = await edge.mcp({ headers: { 'mcp-protocol-version': version } });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe(-32000);
  }
});

test.each(inBothEras)('an unknown tool is -32602 with status 200 (%s)', async (_era, request) => {
  const answer = await edge.mcp(request('tools/call', { name: 'no-such-tool', arguments: {} }));
  expect(answer.status).toBe(200);
  expect(answer.json.error.code).toBe(-32602);
});

test.each(inBothEras)('a cursor is -32602, for there is one page (%s)', async (_era, request) => {
  const answer = await edge.mcp(request('tools/list', { cursor: 'x' }));
  expect(answer.status).toBe(200);
  expect(answer.json.error.code).toBe(-32602);
});

test.each(inBothEras)('a bug in a tool is a result with a fixed text (%s)', async (_era, request) => {
  const answer = await edge.mcp(request('tools/call', { name: 'crash', arguments: {} }));
  expect(answer.status).toBe(200);
  expect(answer.json.result.isError).toBe(true);
  const { error } = JSON.parse(answer.json.result.content[0].text);
  expect(error).toMatchObject({ code: 'INTERNAL', request_id: expect.any(String) });
});

test('the modern leg never uses a retired code', async () => {
  const retired = [-32001, -32002, -32003, -32004, -32042];
  for (const [method, params] of [
    ['resources/read', { uri: 'modyo://none' }],
    ['prompts/get', { name: 'none' }],
    ['ping', {}],
    ['tools/call', { name: 'none', arguments: {} }],
  ] as const) {
    const { json } = await edge.mcp(modern(method, params));
    expect(retired).not.toContain(json.error?.code);
  }
});

describe('what the service needs and does not get', () => {
  test('keys that could never be fetched are 503 with Retry-After, and no 401', async () => {
    const identity = await createTestIdentity();
    const issuers = identity.issuers.map((record) => ({
      ...record,
      keySource: { kind: 'remote', uri: 'https://issuer.test.invalid/jwks' } as const,
    }));
    const alone = await startEdge({
      app: { issuers, fetchJwks: () => Promise.reject(new Error('offline')) },
    });
    const answer = await alone.mcp({ token: await identity.mint() });
    await alone.close();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.any(String),
      request_id: expect.any(String),
    });
  });
});

describe('addresses without anything behind them', () => {
  test.each(['/', '/mcp/x', '/favicon.ico', '/metrics', '/.well-known/oauth-authorization-server'])(
    '%s is 404 in JSON',
    async (path) => {
      const answer = await edge.call({ path });
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual({ error: 'not_found', error_description: expect.any(String) });
    },
  );

  test.each([
    ['application/json', '{'],
    ['application/json', '{"__proto__":1}'],
    ['text/x-unknown', 'x'],
  ])('nor is a body read there (%s %s)', async (type, body) => {
    const answer = await edge.call({
      method: 'POST',
      path: '/nowhere',
      headers: { 'content-type': type },
      body,
    });
    expect(answer.status).toBe(404);
  });

  test('an address that cannot be decoded is 400 in JSON', async () => {
    const answer = await edge.call({ path: '/%zz' });
    expect(answer.status).toBe(400);
    expect(answer.json.error).toBe('invalid_request');
    expect(answer.text).not.toContain('%zz');
  });

  test.each(['/livez', '/readyz', '/.well-known/oauth-protected-resource'])(
    '%s answers other methods with 405 and Allow',
    async (path) => {
      const answer = await edge.call({ method: 'DELETE', path });
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toMatch(/^GET, HEAD/);
    },
  );
});

test('an error inside one call leaves the next one alone', async () => {
  await edge.mcp({ message: toolCall('crash') });
  expect((await edge.mcp()).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
});
