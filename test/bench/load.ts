import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../support/program.ts';

const run = promisify(execFile);

export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly durationSeconds: number;
  /** The core that the load generator is pinned to; the server has another one. */
  readonly core: number;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly latencyP99Ms: number;
}

/**
 * Sends one POST over and over through wrk.
 * @throws when any answer was not a 2xx, so that a fast error never counts as speed
 */
export async function measure(load: Load): Promise<Measurement> {
  const wrk = await findProgram({
    name: 'wrk',
    debianPackage: 'wrk',
    advice: 'The bench needs wrk: install it.',
  });
  const folder = await mkdtemp(join(tmpdir(), 'modyo-mcp-bench-'));
  try {
    const script = join(folder, 'post.lua');
    await writeFile(script, luaScript(load));
    const { stdout } = await run('taskset', [
      ...['-c', String(load.core), wrk],
      ...['--threads', '1', '--connections', String(load.connections)],
      ...['--duration', `${load.durationSeconds}s`, '--timeout', '10s', '--script', script, load.url],
    ]);
    return read(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function luaScript(load: Load): string {
  const headers = Object.entries(load.headers).map(
    ([name, value]) => `wrk.headers[${quote(name)}] = ${quote(value)}`,
  );
  return `wrk.method = "POST"
wrk.body = ${quote(load.body)}
${headers.join('\n')}
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format("RESULT %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(99), failed))
end
`;
}

/** A Lua string literal. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function read(output: string): Measurement {
  const [, requests, durationUs, p99Us, failed] = /RESULT (\d+) (\d+) (\d+) (\d+)/.exec(output) ?? [];
  if (requests === undefined || durationUs === undefined || p99Us === undefined)
    throw new Error(`wrk printed no result: ${output}`);
  if (failed !== '0') throw new Error(`wrk saw ${failed} failed requests of ${requests}.`);
  return {
    requestsPerSecond: Number(requests) / (Number(durationUs) / 1e6),
    latencyP99Ms: Number(p99Us) / 1_000,
  };
}
