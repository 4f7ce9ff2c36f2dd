import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const binary = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

interface Cruise {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string }[];
  };
}

async function cruise(folder: string): Promise<Cruise> {
  const { stdout } = await run(
    process.execPath,
    [binary, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: folder, maxBuffer: 256 * 1024 * 1024 },
  ).catch((failure: { stdout?: string }) => {
    // Violations make it exit non-zero; what it printed is still the answer.
    if (failure.stdout) return { stdout: failure.stdout };
    throw failure;
  });
  return JSON.parse(stdout) as Cruise;
}

describe('the rule of the rooms', () => {
  test('is checked on every source file, and no file breaks it', async () => {
    const files = (await readdir(join(root, 'src'), { recursive: true })).filter((name) =>
      name.endsWith('.ts'),
    );
    const { summary } = await cruise(root);
    expect(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`)).toEqual([]);
    expect(summary.totalCruised).toBeGreaterThanOrEqual(files.length);
  }, 120_000);
});

/** One planted offence a rule: file → what it imports. */
const offences: Readonly<Record<string, readonly [file: string, imports: string]>> = {
  'http-never-looks-left': ['src/http/a.ts', '../app.ts'],
  'oauth-never-looks-left': ['src/oauth/a.ts', '../http/target.ts'],
  'mcp-never-looks-left': ['src/mcp/a.ts', '../http/target.ts'],
  'tools-never-looks-left': ['src/tools/a.ts', '../mcp/target.ts'],
  'toolkit-never-looks-left': ['src/toolkit/a.ts', '../tools/target.ts'],
  'tenant-never-looks-left': ['src/tenant/a.ts', '../toolkit/target.ts'],
  'auth-never-looks-left': ['src/auth/a.ts', '../tenant/target.ts'],
  'modyo-never-looks-left': ['src/modyo/a.ts', '../auth/target.ts'],
  'infrastructure-never-looks-left': ['src/infrastructure/a.ts', '../modyo/target.ts'],
  'errors-never-looks-left': ['src/errors/a.ts', '../infrastructure/target.ts'],
  'no-cycles': ['src/errors/cycle.ts', './cycle.ts'],
  'config-stays-at-the-root': ['src/http/config-user.ts', '../config/target.ts'],
  'sdk-only-in-mcp': ['src/http/sdk-user.ts', '@modelcontextprotocol/server'],
  'fastify-only-at-the-edge': ['src/tools/fastify-user.ts', 'fastify'],
  'ioredis-pino-only-in-infrastructure': ['src/tools/redis-user.ts', 'ioredis'],
  'undici-only-in-modyo': ['src/tools/undici-user.ts', 'undici'],
  'jose-only-in-auth': ['src/tools/jose-user.ts', 'jose'],
  'minisearch-only-in-toolkit': ['src/tools/search-user.ts', 'minisearch'],
  'texts-and-zones-only-in-tools': ['src/modyo/text-user.ts', 'marked'],
  'tokenizer-only-in-cli': ['src/tools/token-user.ts', 'gpt-tokenizer'],
  'a-tool-never-imports-another-tool': ['src/tools/content/spaces/a.ts', '../types/target.ts'],
  'sandbox-stands-alone': ['src/sandbox/a.ts', '../modyo/target.ts'],
  'app-never-imports-sandbox': ['src/app.ts', './sandbox/target.ts'],
  'src-never-imports-test': ['src/errors/test-user.ts', '../../test/target.ts'],
  'no-unresolved': ['src/errors/lost.ts', './nowhere.ts'],
  'no-orphans': ['src/errors/orphan.ts', ''],
};

describe('each rule of the rooms', () => {
  let folder = '';
  let found: Cruise['summary']['violations'] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modyo-mcp-rooms-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json'])
      await copyFile(join(root, name), join(folder, name));
    const write = async (file: string, text: string) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    };
    for (const room of [
      'http',
      'mcp',
      'tools',
      'toolkit',
      'tenant',
      'auth',
      'modyo',
      'infrastructure',
      'config',
      'sandbox',
      'tools/content/types',
    ])
      await write(`src/${room}/target.ts`, 'export const target = 1;\n');
    await write('test/target.ts', 'export const target = 1;\n');
    for (const [file, imports] of Object.values(offences))
      await write(
        file,
        imports === ''
          ? 'export const alone = 1;\n'
          : `import * as target from '${imports}';\nexport const used = target;\n`,
      );
    found = (await cruise(folder)).summary.violations;
  }, 120_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test.each(Object.keys(offences))('%s fires on a planted offence', (name) => {
    const file = offences[name]?.[0];
    expect(found.map((violation) => `${violation.rule.name} ${violation.from}`)).toContain(`${name} ${file}`);
  });
});
