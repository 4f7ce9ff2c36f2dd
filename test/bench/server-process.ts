import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ServeReply, ServeRequest } from './serve.ts';

export interface Memory {
  readonly heapUsedBytes: number;
  /** Names of what keeps the event loop alive: sockets, timers, servers. */
  readonly resources: readonly string[];
}

export interface ServerProcess extends ServeReply {
  /** After a forced collection. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Runs one server in a process of its own, pinned to a core; its log lines go where nobody reads. */
export async function startServer(request: ServeRequest, core: number): Promise<ServerProcess> {
  const child = spawn(
    'taskset',
    [
      '-c',
      String(core),
      process.execPath,
      '--expose-gc',
      '--import',
      'tsx',
      resolve(import.meta.dirname, 'serve.ts'),
    ],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    },
  );
  child.send(request);
  const reply = (await firstMessage(child)) as ServeReply;
  return {
    ...reply,
    async memory() {
      child.send('memory');
      return (await firstMessage(child)) as Memory;
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function firstMessage(child: ChildProcess): Promise<unknown> {
  const gone = new AbortController();
  const onExit = () => gone.abort(new Error('A server of the bench ended before it answered.'));
  child.once('exit', onExit);
  try {
    const [message] = await once(child, 'message', { signal: gone.signal });
    return message;
  } finally {
    child.off('exit', onExit);
  }
}
