import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli } from '../support/cli-process.ts';
import { freePort } from '../support/redis-server.ts';
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
  const service = await startService({
    PORT: port,
    PUBLIC_URL: publicUrl,
    SANDBOX: 'embedded',
    ISSUERS_FILE: join(keys, 'issuers.yaml'),
    TENANTS_FILE: join(keys, 'tenants.yaml'),
    SEAL_KEYS_FILE: join(keys, 'seal-keys'),
    ...environment,
  });
  return {
    ...service,
    keys,
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
      return minted.stdout.trim();
    },
    async remove() {
      await service.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
