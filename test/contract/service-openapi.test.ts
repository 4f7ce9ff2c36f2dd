import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';
import { createEdgeCatalogue } from '../support/edge-catalogue.ts';
import { type HttpAnswer, httpCall, rawExchange, rawRequest } from '../support/raw-http.ts';

/**
 * Holds `openapi/service.yaml` and the running app against each other: every documented path, method and
 * status is produced by a request below and has the documented headers and body and no others; and every
 * route of the app is documented.
 */

type Node = { readonly [key: string]: unknown };

const document = parse(readFileSync(new URL('../../openapi/service.yaml', import.meta.url), 'utf8'), {
  merge: true,
}) as Node;

function resolve(value: unknown): Node {
  const node = (value ?? {}) as Node;
  const reference = node['$ref'];
  if (typeof reference !== 'string') return node;
  const steps = reference.slice(2).split('/');
  return resolve(steps.reduce<unknown>((current, step) => (current as Node)[step], document));
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'service', ...document });

function schemaFaults(schema: unknown, value: unknown): string | undefined {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"service#/')) as Node;
  const validate = ajv.compile(absolute);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

interface DocumentedAnswer {
  /** `POST /mcp 200`; `other` stands for the methods that the path does not list. */
  readonly key: string;
  readonly answer: Node;
}

const httpMethods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

function answersOf(path: string, method: string, responses: unknown): readonly DocumentedAnswer[] {
  return Object.entries(responses as Node).map(([status, answer]) => ({
    key: `${method} ${path} ${status}`,
    answer: resolve(answer),
  }));
}

const paths = new Map(Object.entries(document['paths'] as Node).map(([path, item]) => [path, resolve(item)]));

const documented: ReadonlyMap<string, Node> = new Map(
  [...paths]
    .flatMap(([path, item]) => [
      ...httpMethods
        .filter((method) => item[method] !== undefined)
        .flatMap((method) => answersOf(path, method.toUpperCase(), (item[method] as Node)['responses'])),
      ...answersOf(path, 'other', item['x-other-methods'] ?? {}),
    ])
    .map(({ key, answer }) => [key, answer]),
);

/** Headers of the connection, which every answer may have. */
const transportHeaders = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
]);

function headerFaults(answer: Node, { headers }: HttpAnswer): readonly string[] {
  const described = new Map(
    Object.entries((answer['headers'] ?? {}) as Node).map(([name, header]) => [name, resolve(header)]),
  );
  const undocumented = Object.keys(headers)
    .filter((name) => !transportHeaders.has(name) && !described.has(name))
    .map((name) => `${name} is not documented`);
  const wrong = [...described].flatMap(([name, header]) => {
    const value = headers[name];
    if (value === undefined) return header['required'] === true ? [`${name} is missing`] : [];
    const faults = schemaFaults(header['schema'], value);
    return faults === undefined ? [] : [`${name}: ${faults}`];
  });
  return [...undocumented, ...wrong];
}

function bodyFaults(answer: Node, isHead: boolean, { headers, text, json }: HttpAnswer): readonly string[] {
  const content = answer['content'] as Node | undefined;
  if (content === undefined || isHead) return text === '' ? [] : ['there is a body'];
  const type = headers['content-type']?.split(';')[0] ?? 'none';
  const media = content[type] as Node | undefined;
  if (media === undefined) return [`the media type ${type} is not documented`];
  const faults = schemaFaults(media['schema'], type === 'application/json' ? json : text);
  return faults === undefined ? [] : [faults];
}

let edge: Edge;
let limited: Edge;
let broken: Edge;
let flooded: Edge;
let slow: Edge;
beforeAll(async () => {
  const catalogue = createEdgeCatalogue();
  const fail = () => {
    throw new Error('a bug');
  };
  const timeouts = { headersMs: 100, requestMs: 200, checkMs: 20, silenceMs: 5_000, idleMs: 5_000 };
  edge = await startEdge();
  limited = await startEdge({ env: { RATE_PER_MINUTE: '1' } });
  flooded = await startEdge({ env: { ADDRESS_RATE_PER_MINUTE: '1' } });
  await flooded.call({ path: '/tools.json' });
  broken = await startEdge({
    app: { catalogue: { ...catalogue, tools: { ...catalogue.tools, has: fail } } },
  });
  slow = await startEdge({ app: { timeouts } });
  await limited.mcp();
});
afterAll(() => Promise.all([edge, limited, flooded, broken, slow].map((one) => one.close())));

/** The answer at the end of a connection that closed, as `httpCall` would have read it. */
function parseRaw(text: string): HttpAnswer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: body,
    json: body.startsWith('{') ? JSON.parse(body) : undefined,
  };
}

async function raw(port: number, startLine: string, headerLines: readonly string[]): Promise<HttpAnswer> {
  return parseRaw(await rawExchange(port, rawRequest(startLine, headerLines)));
}

/** A replica in its drain: a request that began before it is finished now. */
async function whileDraining(target: string): Promise<HttpAnswer> {
  const release: (() => void)[] = [];
  const wait = {
    call: () => new Promise<Node>((done) => release.push(() => done({ content: [] }))),
  } as never;
  const leaving = await startEdge({ tools: { wait } });
  const running = leaving.mcp({ message: toolCall('wait') });
  await expect.poll(() => release.length).toBe(1);
  const socket = connect(leaving.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (bytes) => chunks.push(bytes));
  const closed = new Promise((done) => socket.on('close', done));
  socket.write(`${target} HTTP/1.1\r\nHost: localhost\r\n`);
  await leaving.call({ path: '/livez' });
  const drained = leaving.app.drain();
  await expect.poll(() => leaving.call({ path: '/livez' }).catch(() => 'refused')).toBe('refused');
  socket.write('\r\n');
  await closed;
  for (const finish of release) finish();
  await Promise.all([running, drained]);
  return parseRaw(Buffer.concat(chunks).toString('latin1'));
}

const foreignOrigin = { origin: 'https://evil.example' };
const localOrigin = { origin: 'http://localhost:6274' };
const foreignHost = { host: 'evil.example' };

/** At least one request for each documented answer, under its key; more where an answer has several forms. */
function connectorScenarios(path: string): readonly (readonly [string, () => Promise<HttpAnswer>])[] {
  const post = (status: number) => `POST ${path} ${status}`;
  const bearer = () => ({ authorization: `Bearer ${edge.token}` });
  const unknown = modern('no/such');
  return [
    [post(200), () => edge.mcp({ path, message: toolCall('echo') })],
    [post(200), () => edge.mcp({ path, message: toolCall('crash'), headers: localOrigin })],
    [post(200), () => edge.mcp({ path, message: [toolCall('echo'), toolCall('echo', {}, 2)] })],
    [post(200), () => edge.mcp({ path, message: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })],
    [post(200), () => edge.mcp({ path, message: { jsonrpc: '2.0', id: 1, method: 'no/such' } })],
    [
      post(200),
      () => edge.mcp({ path, message: toolCall('echo'), headers: { accept: 'text/event-stream' } }),
    ],
    [post(202), () => edge.mcp({ path, message: { jsonrpc: '2.0', method: 'notifications/initialized' } })],
    [post(400), () => edge.mcp({ path, body: '{' })],
    [post(400), () => edge.mcp({ path, message: [] })],
    [post(400), () => edge.mcp({ path: `${path}?modules=none` })],
    [post(401), () => edge.call({ method: 'POST', path })],
    [post(401), () => edge.mcp({ path, token: 'a.b.c' })],
    [post(403), () => edge.mcp({ path, headers: foreignHost })],
    [post(403), () => edge.mcp({ path, headers: foreignOrigin })],
    [post(403), async () => edge.mcp({ path, token: await edge.mint({ tenant: 'nobody' }) })],
    [
      post(403),
      async () =>
        edge.mcp({ path, token: await edge.mint({ scopes: ['modyo:read'] }), message: toolCall('write') }),
    ],
    [post(404), () => edge.mcp({ path, ...unknown })],
    [post(406), () => edge.mcp({ path, message: toolCall('echo'), headers: { accept: 'text/html' } })],
    [post(408), async () => parseRaw(await rawExchange(slow.port, `POST ${path} HTTP/1.1\r\nHost: localh`))],
    [post(413), () => edge.mcp({ path, body: ' '.repeat(3_000_000) })],
    [post(415), () => edge.mcp({ path, headers: { 'content-type': 'text/plain' } })],
    [post(415), () => edge.mcp({ path, headers: { 'content-encoding': 'gzip' } })],
    [post(429), () => limited.mcp({ path })],
    [
      post(431),
      () => raw(edge.port, `POST ${path} HTTP/1.1`, ['Host: localhost', `X: ${'x'.repeat(17_000)}`]),
    ],
    [post(500), () => broken.mcp({ path, message: toolCall('echo') })],
    [post(503), () => whileDraining(`POST ${path}`)],
    [`OPTIONS ${path} 204`, () => edge.call({ method: 'OPTIONS', path, headers: localOrigin })],
    [`OPTIONS ${path} 403`, () => edge.call({ method: 'OPTIONS', path, headers: foreignOrigin })],
    [`other ${path} 401`, () => edge.call({ method: 'GET', path })],
    [`other ${path} 403`, () => edge.call({ method: 'DELETE', path, headers: foreignHost })],
    [`other ${path} 405`, () => edge.call({ method: 'GET', path, headers: bearer() })],
    [`other ${path} 405`, () => edge.call({ method: 'DELETE', path, headers: bearer() })],
  ];
}

function metadataScenarios(path: string): readonly (readonly [string, () => Promise<HttpAnswer>])[] {
  return [
    ...['GET', 'HEAD'].flatMap((method) => [
      [`${method} ${path} 200`, () => edge.call({ method, path })] as const,
      [`${method} ${path} 403`, () => edge.call({ method, path, headers: foreignHost })] as const,
    ]),
    [`OPTIONS ${path} 204`, () => edge.call({ method: 'OPTIONS', path, headers: foreignOrigin })],
    [`OPTIONS ${path} 400`, () => raw(edge.port, `OPTIONS ${path} HTTP/1.1`, ['Host: a', 'Host: b'])],
    [`other ${path} 405`, () => edge.call({ method: 'POST', path })],
  ];
}

function healthScenarios(): readonly (readonly [string, () => Promise<HttpAnswer>])[] {
  return ['/livez', '/readyz'].flatMap((path) => [
    ...['GET', 'HEAD'].flatMap((method) => [
      [`${method} ${path} 200`, () => edge.call({ method, path })] as const,
      [
        `${method} ${path} 400`,
        () => raw(edge.port, `${method} ${path} HTTP/1.1`, ['Host: a', 'Host: b']),
      ] as const,
    ]),
    [`other ${path} 405`, () => edge.call({ method: 'POST', path })],
  ]);
}

function previewScenarios(): readonly (readonly [string, () => Promise<HttpAnswer>])[] {
  const path = '/tools.json';
  return [
    ...['GET', 'HEAD'].flatMap((method) => [
      [`${method} ${path} 200`, () => edge.call({ method, path: `${path}?read_only=true` })] as const,
      [`${method} ${path} 400`, () => edge.call({ method, path: `${path}?exposure=grid` })] as const,
      [`${method} ${path} 403`, () => edge.call({ method, path, headers: foreignHost })] as const,
      [`${method} ${path} 429`, () => flooded.call({ method, path })] as const,
    ]),
    [`other ${path} 405`, () => edge.call({ method: 'POST', path })],
  ];
}

const scenarios = [
  ...previewScenarios(),
  ...connectorScenarios('/mcp'),
  ...connectorScenarios('/mcp/'),
  ...metadataScenarios('/.well-known/oauth-protected-resource'),
  ...metadataScenarios('/.well-known/oauth-protected-resource/mcp'),
  ...healthScenarios(),
  ['GET /readyz 503', () => whileDraining('GET /readyz')] as const,
  ['HEAD /readyz 503', () => whileDraining('HEAD /readyz')] as const,
  ['GET /metrics 200', () => httpCall(edge.metricsPort, { path: '/metrics' })] as const,
  ['GET /metrics 404', () => httpCall(edge.metricsPort, { path: '/' })] as const,
  ['other /metrics 405', () => httpCall(edge.metricsPort, { method: 'POST', path: '/metrics' })] as const,
];

test.each(scenarios.map(([key, send], index) => ({ key, send, index })))(
  'scenario $index is answered as documented: $key',
  async ({ key, send }) => {
    const answer = documented.get(key);
    expect(answer, `${key} is documented`).toBeDefined();
    const actual = await send();
    expect(`${actual.status}`).toBe(key.split(' ')[2]);
    expect(headerFaults(answer ?? {}, actual)).toEqual([]);
    expect(bodyFaults(answer ?? {}, key.startsWith('HEAD'), actual)).toEqual([]);
  },
);

describe('nothing is missing', () => {
  test('every documented answer has a scenario', () => {
    const produced = new Set(scenarios.map(([key]) => key));
    expect([...documented.keys()].filter((key) => !produced.has(key))).toEqual([]);
  });

  test('every route of the app is documented, and every documented path has a route', () => {
    const isDocumented = ({ method, path }: { method: string; path: string }) => {
      const item = paths.get(path);
      return (
        item !== undefined &&
        (item[method.toLowerCase()] !== undefined || item['x-other-methods'] !== undefined)
      );
    };
    // @fastify/cors registers a preflight for every path that begins like the connector's; see the next test.
    const own = edge.app.routes.filter(({ path }) => path !== '/mcp*');
    expect(own.filter((route) => !isDocumented(route))).toEqual([]);
    const routed = new Set(edge.app.routes.map(({ path }) => path));
    expect([...paths.keys()].filter((path) => path !== '/metrics' && !routed.has(path))).toEqual([]);
  });

  test.each(['/mcp/x', '/mcpx', '/mcp/x/y?z=1'])('a preflight of %s finds nothing', async (path) => {
    const answer = await edge.call({ method: 'OPTIONS', path, headers: localOrigin });
    expect(answer.status).toBe(404);
  });

  test('every method is answered by every path that promises it', () => {
    const promising = [...paths].filter(
      ([path, item]) => item['x-other-methods'] !== undefined && path !== '/metrics',
    );
    for (const [path] of promising) {
      const answered = new Set(
        edge.app.routes.filter((route) => route.path === path).map(({ method }) => method),
      );
      expect(METHODS.filter((method) => method !== 'CONNECT' && !answered.has(method))).toEqual([]);
    }
  });
});
