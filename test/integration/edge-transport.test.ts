import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import { type HttpCall, rawExchange } from '../support/raw-http.ts';

/** Public reports about comparable servers, each as the behaviour that would have been right. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

describe.each([
  ['nothing', undefined],
  ['JSON only', 'application/json'],
  ['a wildcard', '*/*'],
  ['any application', 'application/*;q=0.8'],
  ['both', 'application/json, text/event-stream'],
])('an Accept of %s', (_name, accept) => {
  test('is answered with JSON', async () => {
    const answer = await edge.mcp({
      message: toolCall('echo', { a: 1 }),
      headers: accept === undefined ? {} : { accept },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json.result.content[0].text).toBe('{"a":1}');
  });
});

test('a client that accepts only an event stream gets one', async () => {
  const answer = await edge.mcp({ message: toolCall('echo'), headers: { accept: 'text/event-stream' } });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/),
    'x-accel-buffering': 'no',
  });
  const data = /^data: (.*)$/m.exec(answer.text)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ id: 1, result: { content: [{ text: '{}' }] } });
});

test('progress that was asked for comes before the answer', async () => {
  const message = toolCall('progress');
  const answer = await edge.mcp({
    message: { ...message, params: { ...message.params, _meta: { progressToken: 'p' } } },
    headers: { accept: 'application/json, text/event-stream' },
  });
  const events = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  expect(events).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
    { id: 1, result: { content: [{ text: 'finished' }] } },
  ]);
});

test.each(['GET', 'DELETE'])('%s opens no stream and ends at once: 405', async (method) => {
  const answer = await edge.call({
    method,
    path: '/mcp',
    headers: { authorization: `Bearer ${edge.token}`, accept: 'text/event-stream', 'mcp-session-id': 'x' },
  });
  expect(answer.status).toBe(405);
  expect(answer.headers['allow']).toBe('POST');
});

test('GET without a token is challenged, so that a client learns how to sign in', async () => {
  const answer = await edge.call({ path: '/mcp', headers: { accept: 'text/event-stream' } });
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toMatch(/^Bearer resource_metadata="/);
});

test('a notification without params is accepted', async () => {
  const answer = await edge.mcp({ message: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  expect(answer).toMatchObject({ status: 202, text: '' });
});

test('a session id that we never gave is ignored and not returned', async () => {
  const answer = await edge.mcp({ headers: { 'mcp-session-id': 'stray' } });
  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('mcp-session-id');
});

test('a page in a browser can read the challenge and the wait', async () => {
  const answer = await edge.call({
    method: 'POST',
    path: '/mcp',
    headers: { origin: 'http://localhost:6274' },
  });
  expect(answer.status).toBe(401);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:6274');
  expect(answer.headers['access-control-expose-headers']?.split(', ')).toEqual(
    expect.arrayContaining(['WWW-Authenticate', 'Retry-After', 'Mcp-Session-Id']),
  );
});

test.each<[number, string, () => Promise<HttpCall & { token?: string; message?: unknown }>]>([
  [400, 'a parse error', async () => ({ body: '{' })],
  [400, 'an unknown query', async () => ({ path: '/mcp?x=1' })],
  [401, 'a bad token', async () => ({ token: 'a.b.c' })],
  [403, 'an unknown tenant', async () => ({ token: await edge.mint({ tenant: 'nobody' }) })],
  [
    403,
    'a missing scope',
    async () => ({ token: await edge.mint({ scopes: ['modyo:read'] }), message: toolCall('write') }),
  ],
  [404, 'an unknown method', async () => modern('no/such')],
  [405, 'a PUT', async () => ({ method: 'PUT' })],
  [406, 'an impossible Accept', async () => ({ headers: { accept: 'text/html' } })],
  [413, 'a large body', async () => ({ body: ' '.repeat(3_000_000) })],
  [415, 'another media type', async () => ({ headers: { 'content-type': 'text/plain' } })],
])('%i after %s can be read by a page that may ask', async (status, _name, call) => {
  const { headers, ...rest } = await call();
  const answer = await edge.mcp({ ...rest, headers: { ...headers, origin: 'http://localhost:6274' } });
  expect(answer.status).toBe(status);
  expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:6274');
  expect(answer.headers['vary']).toContain('Origin');
});

test('every URL of ours is https behind a proxy that speaks http, whatever the headers say', async () => {
  const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'internal', host: 'mcp.test.invalid' };
  const metadata = await edge.call({ path: '/.well-known/oauth-protected-resource', headers });
  const challenge = await edge.call({ method: 'POST', path: '/mcp', headers });
  expect(metadata.json.resource).toBe('https://mcp.test.invalid/mcp');
  expect(challenge.headers['www-authenticate']).toContain(
    'resource_metadata="https://mcp.test.invalid/.well-known/oauth-protected-resource/mcp"',
  );
});

test('/mcp and /mcp/ both answer, and neither redirects', async () => {
  for (const path of ['/mcp', '/mcp/']) {
    const answer = await edge.mcp({ path });
    expect(answer).toMatchObject({ status: 200, json: { id: 1, result: {} } });
  }
});

test('a thousand requests on one connection are all answered, in order', async () => {
  const own = await startEdge({ env: { RATE_PER_MINUTE: '10000', CONCURRENCY: '1000' } });
  const requests = Array.from({ length: 1_000 }, (_, id) => {
    const body = JSON.stringify({ ...ping, id });
    const last = id === 999 ? '\r\nConnection: close' : '';
    return `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${own.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}${last}\r\n\r\n${body}`;
  });
  const answers = await rawExchange(own.port, ...requests);
  await own.close();
  const ids = [...answers.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1_000);
  expect(ids).toEqual(requests.map((_request, id) => id));
});

test('a client that leaves ends its call and nobody else’s', async () => {
  const seen: AbortSignal[] = [];
  const wait = {
    call: (_args: unknown, { signal }: { signal: AbortSignal }) => {
      seen.push(signal);
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('left')));
      });
    },
  };
  const own = await startEdge({ tools: { wait } });
  const leaving = request({
    host: '127.0.0.1',
    port: own.port,
    path: '/mcp',
    method: 'POST',
    headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
  });
  leaving.on('error', () => undefined);
  leaving.end(JSON.stringify(toolCall('wait', {}, 7)));
  const staying = own.mcp({ message: toolCall('wait', {}, 7) });
  staying.catch(() => undefined);
  await expect.poll(() => seen.length).toBe(2);
  leaving.destroy();
  await expect.poll(() => seen.filter(({ aborted }) => aborted).length).toBe(1);
  await own.close();
});
