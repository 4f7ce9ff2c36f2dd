import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { type ConfiguredService, startConfiguredService } from './service.ts';
import { callTool, keptConnections } from './wire.ts';

const callsInFlight = 20;
const upstreamDelayMs = 3_000;
const exitWaitMaxMs = 25_000;

let clock: ManualClock;
let sandbox: Sandbox;
let service: ConfiguredService;

beforeEach(async () => {
  clock = createManualClock(Date.now());
  sandbox = await startSandbox({ clock });
});

afterEach(async () => {
  await service.remove();
  await sandbox.close();
});

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  service = await startConfiguredService({
    SANDBOX: sandbox.url,
    CONCURRENCY: String(callsInFlight),
    REQUEST_TIMEOUT_MS: '60000',
    UPSTREAM_TIMEOUT_MS: '60000',
    ...environment,
  });
}

/** `undefined` when a connection is taken, else why not. */
function refusal(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

const within = { timeout: 30_000, interval: 50 };

test('SIGTERM: twenty slow calls are answered, nothing new is taken, and the process ends with 0', async () => {
  await start();
  const agent = keptConnections();
  const caller = { url: service.url, token: await service.mint(), agent };
  expect((await callTool(caller, 'content-spaces-list')).connection).toBe('keep-alive');
  sandbox.requests.clear();
  sandbox.faults.inject({
    match: { path: '/content/spaces' },
    times: callsInFlight,
    effect: { kind: 'delay', delayMs: upstreamDelayMs },
  });
  const running = Array.from({ length: callsInFlight }, () => callTool(caller, 'content-spaces-list'));
  await expect.poll(() => sandbox.requests.list().length, within).toBe(callsInFlight);

  const signalledMs = performance.now();
  const ended = service.stop('SIGTERM');
  await expect.poll(() => refusal(service.url), within).toBe('ECONNREFUSED');
  clock.advance(upstreamDelayMs);
  const answers = await Promise.all(running);
  expect(await ended).toBe(0);
  expect(performance.now() - signalledMs).toBeLessThan(exitWaitMaxMs);

  for (const { status, isError, envelope, connection } of answers) {
    expect({ status, isError, connection }).toEqual({ status: 200, isError: false, connection: 'close' });
    expect(envelope.data.spaces).toHaveLength(3);
  }
  expect(await refusal(service.metricsUrl)).toBe('ECONNREFUSED');
  expect(service.output()).not.toContain('drain ended before every call did');
  agent.destroy();
});

test('a connection that only waits is closed when the drain begins', async () => {
  await start();
  sandbox.faults.inject({ effect: { kind: 'hang' } });
  const running = callTool({ url: service.url, token: await service.mint() }, 'content-spaces-list').catch(
    () => undefined,
  );
  await expect.poll(() => sandbox.requests.list().length, within).toBe(1);
  const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
  const answered = new Promise((done) => idle.once('data', done));
  const closed = new Promise((done) => idle.once('close', () => done('closed')));
  idle.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /);
  const ended = service.stop('SIGTERM');
  expect(await Promise.race([closed, ended])).toBe('closed');
  await service.stop('SIGKILL');
  await running;
});

test('a second SIGTERM ends the process at once, with 1', async () => {
  await start();
  sandbox.faults.inject({ effect: { kind: 'hang' } });
  const running = callTool({ url: service.url, token: await service.mint() }, 'content-spaces-list').catch(
    (error: NodeJS.ErrnoException) => error.code,
  );
  await expect.poll(() => sandbox.requests.list().length, within).toBe(1);
  const ended = service.stop('SIGTERM');
  await expect.poll(() => service.output(), within).toContain('"draining"');
  void service.stop('SIGTERM');
  expect(await ended).toBe(1);
  expect(await running).toBe('ECONNRESET');
});

test('a call that never ends is given up after DRAIN_TIMEOUT_MS, and the process still ends with 0', async () => {
  await start({ DRAIN_TIMEOUT_MS: '500' });
  sandbox.faults.inject({ effect: { kind: 'hang' } });
  const running = callTool({ url: service.url, token: await service.mint() }, 'content-spaces-list');
  await expect.poll(() => sandbox.requests.list().length, within).toBe(1);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(service.output()).toContain('drain ended before every call did');
  expect(await running).toMatchObject({ status: 200, isError: true, connection: 'close' });
});

test('SIGINT drains as SIGTERM does', async () => {
  await start();
  expect(await service.stop('SIGINT')).toBe(0);
  expect(service.output()).toContain('"stopped"');
});
