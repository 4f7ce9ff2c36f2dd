import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors/app-error.ts';
import { createMetricsServer } from '../../src/http/metrics-server.ts';
import { createMetrics } from '../../src/infrastructure/metrics.ts';
import type { SharedStore } from '../../src/infrastructure/shared-store.ts';
import type { ToolSource } from '../../src/mcp/catalogue.ts';
import { type Edge, ping, startEdge, toolCall } from '../support/edge.ts';
import { createEdgeCatalogue } from '../support/edge-catalogue.ts';
import { httpCall, rawExchange, rawRequest } from '../support/raw-http.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const canary = 'CANARY_OF_A_BUG';

function fail(): never {
  throw new Error(`${canary} at /srv/secret/path.ts`);
}

describe('L2 what is thrown stays in the log', () => {
  test('by a tool: a result with a fixed text', async () => {
    const answer = await edge.mcp({ message: toolCall('crash') });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/CANARY|\/srv\//);
    expect(edge.logs.text()).toContain(canary);
  });

  test.each<[keyof ToolSource, unknown]>([
    ['has', toolCall('echo')],
    ['requiredScopes', toolCall('echo')],
    ['call', toolCall('echo')],
    ['list', { ...ping, method: 'tools/list' }],
  ])('by the catalogue’s %s: a fixed text and the request id', async (method, message) => {
    const catalogue = createEdgeCatalogue();
    const broken = await startEdge({
      app: { catalogue: { ...catalogue, tools: { ...catalogue.tools, [method]: fail } } },
    });
    const answer = await broken.mcp({ message });
    await broken.close();
    expect([200, 500]).toContain(answer.status);
    expect(answer.text).not.toMatch(/CANARY|\/srv\//);
    expect(answer.text).toContain('request_id');
    expect(broken.logs.text()).toContain(canary);
  });

  test('by the store: the readiness answer has two words of our own', async () => {
    const unavailable = () => Promise.reject(new AppError(canary, { code: 'UNAVAILABLE' }));
    const store: SharedStore = {
      get: unavailable,
      set: unavailable,
      setIfAbsent: unavailable,
      delete: unavailable,
      isReachable: async () => false,
      close: async () => undefined,
    };
    const broken = await startEdge({ app: { store } });
    const answer = await broken.call({ path: '/readyz' });
    await broken.close();
    expect(answer.json).toEqual({ status: 'ready', store: 'unreachable' });
  });

  test('by the metrics: 500 in JSON', async () => {
    const metrics = { ...createMetrics({ processMetrics: false }), render: fail };
    const server = createMetricsServer(metrics, edge.logs.log);
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await httpCall(Number(new URL(url).port), { path: '/metrics' });
    await server.close();
    expect(answer.status).toBe(500);
    expect(answer.json.error).toBe('server_error');
    expect(answer.text).not.toMatch(/CANARY|\/srv\//);
  });
});

describe('L3 no answer is a page, and none names the software', () => {
  const post = ['Host: localhost', `Content-Length: ${JSON.stringify(ping).length}`];

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['another protocol', 'GET /mcp HTTP/9.9\r\n\r\n'],
    ['an unknown method', 'BREW /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a NUL in a header', 'GET /mcp HTTP/1.1\r\nHost: local\0host\r\n\r\n'],
    ['headers without end', `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}`],
    ['an unknown address', rawRequest('GET /nothing HTTP/1.1', ['Host: localhost'])],
    ['an address that does not decode', rawRequest('GET /%ff%zz HTTP/1.1', ['Host: localhost'])],
    ['a foreign host', rawRequest('GET /mcp HTTP/1.1', ['Host: evil.example'])],
    ['no token', rawRequest('POST /mcp HTTP/1.1', post, JSON.stringify(ping))],
    ['an expectation', rawRequest('POST /mcp HTTP/1.1', [...post, 'Expect: tea'], JSON.stringify(ping))],
    ['health', rawRequest('GET /livez HTTP/1.1', ['Host: localhost'])],
  ])('%s', async (_name, bytes) => {
    const answer = await rawExchange(edge.port, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 [245]\d\d /);
    expect(answer).not.toMatch(/^(?:server|x-powered-by):/im);
    expect(answer).not.toMatch(/<html|<!doctype|node_modules|\bat .*\.[jt]s:\d+/i);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    // Node itself answers an expectation, with an empty chunk.
    if (body !== '' && body !== '0') expect(head).toMatch(/^content-type: application\/json/im);
  });
});

describe('L7 caches', () => {
  test('nothing of the connector is stored', async () => {
    const answers = [
      await edge.mcp(),
      await edge.mcp({ message: toolCall('crash') }),
      await edge.mcp({ body: '{' }),
      await edge.call({ method: 'POST', path: '/mcp' }),
      await edge.call({ method: 'GET', path: '/mcp/' }),
      await edge.call({ method: 'OPTIONS', path: '/mcp' }),
    ];
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
  });

  test('nor is anything changed on the way of a stream', async () => {
    const answer = await edge.mcp({ message: toolCall('echo'), headers: { accept: 'text/event-stream' } });
    expect(answer.headers['cache-control']).toBe('no-store, no-transform');
  });

  test('only the metadata may be kept, for five minutes', async () => {
    const metadata = await edge.call({ path: '/.well-known/oauth-protected-resource' });
    const health = await edge.call({ path: '/livez' });
    expect(metadata.headers['cache-control']).toBe('public, max-age=300');
    expect(health.headers['cache-control']).toBe('no-store');
  });
});
