import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { freePort, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { type ConfiguredService, startConfiguredService } from './service.ts';
import { callTool } from './wire.ts';

const within = { timeout: 30_000, interval: 100 };
const spaces = ['Banca Personas', 'Tiendas', 'Retail'] as const;

let redis: RedisServer;
let sandbox: Sandbox;
let service: ConfiguredService;
let token: string;

beforeAll(async () => {
  redis = await startRedisServer({ port: await freePort() });
  sandbox = await startSandbox();
  service = await startConfiguredService({ REDIS_URL: redis.url, SANDBOX: sandbox.url });
  token = await service.mint();
});

afterAll(async () => {
  await service.remove();
  await sandbox.close();
  await redis.stop();
});

/** How many keys Redis holds. */
function keysHeld(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(redis.port, '127.0.0.1', () => socket.write('DBSIZE\r\n'));
    socket.once('data', (chunk) => {
      resolve(Number(chunk.toString('utf8').trim().slice(1)));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

async function readiness(): Promise<unknown> {
  const answer = await fetch(`${service.origin}/readyz`);
  return [answer.status, await answer.json()];
}

/** Without Redis as well, as `openapi/service.yaml` says. */
function ready(store: 'reachable' | 'unreachable'): unknown {
  return [200, { status: 'ready', store }];
}

/** Reads a space by its name in any case, and says how often the name had to be looked for in Modyo. */
async function lookupsToRead(name: string, replica: ServiceProcess = service): Promise<number> {
  sandbox.requests.clear();
  const answer = await callTool({ url: replica.url, token }, 'content-spaces-get', { identifier: name });
  expect(answer.isError, answer.text).toBe(false);
  expect(answer.envelope.resource.name.toLowerCase()).toBe(name.toLowerCase());
  return sandbox.requests.list().filter(({ path }) => path.startsWith('/api/admin/content/spaces?')).length;
}

/** What a replica finds that starts with nothing of its own. */
async function lookupsOfNewReplica(): Promise<readonly number[]> {
  const replica = await startService({ ...service.environment });
  try {
    const lookups: number[] = [];
    for (const name of spaces) lookups.push(await lookupsToRead(name, replica));
    return lookups;
  } finally {
    await replica.stop('SIGKILL');
  }
}

async function readAll(): Promise<void> {
  for (const name of spaces) await lookupsToRead(name);
}

test('with Redis, what one process looked up is known to one that starts later', async () => {
  expect(await readiness()).toEqual(ready('reachable'));
  await readAll();
  expect(await keysHeld()).toBeGreaterThanOrEqual(spaces.length);
  expect(await lookupsOfNewReplica()).toEqual([0, 0, 0]);
});

test('Redis stopped: the same reads go on, the replica stays ready and says what is missing', async () => {
  await redis.stop();
  await expect.poll(() => readiness(), within).toEqual(ready('unreachable'));
  await readAll();
  // One that starts without Redis serves as well, and asks Modyo each time.
  expect(await lookupsOfNewReplica()).toEqual([1, 1, 1]);
});

test('Redis started again: the cache returns without a restart of the service', async () => {
  redis = await startRedisServer({ port: redis.port });
  await expect.poll(() => readiness(), within).toEqual(ready('reachable'));
  expect(await keysHeld()).toBe(0);
  await expect
    .poll(async () => {
      await readAll();
      return await keysHeld();
    }, within)
    .toBeGreaterThanOrEqual(spaces.length);
  expect(await lookupsOfNewReplica()).toEqual([0, 0, 0]);
  expect(service.output()).toContain('shared store is back');
});

test('Redis frozen: reads are answered though it never answers', async () => {
  process.kill(redis.pid, 'SIGSTOP');
  try {
    await expect.poll(() => readiness(), within).toEqual(ready('unreachable'));
    // Another text is another key, so what the process itself remembers is of no use.
    for (const name of spaces) expect(await lookupsToRead(name.toUpperCase())).toBe(1);
    expect(await lookupsOfNewReplica()).toEqual([1, 1, 1]);
  } finally {
    process.kill(redis.pid, 'SIGCONT');
  }
  await expect.poll(() => readiness(), within).toEqual(ready('reachable'));
});
