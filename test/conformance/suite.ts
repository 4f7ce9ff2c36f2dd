import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNode24, installOnce } from '../support/node24.ts';

const run = promisify(execFile);

const suitePackage = '@modelcontextprotocol/conformance';
const suiteVersion = '0.2.0-alpha.12';
const scenarioTimeoutMs = 5_000;
const outputCharsMax = 64 * 1024 * 1024;

export interface SuiteRun {
  readonly exitCode: number;
  readonly output: string;
  /** Checks, not scenarios. */
  readonly passed: number;
}

export interface SuiteRequest {
  readonly url: string;
  /** The file of the scenarios that may fail; one that does not is a failure too. */
  readonly expectedFailures: string;
  readonly only: { readonly requirements: string } | { readonly scenario: string };
}

export interface Suite {
  run(request: SuiteRequest): Promise<SuiteRun>;
}

function readRun(exitCode: number, output: string): SuiteRun {
  const passed = Number(/Total: (\d+) passed/.exec(output)?.[1] ?? 0);
  return { exitCode, output, passed };
}

/** @throws {Error} in one sentence, when the suite or its runtime is not there and cannot be brought */
export async function installSuite(): Promise<Suite> {
  // It needs `fs.globSync`, which Node 20 does not have.
  const node = await findNode24();
  const entry = await installOnce(suitePackage, suiteVersion, `${suitePackage}/dist/index.js`);
  return {
    async run({ url, expectedFailures, only }) {
      const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
      const choice =
        'scenario' in only ? ['--scenario', only.scenario] : ['--requirements', only.requirements];
      const args = [entry, 'server', '--url', url, ...choice, '-o', folder];
      args.push('--timeout', String(scenarioTimeoutMs), '--expected-failures', expectedFailures);
      try {
        const { stdout, stderr } = await run(node, args, { cwd: folder, maxBuffer: outputCharsMax });
        return readRun(0, stdout + stderr);
      } catch (error) {
        const {
          code,
          stdout = '',
          stderr = '',
        } = error as { code?: number; stdout?: string; stderr?: string };
        if (code === undefined) throw error;
        return readRun(code, stdout + stderr);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
