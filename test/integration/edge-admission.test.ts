import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import type { HttpCall } from '../support/raw-http.ts';

/** One test a row of the admission order: what is wrong, and the status, headers and body that say so. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const challenge =
  'Bearer resource_metadata="https://mcp.test.invalid/.well-known/oauth-protected-resource/mcp"';

describe('1 host', () => {
  test.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'refuses %j with 403 and does not repeat it',
    async (host) => {
      const answer = await edge.mcp({ headers: { host } });
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual({ error: 'host_not_allowed', error_description: expect.any(String) });
      expect(answer.text).not.toContain(host);
    },
  );

  test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]:3000', 'mcp.test.invalid'])(
    'admits %s',
    async (host) => {
      expect((await edge.mcp({ headers: { host } })).status).toBe(200);
    },
  );
});

describe('2 origin', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://evil.example/localhost',
  ])('refuses %s with 403', async (origin) => {
    const answer = await edge.mcp({ headers: { origin } });
    expect(answer.status).toBe(403);
    expect(answer.json.error).toBe('origin_not_allowed');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('refuses a preflight from there as well', async () => {
    const answer = await edge.call({
      method: 'OPTIONS',
      path: '/mcp',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(403);
  });

  test('admits pages of this machine, and says so to the browser', async () => {
    const answer = await edge.mcp({ headers: { origin: 'http://localhost:6274' } });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:6274',
      vary: expect.stringContaining('Origin'),
    });
  });

  test('admits no page of this machine once the service is reachable from others', async () => {
    const open = await startEdge({
      env: { HOST: '0.0.0.0', ALLOWED_ORIGINS: 'https://app.example.com' },
    });
    const local = await open.mcp({ headers: { origin: 'http://localhost:6274' } });
    const listed = await open.mcp({ headers: { origin: 'https://app.example.com', host: 'any.example' } });
    await open.close();
    expect([local.status, listed.status]).toEqual([403, 200]);
  });
});

describe('3 preflight', () => {
  const preflight: HttpCall = {
    method: 'OPTIONS',
    path: '/mcp',
    headers: {
      origin: 'http://localhost:6274',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,mcp-param-space,x-other',
    },
  };

  test('is answered with 204 and without a token', async () => {
    const answer = await edge.call(preflight);
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:6274',
      'access-control-allow-methods': expect.stringContaining('POST'),
    });
  });

  test('allows every header of the protocol, parameters included, and no other', async () => {
    const allowed = (await edge.call(preflight)).headers['access-control-allow-headers']?.toLowerCase();
    const names = allowed?.split(', ') ?? [];
    expect(names).toEqual(
      expect.arrayContaining([
        ...['authorization', 'content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id'],
        ...['mcp-method', 'mcp-name', 'mcp-param-space', 'traceparent', 'tracestate', 'baggage'],
      ]),
    );
    expect(names).not.toContain('x-other');
  });

  test('needs no Origin', async () => {
    expect((await edge.call({ method: 'OPTIONS', path: '/mcp/' })).status).toBe(204);
  });
});

describe('4 token', () => {
  test('a missing one is challenged without an error', async () => {
    const answer = await edge.call({ method: 'POST', path: '/mcp' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(`${challenge}, scope="modyo:read"`);
    expect(answer.json.error).toBe('invalid_token');
  });

  test.each([
    ['with a third part that is no signature', async () => `${edge.token.slice(0, -8)}AAAAAAAA`],
    ['expired', () => edge.mint({ issuedAtSeconds: 1_600_000_000 })],
    ['for another audience', () => edge.mint({ audience: 'https://other.example/mcp' })],
    ['of an unknown issuer', () => edge.mint({ issuer: 'https://unknown.example' })],
  ])('one %s is challenged as invalid', async (_name, token) => {
    const answer = await edge.mcp({ token: await token() });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(
      /^Bearer resource_metadata="[^"]+", scope="modyo:read", error="invalid_token", error_description="[^"]+"$/,
    );
    expect(answer.json.error).toBe('invalid_token');
  });

  test('a good one that leads to no tenant is refused with 403, whatever the reason', async () => {
    const unknown = await edge.mcp({ token: await edge.mint({ tenant: 'nobody' }) });
    const outside = await edge.mcp({
      token: await edge.identity.mintSealed({ host: 'acme.evil.example' }),
    });
    expect([unknown.status, outside.status]).toEqual([403, 403]);
    expect(unknown.text).toBe(outside.text);
    expect(unknown.headers).not.toHaveProperty('www-authenticate');
  });
});

describe('4 narrowing by the URL', () => {
  test.each([
    ['modules=contents', 'core, content, channels, customers, widgets'],
    ['read_only=yes', 'true, false'],
    ['readonly=true', 'modules, tools, exclude, read_only, exposure, describe, space, site, realm'],
    ['access_token=abc', 'modules, tools, exclude, read_only, exposure, describe, space, site, realm'],
  ])('refuses ?%s with 400 and names what is valid', async (query, valid) => {
    const answer = await edge.mcp({ path: `/mcp?${query}` });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining(valid),
    });
  });

  test('reaches the call, with and without a slash', async () => {
    for (const path of ['/mcp?read_only=true', '/mcp/?read_only=true']) {
      const answer = await edge.mcp({ path, message: toolCall('whoami') });
      expect(answer.json.result.content[0].text).toBe('{"tenant":"andes","readOnly":true}');
    }
  });
});

describe('5 limits', () => {
  test('the rate of a tenant is answered with 429 and Retry-After, and is nobody else’s', async () => {
    const limited = await startEdge({ env: { RATE_PER_MINUTE: '2' } });
    const other = await limited.mint({ tenant: 'b' });
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await limited.mcp()).status);
    const third = await limited.mcp();
    const ofOther = await limited.mcp({ token: other });
    await limited.close();
    expect(statuses).toEqual([200, 200, 429]);
    expect(third.json.error).toBe('too_many_requests');
    expect(Number(third.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(ofOther.status).toBe(200);
  });

  test('the calls in flight of a tenant are bounded, and a place is free again after the answer', async () => {
    const release: (() => void)[] = [];
    const wait = {
      call: () => new Promise<never>((_resolve, reject) => release.push(() => reject(new Error()))),
    };
    const narrow = await startEdge({ env: { CONCURRENCY: '1' }, tools: { wait } });
    const running = Array.from({ length: 17 }, () => narrow.mcp({ message: toolCall('wait') }));
    await expect.poll(() => release.length).toBe(1);
    await expect
      .poll(async () => (await narrow.mcp({ message: toolCall('wait') })).status, { timeout: 10_000 })
      .toBe(429);
    const other = await narrow.mcp({ token: await narrow.mint({ tenant: 'b' }) });
    const freeing = setInterval(() => release.shift()?.(), 5);
    await Promise.allSettled(running);
    clearInterval(freeing);
    const after = await narrow.mcp();
    await narrow.close();
    expect([other.status, after.status]).toEqual([200, 200]);
  });

  test('an address that floods is turned away before its token is looked at', async () => {
    const flooded = await startEdge({ env: { ADDRESS_RATE_PER_MINUTE: '3' } });
    const statuses = [];
    for (let call = 0; call < 4; call += 1)
      statuses.push((await flooded.call({ method: 'POST', path: '/mcp' })).status);
    const withToken = await flooded.mcp();
    await flooded.close();
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(withToken.status).toBe(429);
    expect(withToken.headers).toHaveProperty('retry-after');
  });
});

describe('6 method', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s is 401 without a token and 405 with one',
    async (method) => {
      const without = await edge.call({ method, path: '/mcp' });
      const withToken = await edge.call({
        method,
        path: '/mcp/',
        headers: { authorization: `Bearer ${edge.token}` },
      });
      expect([without.status, withToken.status]).toEqual([401, 405]);
      expect(without.headers).toHaveProperty('www-authenticate');
      expect(withToken.headers['allow']).toBe('POST');
    },
  );
});

describe('7 media type', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', ''])(
    'refuses %j with 415',
    async (type) => {
      const answer = await edge.mcp({ headers: { 'content-type': type } });
      expect(answer.status).toBe(415);
      expect(answer.json.error).toBe('unsupported_media_type');
    },
  );

  test('refuses another charset with 415', async () => {
    const answer = await edge.mcp({ headers: { 'content-type': 'application/json; charset=latin1' } });
    expect(answer.status).toBe(415);
  });

  test.each([
    'application/json;charset=utf-8',
    'Application/JSON ; charset="UTF-8"',
    'application/json; v=1',
  ])('reads %s', async (type) => {
    expect((await edge.mcp({ headers: { 'content-type': type } })).status).toBe(200);
  });
});

describe('8 encoding', () => {
  test.each(['gzip', 'br', 'gzip, identity'])('refuses %s with 415', async (encoding) => {
    const answer = await edge.mcp({ headers: { 'content-encoding': encoding } });
    expect(answer.status).toBe(415);
    expect(answer.json.error).toBe('unsupported_encoding');
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  test('reads identity', async () => {
    expect((await edge.mcp({ headers: { 'content-encoding': 'identity' } })).status).toBe(200);
  });
});

test('9 a body over the limit is refused with 413 and the connection closes', async () => {
  const small = await startEdge({ env: { BODY_LIMIT_BYTES: '1024' } });
  const fits = await small.mcp({ body: JSON.stringify(ping).padEnd(1024) });
  const exceeds = await small.mcp({ body: JSON.stringify(ping).padEnd(1025) });
  await small.close();
  expect(fits.status).toBe(200);
  expect(exceeds.status).toBe(413);
  expect(exceeds.json.error).toBe('body_too_large');
  expect(exceeds.headers['connection']).toBe('close');
});

test.each([
  ['nothing', ''],
  ['half an object', '{"jsonrpc":'],
  ['no JSON', 'hello'],
  ['65 levels', '['.repeat(65) + ']'.repeat(65)],
  ['too many values', `[${'0,'.repeat(50_000)}0]`],
])('10 %s is a parse error with id null', async (_name, body) => {
  const answer = await edge.mcp({ body });
  expect(answer.status).toBe(400);
  expect(answer.json).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32700, message: expect.stringMatching(/^Parse error/) },
  });
});

test.each([
  ['a number', 1],
  ['null', null],
  ['an empty array', []],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }],
  ['no method', { jsonrpc: '2.0', id: 1 }],
  ['the id null', { jsonrpc: '2.0', id: null, method: 'ping' }],
  ['a fraction as id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }],
  ['an object as id', { jsonrpc: '2.0', id: {}, method: 'ping' }],
  ['a batch with initialize', [ping, { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} }]],
])('11 %s is an invalid request with id null', async (_name, message) => {
  const answer = await edge.mcp({ body: JSON.stringify(message) });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ id: null, error: { code: -32600 } });
});

test('11 a batch is read in 2025-03-26 only', async () => {
  const message = [ping, { ...ping, id: 2 }];
  const old = await edge.mcp({ message, headers: { 'mcp-protocol-version': '2025-03-26' } });
  const later = await edge.mcp({ message, headers: { 'mcp-protocol-version': '2025-06-18' } });
  expect(old.json).toHaveLength(2);
  expect(later.status).toBe(400);
  expect(later.json.error.code).toBe(-32600);
});

test('12 a claim in the body that the header contradicts is -32020', async () => {
  const { message, headers } = modern('tools/list');
  const answer = await edge.mcp({ message, headers: { ...headers, 'mcp-protocol-version': '2025-11-25' } });
  expect(answer.status).toBe(400);
  expect(answer.json.error.code).toBe(-32020);
});

test('13 a modern request without its capabilities is -32602', async () => {
  const { message, headers } = modern('tools/list');
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  const answer = await edge.mcp({ message: { ...message, params: { _meta } }, headers });
  expect(answer.status).toBe(400);
  expect(answer.json.error.code).toBe(-32602);
});

test('14 an unknown modern version is -32022 and names the supported ones', async () => {
  const { message, headers } = modern('tools/list');
  const _meta = { ...message.params._meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  const answer = await edge.mcp({
    message: { ...message, params: { _meta } },
    headers: { ...headers, 'mcp-protocol-version': '2099-01-01' },
  });
  expect(answer.status).toBe(400);
  expect(answer.json.error).toMatchObject({
    code: -32022,
    data: { supported: expect.arrayContaining(['2026-07-28']), requested: '2099-01-01' },
  });
});

test.each([
  ['without Mcp-Method', { 'mcp-method': undefined }],
  ['with another Mcp-Method', { 'mcp-method': 'tools/list' }],
  ['without Mcp-Name', { 'mcp-name': undefined }],
  ['with another Mcp-Name', { 'mcp-name': 'write' }],
])('15 a modern call %s is -32020', async (_name, change) => {
  const { message, headers } = modern('tools/call', { name: 'echo', arguments: {} });
  const changed = Object.entries({ ...headers, ...change }).filter(([, value]) => value !== undefined);
  const answer = await edge.mcp({ message, headers: Object.fromEntries(changed) as Record<string, string> });
  expect(answer.status).toBe(400);
  expect(answer.json.error.code).toBe(-32020);
});

test('16 an unknown method is 404 in the modern era and 200 in the other', async () => {
  const { message, headers } = modern('no/such');
  const inModern = await edge.mcp({ message, headers });
  const inLegacy = await edge.mcp({ message: { ...ping, method: 'no/such' } });
  expect([inModern.status, inLegacy.status]).toEqual([404, 200]);
  expect([inModern.json.error.code, inLegacy.json.error.code]).toEqual([-32601, -32601]);
});

test('17 a call that needs a capability which the client lacks is -32021', async () => {
  const asking = await startEdge({
    tools: {
      ask: {
        call: () => ({
          resultType: 'input_required',
          inputRequests: {
            q: { method: 'elicitation/create', params: { message: 'Which?', requestedSchema: {} } },
          },
        }),
      },
    },
  });
  const { message, headers } = modern('tools/call', { name: 'ask', arguments: {} });
  const answer = await asking.mcp({ message, headers });
  await asking.close();
  expect(answer.status).toBe(400);
  expect(answer.json.error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: expect.anything() } },
  });
});

describe('18 scope', () => {
  test.each([
    ['write', 'modyo:read modyo:write'],
    ['administer', 'modyo:read modyo:write modyo:admin'],
  ])('%s without its scope is 403 and names all that it takes', async (name, scope) => {
    const token = await edge.mint({ scopes: ['modyo:read'] });
    const answer = await edge.mcp({ token, message: toolCall(name) });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toMatch(
      `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="https://`,
    );
    expect(answer.json.error).toBe('insufficient_scope');
  });

  test('is decided before a stream begins', async () => {
    const token = await edge.mint({ scopes: ['modyo:read'] });
    const answer = await edge.mcp({
      token,
      message: toolCall('write'),
      headers: { accept: 'text/event-stream' },
    });
    expect(answer.status).toBe(403);
  });

  test('a larger scope contains the smaller ones', async () => {
    const token = await edge.mint({ scopes: ['modyo:admin'] });
    expect((await edge.mcp({ token, message: toolCall('write') })).status).toBe(200);
  });

  test('one element of a batch is enough', async () => {
    const token = await edge.mint({ scopes: ['modyo:read'] });
    const answer = await edge.mcp({ token, message: [toolCall('echo'), toolCall('write', {}, 2)] });
    expect(answer.status).toBe(403);
  });
});

test('19 a request is answered with 200 and JSON, a notification with 202 and nothing', async () => {
  const request = await edge.mcp({ message: toolCall('echo', { a: 1 }, 'x') });
  const notification = await edge.mcp({ message: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  expect(request.status).toBe(200);
  expect(request.json).toMatchObject({ jsonrpc: '2.0', id: 'x', result: { content: [{ text: '{"a":1}' }] } });
  expect(notification).toMatchObject({ status: 202, text: '' });
});

test('of several faults the earlier step answers', async () => {
  const token = await edge.mint({ scopes: ['modyo:read'] });
  const good = {
    host: 'localhost',
    origin: 'http://localhost:1',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-encoding': 'identity',
  };
  const bad = {
    host: 'evil.example',
    origin: 'https://evil.example',
    authorization: 'Bearer x',
    'content-type': 'text/plain',
    'content-encoding': 'gzip',
  };
  const ladder = ['host', 'origin', 'authorization', 'content-type', 'content-encoding'] as const;
  const answers = [];
  for (let mended = 0; mended <= ladder.length; mended += 1) {
    const headers = {
      ...bad,
      ...Object.fromEntries(ladder.slice(0, mended).map((name) => [name, good[name]])),
    };
    answers.push(await edge.mcp({ headers, body: '{' }));
  }
  answers.push(
    await edge.mcp({ headers: good, message: { jsonrpc: '2.0', id: null, method: 'tools/call' } }),
  );
  answers.push(await edge.mcp({ headers: good, message: toolCall('write') }));
  expect(answers.map(({ status, json }) => `${status} ${json.error.code ?? json.error}`)).toEqual([
    '403 host_not_allowed',
    '403 origin_not_allowed',
    '401 invalid_token',
    '415 unsupported_media_type',
    '415 unsupported_encoding',
    '400 -32700',
    '400 -32600',
    '403 insufficient_scope',
  ]);
});
