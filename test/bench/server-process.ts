import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { build } from 'vite';
import type { ServeReply, ServeRequest } from './serve.ts';

const root = resolve(import.meta.dirname, '../..');
const outDir = resolve(root, 'node_modules/.cache/bench');

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

/** Compiles the servers ahead: a loader that does it on the fly wraps every closure, and that would be measured. */
export async function compileServers(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: 'test/bench/serve.ts',
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'serve.mjs' } },
    },
  });
}

/** Runs one server in a process of its own, pinned to a core; its log lines go where nobody reads. */
export async function startServer(request: ServeRequest, core: number): Promise<ServerProcess> {
  const child = spawn(
    'taskset',
    ['-c', String(core), process.execPath, '--expose-gc', resolve(outDir, 'serve.mjs')],
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
