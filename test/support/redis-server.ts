import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from './program.ts';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * The path of a `redis-server` binary: the one on PATH, else Debian's, installed as root.
 * @throws with one sentence that says what to install
 */
export async function findRedisServer(): Promise<string> {
  return await findProgram({
    name: 'redis-server',
    debianPackage: 'redis-server',
    advice: 'The tests need a real Redis: install redis-server (7 or later) or set REDIS_URL.',
  });
}

/** Starts a Redis of our own on a free loopback port; nothing is written to disk. */
export async function startRedisServer(options: { readonly port?: number } = {}): Promise<RedisServer> {
  const binary = await findRedisServer();
  const port = options.port ?? (await freePort());
  const directory = await mkdtemp(join(tmpdir(), 'modyo-mcp-redis-'));
  const child = spawn(
    binary,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await readyLine(child.stdout, exited);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      // A stopped (SIGSTOP) server does not hear SIGTERM.
      const patience = pause(3_000, 'late', { ref: false });
      const waited = await Promise.race([exited.then(() => 'gone'), patience]);
      if (waited === 'late') child.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free loopback port.'));
      });
    });
  });
}

async function readyLine(output: NodeJS.ReadableStream, exited: Promise<void>): Promise<void> {
  let seen = '';
  await new Promise<void>((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      seen = (seen + chunk.toString('utf8')).slice(-4_000);
      if (seen.includes('Ready to accept connections')) resolve();
    });
    void exited.then(() => reject(new Error(`redis-server ended before it was ready: ${seen}`)));
  });
}
