import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AppError } from '../../../src/errors/app-error.ts';
import { createRedisStore } from '../../../src/infrastructure/redis-store.ts';
import type { SharedStore } from '../../../src/infrastructure/shared-store.ts';
import { tenantKey } from '../../../src/infrastructure/store-key.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { freePort, type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { sendCommand } from '../../support/redis-topologies.ts';

const key = tenantKey({
  tenantKey: 'a'.repeat(32),
  credentialFingerprint: 'b'.repeat(32),
  kind: 'identifier',
  parts: ['space', 'blog'],
});

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function serve(port?: number): Promise<RedisServer> {
  const server = await startRedisServer(port === undefined ? {} : { port });
  cleanUps.push(() => server.stop());
  return server;
}

async function open(port: number) {
  const capture = createLogCapture();
  const onFailure = vi.fn();
  const url = `redis://127.0.0.1:${port}`;
  const store = await createRedisStore({ url, mode: 'single', log: capture.log, onFailure });
  cleanUps.push(() => store.close());
  return { store, onFailure, messages: () => capture.lines().map((line) => line['msg']) };
}

async function failureOf(operation: Promise<unknown>): Promise<AppError> {
  return await operation.then(
    () => expect.fail('the operation succeeded'),
    (error: AppError) => error,
  );
}

const reachable = (store: SharedStore) => vi.waitUntil(() => store.isReachable(), { timeout: 10_000 });

describe('a Redis that goes away', () => {
  test('fails every operation as UNAVAILABLE, and serves again when it is back', async () => {
    const port = await freePort();
    const server = await serve(port);
    const { store, onFailure, messages } = await open(port);
    await store.set(key, 'kept', 60_000);

    await server.stop();
    for (const operation of [
      () => store.get(key),
      () => store.set(key, 'x', 1000),
      () => store.setIfAbsent(key, 'x', 1000),
      () => store.delete([key]),
    ]) {
      const error = await failureOf(operation());
      expect(error).toMatchObject({ name: 'AppError', code: 'UNAVAILABLE', retryAfterMs: 5000 });
    }
    expect(onFailure).toHaveBeenCalledTimes(4);
    expect(await store.isReachable()).toBe(false);

    await serve(port);
    await reachable(store);
    await store.set(key, 'new', 60_000);
    expect(await store.get(key)).toBe('new');
    expect(messages()).toEqual(['shared store lost', 'shared store is back']);
  });

  test('is not there at first: the store opens all the same and connects later', async () => {
    const port = await freePort();
    const { store, messages } = await open(port);
    expect((await failureOf(store.get(key))).code).toBe('UNAVAILABLE');
    await serve(port);
    await reachable(store);
    expect(messages()).toEqual(['shared store lost', 'shared store is back']);
  });

  test('stands still: an operation gives up instead of hanging', async () => {
    const port = await freePort();
    await serve(port);
    const { store } = await open(port);
    const { thaw } = await freeze(port);
    expect((await failureOf(store.get(key))).code).toBe('UNAVAILABLE');
    expect(await store.isReachable()).toBe(false);
    thaw();
    await reachable(store);
    expect(await store.get(key)).toBeUndefined();
  });
});

test('a value of a foreign kind under the key is a failure, not an answer', async () => {
  const port = await freePort();
  await serve(port);
  const { store } = await open(port);
  await sendCommand(port, `HSET ${key} field value`);
  expect((await failureOf(store.get(key))).code).toBe('UNAVAILABLE');
});

test('closing an unconnected store ends it, so that nothing keeps the process alive', async () => {
  const port = await freePort();
  const code = `
    const { createRedisStore } = await import('./src/infrastructure/redis-store.ts');
    const log = { debug() {}, info() {}, warn() {}, error() {}, child() { return log; } };
    const store = await createRedisStore({ url: 'redis://127.0.0.1:${port}', mode: 'single', log });
    await store.close();`;
  const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    timeout: 15_000,
  });
  expect({ status: child.status, signal: child.signal, stderr: child.stderr.toString() }).toEqual({
    status: 0,
    signal: null,
    stderr: '',
  });
});

/** Stops the server's process without closing its sockets. */
async function freeze(port: number): Promise<{ thaw(): void }> {
  const information = await sendCommand(port, 'INFO server');
  const pid = Number(/process_id:(\d+)/.exec(information)?.[1]);
  const thaw = () => void process.kill(pid, 'SIGCONT');
  process.kill(pid, 'SIGSTOP');
  cleanUps.push(async () => thaw());
  return { thaw };
}
