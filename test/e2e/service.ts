import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../support/cli-process.ts';
import { freePort } from '../support/redis-server.ts';
import { plant } from '../support/run-record.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

export interface ConfiguredService extends ServiceProcess {
  /** A token of the CLI's, for the tenant `demo` unless another is named. */
  mint(options?: {
    readonly tenant?: string;
    readonly scope?: string;
    readonly subject?: string;
  }): Promise<string>;
  /** The folder with the generated keys. */
  readonly keys: string;
  /** What another replica needs to be told to be the same service. */
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** The built service as an operator runs it: keys from the CLI, the files it made, the embedded sandbox. */
export async function startConfiguredService(
  environment: Readonly<Record<string, string>> = {},
): Promise<ConfiguredService> {
  const folder = await mkdtemp(join(tmpdir(), 'modyo-mcp-e2e-'));
  const keys = join(folder, 'keys');
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}/mcp`;
  const generated = await runCli(['keys', 'generate', '--out', keys, '--audience', publicUrl]);
  expect(generated.exitCode, generated.stderr).toBe(0);
  plant((await readFile(join(keys, 'seal-keys'), 'utf8')).trim().replace(/^[^:]*:/, ''));
  const complete = {
    PUBLIC_URL: publicUrl,
    SANDBOX: 'embedded',
    ISSUERS_FILE: join(keys, 'issuers.yaml'),
    TENANTS_FILE: join(keys, 'tenants.yaml'),
    SEAL_KEYS_FILE: join(keys, 'seal-keys'),
    // The more is written, the more there is in which nothing secret may stand.
    LOG_LEVEL: 'debug',
    ...environment,
  };
  const service = await startService({ ...complete, PORT: port });
  return {
    ...service,
    keys,
    environment: complete,
    async mint({ tenant = 'demo', scope = 'modyo:admin', subject = 'ci' } = {}) {
      const minted = await runCli([
        'token',
        '--tenant',
        tenant,
        '--subject',
        subject,
        '--scope',
        scope,
        '--keys',
        keys,
      ]);
      expect(minted.exitCode, minted.stderr).toBe(0);
      const token = minted.stdout.trim();
      plant(token);
      return token;
    },
    async remove() {
      await service.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
