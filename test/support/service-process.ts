import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './redis-server.ts';
import { recordOutput } from './run-record.ts';

const root = resolve(import.meta.dirname, '../..');
const attemptsMax = 1200;
const pauseMs = 25;

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

interface Started {
  readonly pid: number;
  output(): string;
  kill(signal: NodeJS.Signals): void;
  readonly exited: Promise<number | string>;
}

/** The environment is only what is given here, plus PATH. */
function spawnService(environment: Readonly<Record<string, string>>, cwd = root): Started {
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  const keep = (chunk: Buffer) => {
    chunks.push(chunk);
    recordOutput(`service-${child.pid}`, chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return {
    pid: child.pid ?? 0,
    output: () => Buffer.concat(chunks).toString('utf8'),
    kill: (signal) => void child.kill(signal),
    // Not before both streams have ended, so that the output is complete.
    exited: new Promise((done) => {
      child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'));
    }),
  };
}

/**
 * Starts the built service in a process of its own and waits for its first answer.
 * The environment is only what is given here, plus PATH and two free ports.
 * @param cwd of another build than the repository's
 */
export async function startService(
  environment: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<ServiceProcess> {
  const port = environment['PORT'] ?? String(await freePort());
  const metricsPort = environment['METRICS_PORT'] ?? String(await freePort());
  const startedMs = performance.now();
  const { pid, output, kill, exited } = spawnService(
    { ...environment, PORT: port, METRICS_PORT: metricsPort },
    cwd,
  );
  const origin = `http://127.0.0.1:${port}`;
  await firstAnswer(`${origin}/livez`, exited, output);
  return {
    url: `${origin}/mcp`,
    origin,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    pid,
    firstAnswerMs: performance.now() - startedMs,
    output,
    exited,
    async stop(signal = 'SIGTERM') {
      kill(signal);
      return await exited;
    },
  };
}

export interface EndedService {
  readonly exitCode: number | string;
  /** Everything that it wrote, both streams. */
  readonly output: string;
}

/**
 * Starts the built service where it must not come up, with exactly this environment, and waits for its end.
 * @param cwd the folder with its `dist`; default the repository
 */
export async function runToItsEnd(
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<EndedService> {
  const { output, exited } = spawnService(environment, cwd);
  const exitCode = await exited;
  return { exitCode, output: output() };
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
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    if (gone !== undefined) throw new Error(`The service ended with ${gone} before it answered: ${output()}`);
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await pause(pauseMs);
  }
  throw new Error(`The service did not answer in time: ${output()}`);
}
