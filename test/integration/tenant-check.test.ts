import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { freshDirectory, runOperatorCommand as run } from '../support/command-run.ts';

async function generated(): Promise<string> {
  const directory = freshDirectory();
  expect(await run(['keys', 'generate', '--out', directory])).toMatchObject({ exitCode: 0 });
  return directory;
}

// The command brings the whole app with it, which takes its time to load on a busy machine.
beforeAll(() => import('../../src/cli/tenant-check.ts'));

describe('tenant check', () => {
  const sandboxed = { env: { SANDBOX: 'embedded' } };

  test('says which account and user the token of a tenant belongs to', async () => {
    const checked = await run(['tenant', 'check', 'demo', '--keys', await generated()], sandboxed);
    expect(checked).toEqual({
      exitCode: 0,
      err: '',
      out: 'demo: account Andes Demo at andes.sandbox.invalid, user Ada Rivers\n',
    });
  });

  test('says that a token is wrong, and does not show it', async () => {
    const directory = await generated();
    const sealArgs = [
      'tenant',
      'seal',
      '--host',
      'andes.sandbox.invalid',
      '--token-stdin',
      '--keys',
      directory,
    ];
    const sealed = await run(sealArgs, { stdin: 'CANARY-wrong-token' });
    const tenants = [{ id: 'demo', host: 'andes.sandbox.invalid', token: sealed.out.trim() }];
    writeFileSync(join(directory, 'tenants.yaml'), stringify({ tenants }));
    const checked = await run(['tenant', 'check', 'demo', '--keys', directory], sandboxed);
    expect(checked).toMatchObject({ exitCode: 1, out: '' });
    expect(checked.err).toMatch(/token/i);
    expect(checked.err).not.toContain('CANARY');
  });

  test('says that a token was sealed for another host', async () => {
    const directory = await generated();
    const path = join(directory, 'tenants.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('host: andes', 'host: pampa'));
    const checked = await run(['tenant', 'check', 'demo', '--keys', directory], sandboxed);
    expect(checked).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining('sealed for another use'),
    });
  });

  test('without a sandbox refuses a host of the sandbox before anything is sent', async () => {
    const checked = await run(['tenant', 'check', 'demo', '--keys', await generated()]);
    expect(checked).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining('is one of the sandbox: set SANDBOX'),
    });
  });

  test('knows only the tenants of the file', async () => {
    const checked = await run(['tenant', 'check', 'nobody', '--keys', await generated()], sandboxed);
    expect(checked).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('no tenant nobody') });
  });
});
