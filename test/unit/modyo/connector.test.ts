import { once } from 'node:events';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createGuardedPool } from '../../../src/modyo/pool.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { canaryToken, createModyoCalls, errorOf, type ModyoCalls } from '../../support/modyo-calls.ts';
import { type RawUpstream, sendJson, startRawSockets, startRawUpstream } from '../../support/raw-upstream.ts';
import { createSelfSigned } from '../../support/self-signed.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

type Options = Parameters<typeof createModyoCalls>[1];

async function against(
  upstream: Promise<RawUpstream>,
  options?: Options,
): Promise<{ upstream: RawUpstream; calls: ModyoCalls }> {
  const started = await upstream;
  closers.push(() => started.close());
  const calls = createModyoCalls(started.dispatcher, options);
  closers.push(() => calls.close());
  return { upstream: started, calls };
}

const space = { id: 31, name: 'Blog', uid: 'blog', default_locale: 'en' };
const loopback: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

describe('a call of Modyo', () => {
  test('carries the token, the host and the version, and the body as it is', async () => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 201, space)));
    const answer = await calls.client().call('createSpace', { body: { name: 'Blog', locales: ['en', 'ñ'] } });
    expect(answer).toEqual({ status: 201, body: space });
    expect(upstream.seen[0]).toMatchObject({
      method: 'POST',
      target: '/api/admin/content/spaces',
      body: '{"name":"Blog","locales":["en","ñ"]}',
      headers: {
        host: 'acme.modyo.cloud',
        authorization: `Bearer ${canaryToken}`,
        'user-agent': 'modyo-mcp-service/9.9.9',
        'content-type': 'application/json',
        accept: 'application/json',
      },
    });
    expect(calls.counts).toEqual([{ operation: 'createSpace', outcome: 'ok' }]);
  });

  test('sends arrays as repeated names, leaves out what is undefined and encodes the rest', async () => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 200, {})));
    await calls.client().call('listEntries', {
      path: { space_id: 31 },
      query: {
        query: 'a&b=c ñ#',
        states: ['draft', 'x y'],
        type_id: 58,
        translation: false,
        user_id: undefined,
      },
    });
    const [path, query] = (upstream.seen[0]?.target ?? '').split('?');
    expect(path).toBe('/api/admin/content/spaces/31/entries');
    expect([...new URLSearchParams(query)]).toEqual([
      ['query', 'a&b=c ñ#'],
      ['states[]', 'draft'],
      ['states[]', 'x y'],
      ['type_id', '58'],
      ['translation', 'false'],
    ]);
  });

  test.each([
    ['a query parameter', { query: { limit: 3 } }],
    ['a query parameter without its brackets', { query: { only: 'id' } }],
    ['a body key', { body: { nome: 'x' } }],
    ['a body that is no object', { body: ['name'] }],
  ])('is not made with %s that the contract does not have', async (_what, request) => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 200, {})));
    const operation = 'body' in request ? 'createSpace' : 'listSpaces';
    expect(await errorOf(calls.client().call(operation, request))).toMatchObject({ code: 'INTERNAL' });
    expect(upstream.seen).toHaveLength(0);
  });

  test('is not made for an operation that the contract does not have', async () => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 200, {})));
    for (const name of ['deleteEverything', 'constructor', '__proto__']) {
      const error = await errorOf(calls.client().call(name as 'listSpaces'));
      expect(error).toMatchObject({ code: 'INTERNAL' });
    }
    expect(upstream.seen).toHaveLength(0);
  });

  test('answers without a body as it is, and reads gzip', async () => {
    const { calls } = await against(
      startRawUpstream((response, _request, count) => {
        if (count === 1) response.writeHead(204).end();
        else {
          response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
          response.end(gzipSync(JSON.stringify(space)));
        }
      }),
    );
    const deletion = calls.client().call('deleteType', { path: { space_id: 31, type_id: 58 } });
    expect(await deletion).toEqual({ status: 204, body: undefined });
    expect((await calls.client().call('getSpace', { path: { space_id: 31 } })).body).toEqual(space);
  });

  test('reaches no host outside the suffixes', async () => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 200, {})));
    for (const host of ['evilmodyo.cloud', 'ACME.modyo.cloud:22', '127.0.0.1', 'andes.sandbox.invalid']) {
      expect(await errorOf(calls.client({ host }).call('listSpaces'))).toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(upstream.seen).toHaveLength(0);
  });
});

describe('an answer of Modyo', () => {
  const path = { space_id: 31 };

  test.each([
    ['401 {}', 401, '{}', 'UNAUTHORIZED'],
    ['401 with an expired session', 401, '{"error":{"grant_expired":"CANARY_BODY"}}', 'UNAUTHORIZED'],
    ['401 empty', 401, '', 'FORBIDDEN'],
    ['403 empty', 403, '', 'FORBIDDEN'],
    ['404 {}', 404, '{}', 'NOT_FOUND'],
    ['404 empty', 404, '', 'NOT_FOUND'],
    ['404 with errors', 404, '{"errors":["CANARY_BODY"]}', 'NOT_FOUND'],
    ['409 with field errors', 409, '{"errors":[{"field":"name","messages":["is taken"]}]}', 'INVALID_PARAMS'],
    ['409 with sentences', 409, '{"errors":["This element cannot be deleted"]}', 'CONFLICT'],
    ['409 empty', 409, '', 'CONFLICT'],
    ['422 with field errors', 422, '{"errors":[{"field":"name","messages":["is taken"]}]}', 'INVALID_PARAMS'],
    ['422 empty', 422, '', 'INVALID_PARAMS'],
    ['200 with errors', 200, '{"errors":["something failed"]}', 'CONFLICT'],
  ])('%s means what the platform documents', async (_name, status, body, code) => {
    const { upstream, calls } = await against(
      startRawUpstream((response) => {
        response.writeHead(status, body === '' ? {} : { 'content-type': 'application/json' });
        response.end(body);
      }),
    );
    const error = await errorOf(calls.client().call('updateSpace', { path, body: { name: 'x' } }));
    expect(error.code).toBe(code);
    expect(error.message + (error.hint ?? '')).not.toMatch(/CANARY|taken|deleted|something/);
    expect(upstream.seen).toHaveLength(1);
    expect(calls.counts).toEqual([{ operation: 'updateSpace', outcome: code }]);
  });

  test('names faults by the parameters of whoever called', async () => {
    const errors = [{ field: 'uid', messages: ['Must be unique'] }, 'Try again'];
    const { calls } = await against(startRawUpstream((response) => sendJson(response, 409, { errors })));
    const fieldPath = (field: string) => (field === 'uid' ? 'space_uid' : undefined);
    const error = await errorOf(calls.client().call('updateSpace', { path, body: { uid: 'x' }, fieldPath }));
    expect(error.fields).toEqual([
      { path: 'space_uid', message: 'Must be unique' },
      { path: '', message: 'Try again' },
    ]);
  });

  const html = '<html>CANARY_BODY blocked</html>';
  test.each([
    ['HTML', 'text/html', html],
    ['HTML that claims to be JSON', 'application/json', html],
    ['JSON that claims to be HTML', 'text/html', '{"spaces":[]}'],
    ['no media type', undefined, '{"spaces":[]}'],
    ['half of an object', 'application/json', '{"spaces":[{"id":1'],
    ['NaN', 'application/json', '{"id":NaN}'],
    ['a byte order mark', 'application/json', '\ufeff{"id":1}'],
    ['two values', 'application/json', '{}{}'],
  ])('is no answer with %s', async (_name, type, body) => {
    const { calls } = await against(
      startRawUpstream((response) => {
        response.writeHead(200, type === undefined ? {} : { 'content-type': type });
        response.end(body);
      }),
    );
    const error = await errorOf(calls.client().call('listSpaces'));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'not_json', status: 200 } });
    expect(JSON.stringify(error) + error.message + calls.logs.text()).not.toMatch(/CANARY/);
  });

  test.each([401, 403, 404, 502])(
    'of a firewall with status %d is told from one of Modyo',
    async (status) => {
      const { calls } = await against(
        startRawUpstream((response) => {
          response.writeHead(status, { 'content-type': 'text/html' });
          response.end(html);
        }),
      );
      const error = await errorOf(
        calls.client().call('deleteSpace', { path, query: { validation: 'Blog' } }),
      );
      expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { status, state_unknown: true } });
    },
  );

  test.each([
    'https://evil.example/api/admin/content/spaces',
    'http://127.0.0.1/',
    'https://pampa.modyo.cloud/api/admin/content/spaces',
    '/api/admin/content/spaces',
  ])('that redirects to %s is not followed', async (location) => {
    const { upstream, calls } = await against(
      startRawUpstream((response) => response.writeHead(301, { location }).end()),
    );
    const error = await errorOf(calls.client().call('listSpaces'));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'redirect' } });
    expect(upstream.seen).toHaveLength(1);
  });

  test('of 20 MB is not read to its end, and the next call works', async () => {
    let sentBytes = 0;
    const { calls } = await against(
      startRawUpstream((response, _request, count) => {
        if (count > 1) return sendJson(response, 200, space);
        response.writeHead(200, { 'content-type': 'application/json' });
        const chunk = Buffer.alloc(256 * 1024, ' ');
        const send = () => {
          while (sentBytes < 20 * 1024 * 1024 && !response.destroyed) {
            sentBytes += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', send);
          }
          response.end('{}');
        };
        send();
      }),
    );
    const error = await errorOf(calls.client().call('getSpace', { path }));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'too_large' } });
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
    expect((await calls.client().call('getSpace', { path })).body).toEqual(space);
  });

  test('that unpacks to more than is read is dropped', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '));
    const { calls } = await against(
      startRawUpstream((response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
        response.end(bomb);
      }),
    );
    expect(bomb.length).toBeLessThan(100_000);
    const error = await errorOf(calls.client().call('listSpaces'));
    expect(error).toMatchObject({ details: { reason: 'too_large' } });
  });

  test.each(['br', 'deflate', 'gzip'])(
    'in a coding that it does not have (%s) is no answer',
    async (coding) => {
      const { calls } = await against(
        startRawUpstream((response) => sendJson(response, 200, {}, { 'content-encoding': coding })),
      );
      expect(await errorOf(calls.client().call('listSpaces'))).toMatchObject({
        details: { reason: 'not_json' },
      });
    },
  );
});

describe('a Modyo that does not answer', () => {
  const read = ['listSpaces', {}] as const;
  const write = ['createSpace', { body: { name: 'x' } }] as const;
  const quick = { upstreamTimeoutMs: 400 };

  test.each([
    ['a read', read, undefined],
    ['a write', write, true],
  ])('ends %s at the deadline', async (_name, [operation, request], stateUnknown) => {
    const { upstream, calls } = await against(
      startRawUpstream(() => undefined),
      quick,
    );
    const error = await errorOf(calls.client().call(operation, request));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'timeout' } });
    expect(error.details?.['state_unknown']).toBe(stateUnknown);
    expect(upstream.seen).toHaveLength(1);
  });

  test('ends a body that never ends at the deadline', async () => {
    const timers: NodeJS.Timeout[] = [];
    const { calls } = await against(
      startRawUpstream((response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        timers.push(setInterval(() => response.write(' '), 20));
      }),
      quick,
    );
    const error = await errorOf(calls.client().call('listSpaces'));
    for (const timer of timers) clearInterval(timer);
    expect(error).toMatchObject({ details: { reason: 'timeout' } });
  });

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';
  test.each([
    ['before the head', ''],
    ['inside the head', 'HTTP/1.1 200 OK\r\ncont'],
    ['inside the body', `${head}{"spaces":`],
    ['after something that is not HTTP', 'HELLO\r\n\r\n'],
  ])('and closes %s is asked again for a read, and not for a write', async (_name, bytes) => {
    const { upstream, calls } = await against(startRawSockets((socket) => void socket.end(bytes)));
    const failedRead = await errorOf(calls.client().call(...read));
    expect(failedRead).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'reset' } });
    expect(failedRead.details?.['state_unknown']).toBeUndefined();
    expect(upstream.seen.filter(({ method }) => method === 'GET')).toHaveLength(3);
    const failedWrite = await errorOf(calls.client().call(...write));
    expect(failedWrite).toMatchObject({ code: 'UPSTREAM_ERROR', details: { state_unknown: true } });
    expect(failedWrite.hint).toMatch(/may or may not/);
    expect(upstream.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test.each([500, 502, 503, 504])('and fails with %d is asked again for a read', async (status) => {
    const { upstream, calls } = await against(
      startRawUpstream((response, _request, count) =>
        count < 3 ? sendJson(response, status, {}) : sendJson(response, 200, space),
      ),
    );
    expect((await calls.client().call('getSpace', { path: { space_id: 31 } })).body).toEqual(space);
    expect(upstream.seen).toHaveLength(3);
    expect(calls.counts).toEqual([{ operation: 'getSpace', outcome: 'ok' }]);
  });

  test('and refuses the connection is asked again even for a write', async () => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 201, space)));
    let attempts = 0;
    const refusing = createModyoCalls(undefined, {
      dispatcherFor: () =>
        upstream.dispatcher.compose((dispatch) => (options, handler) => {
          attempts += 1;
          if (attempts > 1) return dispatch(options, handler);
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        }),
    });
    expect((await refusing.client().call(...write)).status).toBe(201);
    expect(upstream.seen).toHaveLength(1);
    await calls.close();
  });

  test('is not claimed to have changed anything when nothing could be sent', async () => {
    const upstream = await startRawUpstream(() => undefined);
    await upstream.close();
    const calls = createModyoCalls(undefined, {
      dispatcherFor: () =>
        createGuardedPool(`http://127.0.0.1:${upstream.port}`, { timeoutMs: 500, lookup: loopback }),
    });
    const error = await errorOf(calls.client().call(...write));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'unreachable' } });
    expect(error.details?.['state_unknown']).toBeUndefined();
  });
});

describe('a caller that leaves', () => {
  test('takes its reads along', async () => {
    const { upstream, calls } = await against(startRawUpstream(() => undefined));
    const caller = new AbortController();
    const call = errorOf(calls.client({ signal: caller.signal }).call('listSpaces'));
    await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
    caller.abort();
    expect(await call).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'aborted' } });
    expect(calls.counts).toEqual([{ operation: 'listSpaces', outcome: 'aborted' }]);
  });

  test('leaves a write to run to its end', async () => {
    const { upstream, calls } = await against(
      startRawUpstream((response) => void setTimeout(() => sendJson(response, 201, space), 50)),
    );
    const caller = new AbortController();
    const call = calls.client({ signal: caller.signal }).call('createSpace', { body: { name: 'x' } });
    await vi.waitFor(() => expect(upstream.seen).toHaveLength(1));
    caller.abort();
    expect((await call).status).toBe(201);
  });

  test('before a write was sent keeps it from being sent', async () => {
    const { upstream, calls } = await against(startRawUpstream((response) => sendJson(response, 201, space)));
    const call = calls.client({ signal: AbortSignal.abort() }).call('createSpace', { body: { name: 'x' } });
    expect((await errorOf(call)).details).toMatchObject({ reason: 'aborted', state_unknown: undefined });
    expect(upstream.seen).toHaveLength(0);
  });
});

describe('a Modyo that asks for quiet', () => {
  test('is asked again after the wait that it named', async () => {
    const { upstream, calls } = await against(
      startRawUpstream((response, _request, count) =>
        count === 1 ? sendJson(response, 429, {}, { 'retry-after': '0' }) : sendJson(response, 200, space),
      ),
    );
    expect((await calls.client().call('getSpace', { path: { space_id: 31 } })).body).toEqual(space);
    expect(upstream.seen).toHaveLength(2);
  });

  test.each([
    ['30', 30_000],
    ['999999999', 3_600_000],
    ['-5', 1000],
    ['soon', 1000],
  ])('with Retry-After %s makes the caller wait %d ms', async (header, retryAfterMs) => {
    const { upstream, calls } = await against(
      startRawUpstream((response) => sendJson(response, 429, {}, { 'retry-after': header })),
    );
    const error = await errorOf(calls.client().call('createSpace', { body: { name: 'x' } }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs });
    expect(upstream.seen).toHaveLength(1);
  });

  test('is left alone by those with the same credential, and by no others', async () => {
    const clock = createManualClock();
    const { upstream, calls } = await against(
      startRawUpstream((response, { headers }) =>
        headers.authorization === 'Bearer one' && upstream.seen.length < 2
          ? sendJson(response, 429, {}, { 'retry-after': '30' })
          : sendJson(response, 200, space),
      ),
      { clock },
    );
    const request = { path: { space_id: 31 } };
    await errorOf(calls.client({ token: 'one' }).call('getSpace', request));
    clock.advance(10_000);
    const again = await errorOf(calls.client({ token: 'one' }).call('getSpace', request));
    expect(again).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 20_000 });
    expect(upstream.seen).toHaveLength(1);
    expect((await calls.client({ token: 'two' }).call('getSpace', request)).status).toBe(200);
    clock.advance(20_000);
    expect((await calls.client({ token: 'one' }).call('getSpace', request)).status).toBe(200);
  });
});

describe('a Modyo that keeps failing', () => {
  test('is left alone for 15 seconds, host by host, and then asked once', async () => {
    const clock = createManualClock();
    const { upstream, calls } = await against(
      startRawUpstream((response, { headers }) =>
        headers.host === 'acme.modyo.cloud' && upstream.seen.length <= 11
          ? sendJson(response, 500, {})
          : sendJson(response, 200, space),
      ),
      { clock },
    );
    const write = () => calls.client().call('createSpace', { body: { name: 'x' } });
    for (let count = 0; count < 10; count += 1)
      expect(await errorOf(write())).toMatchObject({ code: 'UPSTREAM_ERROR' });
    expect(await errorOf(write())).toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 15_000 });
    expect(upstream.seen).toHaveLength(10);
    const other = calls.client({ host: 'other.modyo.cloud' }).call('createSpace', { body: { name: 'x' } });
    expect((await other).status).toBe(200);
    clock.advance(15_000);
    expect((await write()).status).toBe(200);
    expect((await write()).status).toBe(200);
  });
});

describe('the way to Modyo', () => {
  test('refuses a host that resolves to a private address', async () => {
    const calls = createModyoCalls(undefined, { lookup: loopback });
    closers.push(() => calls.close());
    const error = await errorOf(calls.client().call('createSpace', { body: { name: 'x' } }));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'address_refused' } });
    expect(calls.logs.text()).not.toContain(canaryToken);
  });

  test.each([
    ['a server without TLS', undefined],
    ['a certificate that nobody vouches for', createSelfSigned('acme.modyo.cloud')],
  ])('does not speak to %s', async (_name, certificate) => {
    const received: string[] = [];
    const onData = (bytes: Buffer) => void received.push(bytes.toString('latin1'));
    const server =
      certificate === undefined
        ? createServer((socket) => void socket.on('data', onData).end('HTTP/1.1 400 No\r\n\r\n'))
        : createTlsServer(certificate, (socket) => void socket.on('data', onData));
    server.on('tlsClientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const pool = createGuardedPool(`https://acme.modyo.cloud:${port}`, { timeoutMs: 2000, lookup: loopback });
    const calls = createModyoCalls(pool);
    const error = await errorOf(calls.client().call('createSpace', { body: { name: 'x' } }));
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'tls' } });
    expect(error.details?.['state_unknown']).toBeUndefined();
    expect(received.join('')).not.toContain(canaryToken);
    await pool.destroy();
    server.close();
  });

  test('does not lead over the proxies of the environment', async () => {
    const proxy = await startRawSockets((socket) => void socket.end());
    closers.push(() => proxy.close());
    for (const name of [
      'HTTPS_PROXY',
      'https_proxy',
      'HTTP_PROXY',
      'http_proxy',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ]) {
      vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`);
    }
    const calls = createModyoCalls(undefined, { lookup: loopback });
    closers.push(() => calls.close());
    expect(await errorOf(calls.client().call('listSpaces'))).toMatchObject({
      details: { reason: 'address_refused' },
    });
    expect(proxy.seen).toHaveLength(0);
  });

  test('is closed after the calls in flight have ended', async () => {
    const { calls } = await against(
      startRawUpstream((response) => void setTimeout(() => sendJson(response, 200, space), 50)),
    );
    const call = calls.client().call('getSpace', { path: { space_id: 31 } });
    await calls.close();
    expect((await call).status).toBe(200);
  });
});

describe('500 calls of two tenants at once', () => {
  test('keep their tokens and their answers apart', async () => {
    const { upstream, calls } = await against(
      startRawUpstream((response, { headers }) => {
        const canary = `${headers.host} ${headers.authorization}`;
        setTimeout(() => sendJson(response, 200, { ...space, name: canary }), Math.random() * 5);
      }),
      { upstreamTimeoutMs: 15_000 },
    );
    const expected = Array.from({ length: 500 }, (_, at) => (at % 2 === 0 ? 'andes' : 'pampa'));
    const answers = await Promise.all(
      expected.map((tenant) =>
        calls
          .client({ host: `${tenant}.modyo.cloud`, token: `token-${tenant}` })
          .call('getSpace', { path: { space_id: 31 } }),
      ),
    );
    expect(answers.map(({ body }) => (body as typeof space).name)).toEqual(
      expected.map((tenant) => `${tenant}.modyo.cloud Bearer token-${tenant}`),
    );
    expect(upstream.seen).toHaveLength(500);
    expect(calls.logs.text()).not.toMatch(/token-(andes|pampa)/);
  });
});
