import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { connectRedis } from '../../src/infrastructure/redis-connection.ts';
import { gateStoreOn } from '../../src/infrastructure/redis-gate-store.ts';
import { createToolRegistry } from '../../src/toolkit/registry.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { type BillingDesk, createBillingDesk, createBillingTools } from '../support/billing-tools.ts';
import { edgeConfig, modern } from '../support/edge.ts';
import { createLogCapture } from '../support/log-capture.ts';
import { openStream } from '../support/open-stream.ts';
import { findRedisServer, freePort, startRedisServer } from '../support/redis-server.ts';
import { sendCommand } from '../support/redis-topologies.ts';
import { type Replica, type Replicas, startReplicas, type WireCall } from '../support/replicas.ts';
import { finalOf, testCall } from '../support/test-call.ts';
import { testCaller } from '../support/tool-host.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const within = { timeout: 30_000, interval: 100 };

async function startBilling(
  redisUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Replicas & { readonly desk: BillingDesk; readonly as: WireCall }> {
  const desk = createBillingDesk();
  const replicas = await startReplicas({ tools: createBillingTools(desk), redisUrl, env });
  cleanUps.push(() => replicas.close());
  return { ...replicas, desk, as: { who: { subject: `ana-${randomUUID()}` } } };
}

describe('F7.7 gated tools without a store', () => {
  const start = (nodeEnv: string) => {
    const logs = createLogCapture();
    const app = createApp({
      config: edgeConfig({ NODE_ENV: nodeEnv }),
      tools: createBillingTools(createBillingDesk()),
      log: logs.log,
    });
    return { app, logs };
  };

  test('do not start in production, and the fault names them', async () => {
    const { app } = start('production');
    await expect(app).rejects.toThrow(/REDIS_URL has to be set.*billing-approve, billing-discharge/);
    await expect(app).rejects.not.toThrow(/billing-refund/);
  });

  test('start elsewhere, with one warning', async () => {
    const { app, logs } = start('development');
    cleanUps.push(async () => (await app).close());
    await app;
    const warnings = logs.lines().filter(({ tools }) => tools !== undefined);
    expect(warnings).toMatchObject([{ level: 'warn', tools: ['billing-approve', 'billing-discharge'] }]);
  });

  test('tools without a state of ours start in production without Redis', async () => {
    const app = await createApp({
      config: edgeConfig({ NODE_ENV: 'production' }),
      tools: createBillingTools(createBillingDesk()).filter(
        ({ name }) => name !== 'billing-approve' && name !== 'billing-discharge',
      ),
      log: createLogCapture().log,
    });
    await app.close();
  });
});

test('F7.8 without Redis the other tools work, gated ones say when to come back and leave the listing', {
  timeout: 60_000,
}, async () => {
  const port = await freePort();
  const redis = await startRedisServer({ port });
  cleanUps.push(() => redis.stop());
  const { first, desk, as } = await startBilling(redis.url);
  const legacy = await first.names(as);
  expect(legacy).toContain('billing-approve');

  await redis.stop();
  const { isError, body } = await first.call('billing-approve', {}, as);
  expect(isError).toBe(true);
  expect(body.error).toMatchObject({ code: 'UNAVAILABLE', retry_after_ms: 5000 });
  const refund = await first.call('billing-refund', { id: 'F-100', amount_cents: 1 }, as);
  expect(refund.isError, JSON.stringify(refund.body)).toBe(false);
  const listed = await first.list({ ...as, era: 'modern' });
  expect(listed.tools.map(({ name }: { readonly name: string }) => name)).toEqual([
    'billing-refund',
    'billing-get-profile',
    'billing-list-invoices',
  ]);
  expect(listed).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  expect(desk.deeds).toEqual(['refund']);

  const again = await startRedisServer({ port });
  cleanUps.push(() => again.stop());
  await expect.poll(() => first.names(as), within).toEqual(legacy);
  expect((await first.call('billing-approve', {}, as)).isError).toBe(false);
});

test('F7.8 whoever listens is told once of a store that is back, and then of what changes', {
  timeout: 60_000,
}, async () => {
  const port = await freePort();
  const redis = await startRedisServer({ port });
  cleanUps.push(() => redis.stop());
  const { first, second, mint, as } = await startBilling(redis.url);
  const listen = async (who: WireCall['who'], { port }: Replica = first) => {
    const request = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const stream = await openStream(port, { ...request, token: await mint(who) });
    cleanUps.push(async () => stream.leave());
    await stream.atLeast(1);
    return stream;
  };
  const own = await listen(as.who);
  const others = [
    await listen(as.who),
    await listen(as.who, second),
    await listen({ subject: `eva-${randomUUID()}` }),
  ];

  await redis.stop();
  expect((await first.call('billing-approve', {}, as)).isError).toBe(true);
  const again = await startRedisServer({ port });
  cleanUps.push(() => again.stop());
  await vi.waitUntil(() => [own, ...others].every((stream) => stream.messages().length > 1), within);
  await expect.poll(() => second.names(as), within).toContain('billing-approve');
  expect((await second.call('billing-approve', {}, as)).isError).toBe(false);
  await Promise.all([own, ...others.slice(0, 2)].map((stream) => stream.atLeast(3)));
  const methods = [own, ...others].map((stream) => stream.messages().map(({ method }) => method));
  const [begun, changed] = [
    'notifications/subscriptions/acknowledged',
    'notifications/tools/list_changed',
  ] as const;
  const ofOwn = [begun, changed, changed];
  expect(methods).toEqual([ofOwn, ofOwn, ofOwn, [begun, changed]]);
});

test('F7.9 a process that is killed in its call leaves a lease that ends, and a state that has not moved', {
  timeout: 60_000,
}, async () => {
  const subject = `ana-${randomUUID()}`;
  const url = inject('redisUrl');
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/dying-call.ts', url, subject], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  cleanUps.push(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (bytes: Buffer) => resolve(String(bytes))),
  );
  expect(said).toBe('acting\n');
  child.kill('SIGKILL');
  await exited;

  const logs = createLogCapture();
  const connection = await connectRedis({ url, mode: 'single', log: logs.log });
  cleanUps.push(() => connection.close());
  const desk = createBillingDesk();
  const registry = createToolRegistry<ModyoToolContext>({
    tools: createBillingTools(desk),
    createContext: (base) => base as ModyoToolContext,
    clock: systemClock,
    gateStore: gateStoreOn(connection),
  });
  const caller = testCaller(logs, { subject });
  const codeOf = async (tool: string) => {
    const [{ text }] = finalOf(await registry.call(tool, {}, testCall(caller))).content;
    return JSON.parse(text).error?.code ?? 'done';
  };
  expect(await codeOf('billing-approve')).toBe('STATE_BUSY');
  expect(await codeOf('billing-discharge')).toBe('STATE_CONFLICT');
  await expect.poll(() => codeOf('billing-approve'), within).toBe('done');
  expect(desk.deeds).toEqual(['approve']);
  expect(await codeOf('billing-discharge')).toBe('done');
});

/** A Redis that writes down everything at once, so that killing it loses nothing. */
async function startDurableRedis() {
  const [binary, port, directory] = [
    await findRedisServer(),
    await freePort(),
    await mkdtemp(join(tmpdir(), 'modyo-mcp-redis-')),
  ];
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory];
  let stop: () => Promise<void> = async () => {};
  async function start(): Promise<void> {
    const child = spawn(binary, [...options, '--appendonly', 'yes', '--appendfsync', 'always'], {
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    await vi.waitUntil(
      async () => (await sendCommand(port, 'PING').catch(() => '')).startsWith('+PONG'),
      within,
    );
  }
  cleanUps.push(async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  });
  await start();
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill: () => stop(),
    start,
    keys: async () =>
      (await sendCommand(port, 'KEYS gate:*')).split('\r\n').filter((line) => line.startsWith('gate:')),
  };
}

test('F7.9 Redis killed between lease and commit leaves no advanced state and no lock past its lease', {
  timeout: 60_000,
}, async () => {
  const redis = await startDurableRedis();
  const { first, second, desk, as } = await startBilling(redis.url);
  expect((await first.call('billing-approve', {}, as)).isError).toBe(false);
  desk.during.set('discharge', redis.kill);
  const { isError, body } = await first.call('billing-discharge', {}, as);
  expect(isError).toBe(false);
  expect(body).toMatchObject({
    data: { discharged: true },
    state: {
      status: 'done',
      warnings: [
        {
          code: 'STATE_NOT_RECORDED',
          path: 'state',
          message: expect.stringContaining('from approved to discharged may not have been recorded'),
        },
      ],
    },
  });
  expect(desk.deeds).toEqual(['approve', 'discharge']);

  await redis.start();
  const [state] = (await redis.keys()).filter((key) => !key.endsWith(':lease'));
  const remainingMs = Number((await sendCommand(redis.port, `PTTL ${state}:lease`)).slice(1));
  // Redis answers -1 for what never ends.
  expect(remainingMs).not.toBe(-1);
  expect(remainingMs).toBeLessThanOrEqual(5_400);
  expect(await sendCommand(redis.port, `HGET ${state} state`)).toContain('approved');
  const codeOf = async () => (await second.call('billing-discharge', {}, as)).body.error?.code ?? 'done';
  await expect.poll(codeOf, within).toBe('done');
  expect((await redis.keys()).filter((key) => key.endsWith(':lease'))).toEqual([]);
  expect(await second.names(as)).not.toContain('billing-discharge');
});

/** What Redis is asked while something happens, without what scripts ask on their own. */
async function askedOf(port: number, happening: () => Promise<unknown>): Promise<readonly string[]> {
  const socket = connect(port, '127.0.0.1', () => socket.write('MONITOR\r\n'));
  let heard = '';
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString();
  });
  try {
    await vi.waitUntil(() => heard.includes('+OK'), within);
    await happening();
    const last = randomUUID();
    await sendCommand(port, `PUBLISH nobody ${last}`);
    await vi.waitUntil(() => heard.includes(last), within);
    return heard.split('\r\n').filter((line) => line.includes('gate:') && !line.includes(' lua]'));
  } finally {
    socket.destroy();
  }
}

test('a gated call asks Redis three times for its gate, also the first one, and a listing once for each machine', async () => {
  const redis = await startRedisServer();
  cleanUps.push(() => redis.stop());
  const { first, as } = await startBilling(redis.url);
  const call = (tool: string) => askedOf(redis.port, () => first.call(tool, {}, as));
  expect(await call('billing-approve')).toHaveLength(3);
  expect(await call('billing-discharge')).toHaveLength(3);
  expect(await call('billing-discharge')).toHaveLength(1);
  expect(await call('billing-list-invoices')).toEqual([]);
  expect(await askedOf(redis.port, () => first.names(as))).toHaveLength(1);
});

test('GATE_VISIBILITY=call lists every tool in every state, asks nobody, and refuses at the call alone', async () => {
  const redis = await startRedisServer();
  cleanUps.push(() => redis.stop());
  const { first, as } = await startBilling(redis.url, { GATE_VISIBILITY: 'call' });
  const all = createBillingTools(createBillingDesk()).map(({ name }) => name);
  const list = async () => expect(await first.names(as)).toEqual(all);
  expect(await askedOf(redis.port, list)).toEqual([]);
  expect((await first.call('billing-discharge', {}, as)).body.error.code).toBe('STATE_CONFLICT');
  const approved = await first.call('billing-approve', {}, as);
  expect(approved.isError).toBe(false);
  expect(approved.messages).toHaveLength(1);
  await list();
});
