import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findRedisServer, freePort, startRedisServer } from './redis-server.ts';

export interface RedisTopology {
  /** As `REDIS_URL` wants it. */
  readonly url: string;
  stop(): Promise<void>;
}

export const sentinelMaster = 'main';

/** A master and one sentinel that watches it as `main`. */
export async function startWatchedRedis(): Promise<RedisTopology> {
  const master = await startRedisServer();
  const lines = [`sentinel monitor ${sentinelMaster} 127.0.0.1 ${master.port} 1`];
  const sentinel = await startWithFile(lines, ['--sentinel'], '+PONG');
  return {
    url: `redis://127.0.0.1:${sentinel.port}`,
    async stop() {
      await sentinel.stop();
      await master.stop();
    },
  };
}

/** A cluster of one node that holds every slot. */
export async function startRedisCluster(): Promise<RedisTopology> {
  const node = await startWithFile(
    ['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1', 'save ""'],
    [],
    '+PONG',
  );
  await sendCommand(node.port, 'CLUSTER ADDSLOTSRANGE 0 16383');
  await until(async () => (await sendCommand(node.port, 'CLUSTER INFO')).includes('cluster_state:ok'));
  return { url: `redis://127.0.0.1:${node.port}`, stop: node.stop };
}

/** Sends one inline command over a socket of its own and resolves with the first bytes of the answer. */
export function sendCommand(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\n`));
    socket.once('error', reject);
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString());
    });
  });
}

async function startWithFile(lines: readonly string[], options: readonly string[], ready: string) {
  const [binary, port] = [await findRedisServer(), await freePort()];
  const directory = await mkdtemp(join(tmpdir(), 'modyo-mcp-redis-'));
  const file = join(directory, 'redis.conf');
  await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${directory}`, ...lines, ''].join('\n'));
  const child = spawn(binary, [file, ...options], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await until(async () => (await sendCommand(port, 'PING').catch(() => '')).startsWith(ready));
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isTrue()) return;
    await pause(25);
  }
  throw new Error('The Redis under test was not ready in time.');
}
