import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

const sleeps: number[] = [];
let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({
    clock: {
      nowMs: () => Date.parse('2026-11-30T12:00:00.000Z'),
      sleep: async (ms) => void sleeps.push(ms),
    },
  });
  client = createSandboxClient(sandbox);
});
afterEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

function raw(path: string, signal?: AbortSignal) {
  const { host, token } = sandbox.accounts.andes;
  return request(`${sandbox.url}/api/admin${path}`, {
    headers: { host, authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });
}

describe('what goes wrong', () => {
  test('a delayed answer is the right one', async () => {
    sandbox.faults.inject({ effect: { kind: 'delay', delayMs: 1_234 } });
    expect((await client.get('/content/spaces/31')).body.id).toBe(31);
    expect(sleeps).toEqual([1_234]);
  });

  test('an answer of one’s own, with headers', async () => {
    sandbox.faults.inject({
      effect: {
        kind: 'answer',
        status: 429,
        body: { errors: ['Slow down'] },
        headers: { 'retry-after': '7' },
      },
    });
    const answer = await raw('/content/spaces');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '7']);
    expect(await answer.body.json()).toEqual({ errors: ['Slow down'] });
  });

  test('a page as a proxy sends it', async () => {
    sandbox.faults.inject({ effect: { kind: 'html', status: 200 } });
    const answer = await raw('/content/spaces');
    expect(answer.headers['content-type']).toContain('text/html');
    expect(await answer.body.text()).toContain('<!DOCTYPE html>');
  });

  test('more bytes than anybody wants', async () => {
    sandbox.faults.inject({ effect: { kind: 'oversized', bytes: 1_000_000 } });
    const answer = await raw('/content/spaces');
    expect((await answer.body.arrayBuffer()).byteLength).toBeGreaterThan(1_000_000);
  });

  test('a connection that drops in the middle of the body', async () => {
    sandbox.faults.inject({ effect: { kind: 'close-mid-body' } });
    const answer = await raw('/content/spaces');
    expect(answer.statusCode).toBe(200);
    await expect(answer.body.text()).rejects.toThrow();
  });

  test('a connection that drops before the answer, with the request carried out or not', async () => {
    sandbox.faults.inject({ match: { method: 'PUT' }, effect: { kind: 'reset' }, times: 1 });
    await expect(client.put('/content/spaces/31', { name: 'Perdido' })).rejects.toThrow();
    expect((await client.get('/content/spaces/31')).body.name).toBe('Banca Personas');
    sandbox.faults.inject({ match: { method: 'PUT' }, effect: { kind: 'reset', isApplied: true }, times: 1 });
    await expect(client.put('/content/spaces/31', { name: 'Hecho' })).rejects.toThrow();
    expect((await client.get('/content/spaces/31')).body.name).toBe('Hecho');
    sandbox.reset();
  });

  test('no answer at all', async () => {
    sandbox.faults.inject({ effect: { kind: 'hang' } });
    await expect(raw('/content/spaces', AbortSignal.timeout(50))).rejects.toThrow();
  });

  test('something else is stored than what was asked', async () => {
    sandbox.faults.inject({
      match: { method: 'PUT' },
      effect: { kind: 'alter-body', change: (body) => ({ ...body, name: 'Cortado' }) },
    });
    await client.put('/content/spaces/31', { space: { name: 'Un nombre muy largo' } });
    expect((await client.get('/content/spaces/31')).body.name).toBe('Cortado');
    sandbox.reset();
  });
});

describe('whom it strikes', () => {
  test('the matching requests only, as often as said, until it is removed', async () => {
    const broken = { kind: 'answer', status: 503 } as const;
    sandbox.faults.inject({ match: { path: '/spaces/31' }, times: 1, effect: broken });
    const statuses = [];
    for (const path of ['/content/spaces/33', '/content/spaces/31', '/content/spaces/31']) {
      statuses.push((await client.get(path)).status);
    }
    expect(statuses).toEqual([200, 503, 200]);
    const remove = sandbox.faults.inject({ match: { host: 'andes.sandbox.invalid' }, effect: broken });
    expect((await client.get('/profile')).status).toBe(503);
    const pampa = createSandboxClient(sandbox, { account: sandbox.accounts.pampa });
    expect((await pampa.get('/profile')).status).toBe(200);
    remove();
    expect((await client.get('/profile')).status).toBe(200);
  });
});

describe('the record of requests', () => {
  test('says who asked for what, and never the token', async () => {
    sandbox.requests.clear();
    await client.put('/content/spaces/31?x=1', { name: 'Banca Personas' });
    await createSandboxClient(sandbox, { token: null }).get('/account');
    await createSandboxClient(sandbox, { token: 'stolen' }).get('/account');
    const records = sandbox.requests.list();
    expect(records).toMatchObject([
      {
        method: 'PUT',
        path: '/api/admin/content/spaces/31?x=1',
        host: 'andes.sandbox.invalid',
        isAuthorized: true,
        tokenLabel: 'andes:owner',
        body: '{"name":"Banca Personas"}',
      },
      { isAuthorized: false, tokenLabel: 'none' },
      { isAuthorized: true, tokenLabel: 'unknown' },
    ]);
    expect(JSON.stringify(records)).not.toContain('sandbox-token');
  });

  test('keeps the last ones only', async () => {
    const { createRequestLog, requestsMax } = await import('../../../src/sandbox/request-log.ts');
    const log = createRequestLog();
    for (let number = 0; number < requestsMax + 3; number += 1) {
      log.record({
        method: 'GET',
        path: String(number),
        host: '',
        isAuthorized: false,
        tokenLabel: 'none',
        body: '',
        userAgent: '',
        receivedAtMs: 0,
      });
    }
    expect(log.list()).toHaveLength(requestsMax);
    expect(log.list()[0]?.path).toBe('3');
    expect(log.list().at(-1)?.path).toBe(String(requestsMax + 2));
  });
});

test('a body that is no JSON object is a bad request', async () => {
  const { host, token } = sandbox.accounts.andes;
  for (const body of ['{', '[]', '"x"']) {
    const answer = await request(`${sandbox.url}/api/admin/content/spaces`, {
      method: 'POST',
      headers: { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    expect(answer.statusCode).toBe(400);
    await answer.body.dump();
  }
});

test('a port that is taken is refused with a clear error', async () => {
  const port = Number(new URL(sandbox.url).port);
  await expect(startSandbox({ port })).rejects.toThrow('The sandbox cannot listen.');
});
