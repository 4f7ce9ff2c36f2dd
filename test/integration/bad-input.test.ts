import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app/lifecycle.ts';
import { createApp } from '../../src/app.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { tenantRecordSchema } from '../../src/tenant/tenant-record.ts';
import { sealTenantToken } from '../../src/tenant/tenant-token.ts';
import { edgeConfig, modern, ping, toolCall } from '../support/edge.ts';
import { createLogCapture, type LogCapture } from '../support/log-capture.ts';
import { httpCall } from '../support/raw-http.ts';
import { createTestIdentity, rawToken, type TestIdentity } from '../support/tokens.ts';

/** The product's own tools behind the whole edge: what a hostile caller sends reaches no log, label or neighbour. */

const inside = { id: 'inside', host: 'inside.modyo.cloud', token: 'CANARY_OF_A_CREDENTIAL' };
const outside = { id: 'outside', host: 'acme.evil.example', token: 'CANARY_OF_A_CREDENTIAL' };

let sandbox: Sandbox;
let app: App;
let identity: TestIdentity;
let logs: LogCapture;
let port = 0;
let metricsPort = 0;
let lookups: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox();
  identity = await createTestIdentity();
  logs = createLogCapture('debug');
  const ofStrangers = await Promise.all(
    [inside, outside].map(async ({ id, host, token }) =>
      tenantRecordSchema.parse({ id, host, token: await sealTenantToken(identity.sealRing, token, host) }),
    ),
  );
  app = await createApp({
    config: edgeConfig({ LOG_LEVEL: 'debug', RATE_PER_MINUTE: '100000', ADDRESS_RATE_PER_MINUTE: '100000' }),
    sandboxUrl: sandbox.url,
    issuers: identity.issuers,
    tenants: [...identity.tenants, ...ofStrangers],
    log: logs.log,
    lookup: (hostname, _options, callback) => {
      lookups.push(hostname);
      callback(null, [
        { address: '203.0.114.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]);
    },
  });
  const { url, metricsUrl } = await app.listen();
  port = Number(new URL(url).port);
  metricsPort = Number(new URL(metricsUrl).port);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

interface Post {
  readonly tenant?: string;
  readonly token?: string;
  readonly message?: unknown;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post({ tenant = 'a', token, message = ping, path = '/mcp', headers }: Post) {
  return httpCall(port, {
    method: 'POST',
    path,
    body: JSON.stringify(message),
    headers: {
      authorization: `Bearer ${token ?? (await identity.mint({ tenant }))}`,
      'content-type': 'application/json',
      ...headers,
    },
  });
}

async function expectNextCallWorks(): Promise<void> {
  const answer = await post({ message: toolCall('content-spaces-list') });
  expect(answer.json.result.structuredContent.data).toBeDefined();
}

describe('the host of a tenant', () => {
  test('that resolves to a private address beside a public one is not connected to, and says so', async () => {
    lookups = [];
    const answer = await post({ tenant: inside.id, message: toolCall('content-spaces-list') });
    const { error } = JSON.parse(answer.json.result.content[0].text);
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'address_refused' } });
    expect(answer.text).not.toMatch(/127\.0\.0\.1|203\.0\.114|CANARY/);
    expect(logs.text()).not.toContain(inside.token);
    expect(lookups).toEqual([inside.host]);
    await expectNextCallWorks();
  });

  test('outside the allowed ones is refused like an unknown tenant, and never looked up', async () => {
    lookups = [];
    const answer = await post({ tenant: outside.id, message: toolCall('content-spaces-list') });
    const unknown = await post({ tenant: 'nobody' });
    expect([answer.status, answer.text]).toEqual([403, unknown.text]);
    expect(lookups).toEqual([]);
    expect(logs.text()).not.toMatch(/CANARY_OF_A_CREDENTIAL|evil\.example/);
    await expectNextCallWorks();
  });
});

describe('what a request says of itself', () => {
  const canary = 'CANARY7f3a';

  test('stands in no log line and in no label', async () => {
    const { message, headers } = modern('tools/call', { name: 'content-spaces-list', arguments: {} });
    const statuses: number[] = [];
    for (const call of [
      { path: `/mcp?${canary}=1` },
      { path: `/mcp?modules=${canary}` },
      { path: `/mcp/${canary}` },
      { token: canary },
      { token: `a.b.${canary}` },
      { token: rawToken({ alg: canary, kid: canary }, { iss: canary, tid: canary, sub: canary }, 'AAAA') },
      { token: await identity.mint({ issuer: canary }) },
      { tenant: canary },
      { headers: { host: `${canary}.example` } },
      { headers: { origin: `https://${canary}` } },
      { headers: { 'content-type': canary } },
      { headers: { 'content-encoding': canary } },
      { headers: { cookie: canary, referer: canary, 'user-agent': canary, 'x-forwarded-for': canary } },
      { headers: { traceparent: canary, 'mcp-session-id': canary, 'last-event-id': canary } },
      { headers: { 'mcp-protocol-version': canary } },
      { message, headers: { ...headers, 'mcp-name': canary } },
      { message: { ...ping, id: canary, method: canary } },
      { message: { ...ping, method: 'resources/read', params: { uri: `modyo://${canary}` } } },
      { message: { ...ping, method: 'initialize', params: { clientInfo: { name: canary } } } },
      { message: toolCall(canary) },
      { message: toolCall('content-spaces-list', { [canary]: canary }) },
      { message: toolCall('content-spaces-manage', { action: canary }) },
      { message: toolCall('content-spaces-get', { identifier: canary }) },
    ])
      statuses.push((await post(call)).status);
    const { text: labels } = await httpCall(metricsPort, { path: '/metrics' });
    expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 403, 404, 415]));
    expect(logs.lines().length).toBeGreaterThan(15);
    expect(logs.text()).not.toContain(canary);
    expect(labels).not.toContain(canary);
  });

  test('makes no series of its own, however many names it makes up', async () => {
    const series = async () => {
      const { text } = await httpCall(metricsPort, { path: '/metrics' });
      return text.split('\n').filter((line) => line.startsWith('modyo_mcp_'));
    };
    const names = (round: number) => [
      toolCall(`tool-${round}`),
      toolCall('content-spaces-manage', { action: `action-${round}` }),
      toolCall('content-spaces-list', { [`key-${round}`]: 1 }),
      { ...ping, method: `method/${round}` },
    ];
    for (const message of names(0)) await post({ message });
    const before = await series();
    for (let round = 1; round <= 20; round += 1) for (const message of names(round)) await post({ message });
    const after = await series();
    expect(after.map((line) => line.split(' ')[0])).toEqual(before.map((line) => line.split(' ')[0]));
    expect(after.join()).not.toMatch(/tool-\d|action-\d|key-\d|method\/\d/);
  });
});

test('I4 what fails upstream is logged under the tenant whose call it was', async () => {
  const remove = sandbox.faults.inject({ effect: { kind: 'reset' } });
  const earlier = logs.lines().length;
  await Promise.all(
    Array.from({ length: 20 }, (_, call) =>
      post({ tenant: call % 2 === 0 ? 'a' : 'b', message: toolCall('content-spaces-list') }),
    ),
  );
  remove();
  const lines = logs.lines().slice(earlier);
  const tenantOf = new Map(
    lines
      .filter(({ audit }) => audit === 'tool_call')
      .map((line) => [line['request_id'], line['tenant_key']]),
  );
  const failures = lines.filter(({ msg }) => msg === 'modyo call failed');
  expect(failures.length).toBeGreaterThanOrEqual(20);
  expect(new Set(tenantOf.values()).size).toBe(2);
  for (const failure of failures) expect(failure['tenantKey']).toBe(tenantOf.get(failure['requestId']));
});
