import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './redis-server.ts';

const root = resolve(import.meta.dirname, '../..');

export interface ServiceProcess {
  /** The connector: `http://127.0.0.1:PORT/mcp`. */
  readonly url: string;
  readonly origin: string;
  readonly metricsUrl: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to its first answer. */
  readonly firstAnswerMs: number;
  /** Everything that the process has written so far, both streams. */
  output(): string;
  /** Sends the signal and resolves with the exit code (or the signal's name) once the process has gone. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
  readonly exited: Promise<number | string>;
}

/**
 * Starts the built service in a process of its own and waits for its first answer.
 * The environment is only what is given here, plus PATH and two free ports.
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const port = environment['PORT'] ?? String(await freePort());
  const metricsPort = environment['METRICS_PORT'] ?? String(await freePort());
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment, PORT: port, METRICS_PORT: metricsPort },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString('utf8');
  const exited = new Promise<number | string>((done) => {
    child.once('exit', (code, signal) => done(code ?? signal ?? 'unknown'));
  });
  const origin = `http://127.0.0.1:${port}`;
  await firstAnswer(`${origin}/livez`, exited, output);
  return {
    url: `${origin}/mcp`,
    origin,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    pid: child.pid ?? 0,
    firstAnswerMs: performance.now() - startedMs,
    output,
    exited,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return await exited;
    },
  };
}

async function firstAnswer(
  url: string,
  exited: Promise<number | string>,
  output: () => string,
): Promise<void> {
  let gone: number | string | undefined;
  void exited.then((code) => {
    gone = code;
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (gone !== undefined) throw new Error(`The service ended with ${gone} before it answered: ${output()}`);
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await pause(25);
  }
  throw new Error(`The service did not answer within 15 seconds: ${output()}`);
}
