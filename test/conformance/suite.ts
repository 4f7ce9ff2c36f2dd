import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const suitePackage = '@modelcontextprotocol/conformance';
const suiteVersion = '0.2.0-alpha.12';
/** The suite needs `fs.globSync`, which Node 20 does not have. */
const nodeMajor = '24';

const scenarioTimeoutMs = 5_000;
const outputCharsMax = 64 * 1024 * 1024;

/** Both live beside the installed packages and outside package.json, since they are no part of the product. */
const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/conformance', import.meta.url));

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

async function installOnce(name: string, version: string, product: string): Promise<string> {
  const folder = join(cacheFolder, `${name.replace(/\W+/g, '-')}-${version}`);
  const path = join(folder, 'node_modules', product);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, dependencies: { [name]: version }, allowScripts: { [name]: true } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder], {
      cwd: folder,
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(
      `The conformance run needs ${name}@${version} from the npm registry, and it could not be installed. ` +
        'Connect to a registry and run it again.',
      { cause: error },
    );
  }
  return path;
}

function readRun(exitCode: number, output: string): SuiteRun {
  const passed = Number(/Total: (\d+) passed/.exec(output)?.[1] ?? 0);
  return { exitCode, output, passed };
}

/** @throws {Error} in one sentence, when the suite or its runtime is not there and cannot be brought */
export async function installSuite(): Promise<Suite> {
  const node = await installOnce('node', nodeMajor, '.bin/node');
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
