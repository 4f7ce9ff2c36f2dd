import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createSealRing, parseSealKeys } from '../../../src/auth/sealing.ts';
import { createVerifier } from '../../../src/auth/verifier.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { normaliseHost } from '../../../src/modyo/host-guard.ts';
import { createTenantRegistry } from '../../../src/tenant/registry.ts';
import { createTenantResolver } from '../../../src/tenant/resolver.ts';
import { openTenantToken } from '../../../src/tenant/tenant-token.ts';
import { type CommandSurroundings, freshDirectory, runOperatorCommand } from '../../support/command-run.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const clock = createManualClock();
const run = (args: readonly string[], surroundings: CommandSurroundings = {}) =>
  runOperatorCommand(args, { nowMs: clock.nowMs(), ...surroundings });

async function generated(args: readonly string[] = []): Promise<string> {
  const directory = freshDirectory();
  expect(await run(['keys', 'generate', '--out', directory, ...args])).toMatchObject({ exitCode: 0 });
  return directory;
}

/** The service's own path from a token to its tenant, configured by the files in the directory. */
function serviceOf(directory: string) {
  const config = loadConfig({
    env: {
      ISSUERS_FILE: join(directory, 'issuers.yaml'),
      TENANTS_FILE: join(directory, 'tenants.yaml'),
      SEAL_KEYS_FILE: join(directory, 'seal-keys'),
      SANDBOX: 'embedded',
    },
    readFile: (path) => readFileSync(path, 'utf8'),
  });
  const verifier = createVerifier({
    issuers: config.issuers,
    canonicalResource: config.publicUrl,
    clock,
    log: createLogCapture().log,
    fetchJwks: () => Promise.reject(new Error('not expected')),
  });
  const resolver = createTenantResolver({
    registry: createTenantRegistry({ records: config.tenants, issuers: config.issuers }),
    sealRing: createSealRing(config.sealKeys),
    hostGuard: (host) => normaliseHost(host, [...config.modyoHostSuffixes, 'sandbox.invalid']),
    policy: config.policy,
    clock,
  });
  return async (token: string) => {
    const principal = await verifier.verify(token.trim());
    return { principal, tenant: await resolver.resolve(principal) };
  };
}

describe('keys generate', () => {
  test('makes files with which a token for the demo tenant works', async () => {
    const directory = await generated();
    const minted = await run(['token', '--tenant', 'demo', '--keys', directory]);
    const { principal, tenant } = await serviceOf(directory)(minted.out);
    expect(principal).toMatchObject({ subject: 'operator', tenantId: 'demo', scopes: ['modyo:read'] });
    expect(tenant).toMatchObject({ host: 'andes.sandbox.invalid', platformName: 'Andes Demo' });
    expect(tenant.credential.authorization()).toBe('Bearer sandbox-token-andes');
  });

  test('lets nobody else read them', async () => {
    const directory = await generated();
    expect(readdirSync(directory).sort()).toEqual([
      'issuers.yaml',
      'seal-keys',
      'signing-key.json',
      'tenants.yaml',
    ]);
    for (const name of readdirSync(directory)) {
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('writes neither the private key into the issuers file nor a token in clear into the tenants file', async () => {
    const directory = await generated();
    const { d } = JSON.parse(readFileSync(join(directory, 'signing-key.json'), 'utf8')) as { d: string };
    expect(readFileSync(join(directory, 'issuers.yaml'), 'utf8')).not.toContain(d);
    expect(readFileSync(join(directory, 'tenants.yaml'), 'utf8')).not.toContain('sandbox-token');
  });

  test.each(['signing-key.json', 'seal-keys', 'issuers.yaml', 'tenants.yaml'])(
    'overwrites nothing where %s exists, and writes nothing else',
    async (name) => {
      const directory = freshDirectory();
      mkdirSync(directory);
      writeFileSync(join(directory, name), 'mine');
      const refused = await run(['keys', 'generate', '--out', directory]);
      expect(refused).toMatchObject({ exitCode: 1, out: '' });
      expect(refused.err).toContain(join(directory, name));
      expect(readdirSync(directory)).toEqual([name]);
      expect(readFileSync(join(directory, name), 'utf8')).toBe('mine');
    },
  );

  test('makes other keys each time', async () => {
    const [one, other] = [await generated(), await generated()];
    const read = (directory: string) => readFileSync(join(directory, 'seal-keys'), 'utf8').split(':')[1];
    expect(read(one)).not.toBe(read(other));
    const minted = await run(['token', '--tenant', 'demo', '--keys', one]);
    await expect(serviceOf(other)(minted.out)).rejects.toThrow('The access token is not valid');
  });

  test('names the audience that it is told, or PUBLIC_URL', async () => {
    const audienceOf = (directory: string) =>
      parse(readFileSync(join(directory, 'issuers.yaml'), 'utf8')).issuers[0].audience;
    expect(audienceOf(await generated(['--audience', 'https://mcp.test.invalid/mcp']))).toEqual([
      'https://mcp.test.invalid/mcp',
    ]);
    const directory = freshDirectory();
    await run(['keys', 'generate', '--out', directory], {
      env: { PUBLIC_URL: 'https://public.test.invalid/mcp' },
    });
    expect(audienceOf(directory)).toEqual(['https://public.test.invalid/mcp']);
  });
});

describe('token', () => {
  test('prints the token and nothing else on standard output', async () => {
    const minted = await run(['token', '--tenant', 'demo', '--keys', await generated()]);
    expect(minted.out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(minted.err).toBe('');
  });

  test('takes subject, scopes and lifetime', async () => {
    const directory = await generated();
    const args = ['--subject', 'ci', '--scope', 'modyo:read modyo:write', '--expires', '2d'];
    const minted = await run(['token', '--tenant', 'demo', '--keys', directory, ...args]);
    const { principal } = await serviceOf(directory)(minted.out);
    expect(principal).toMatchObject({ subject: 'ci', scopes: ['modyo:read', 'modyo:write'] });
    expect(principal.expiresAtSeconds).toBe(clock.nowMs() / 1_000 + 2 * 86_400);
  });

  test('takes one scope an option, too', async () => {
    const directory = await generated();
    const args = ['--scope', 'modyo:admin', '--scope', 'modyo:read'];
    const minted = await run(['token', '--tenant', 'demo', '--keys', directory, ...args]);
    expect((await serviceOf(directory)(minted.out)).principal.scopes).toEqual(['modyo:read', 'modyo:admin']);
  });

  test("finds the keys by the service's own variable", async () => {
    const directory = await generated();
    const env = { ISSUERS_FILE: join(directory, 'issuers.yaml') };
    const minted = await run(['token', '--tenant', 'demo'], { env });
    expect((await serviceOf(directory)(minted.out)).principal.tenantId).toBe('demo');
  });

  test('says when the tenants file does not have the tenant, and prints the token all the same', async () => {
    const minted = await run(['token', '--tenant', 'nobody', '--keys', await generated()]);
    expect(minted.err).toContain('has no tenant nobody');
    expect(minted.out).toMatch(/^ey/);
  });

  test('seals host and Modyo token into it where the issuer works so', async () => {
    const directory = await generated();
    const issuers = join(directory, 'issuers.yaml');
    writeFileSync(
      issuers,
      readFileSync(issuers, 'utf8').replace('tenant_mode: registry', 'tenant_mode: sealed'),
    );
    writeFileSync(join(directory, 'tenants.yaml'), stringify({ tenants: [] }));
    const args = ['token', '--tenant', 'acme', '--keys', directory];
    expect(await run(args)).toMatchObject({ exitCode: 2, out: '' });
    const minted = await run([...args, '--host', 'ACME.modyo.cloud', '--token-stdin'], {
      stdin: 'acme-token\n',
    });
    const { tenant } = await serviceOf(directory)(minted.out);
    expect(tenant).toMatchObject({ id: 'acme', host: 'acme.modyo.cloud' });
    expect(tenant.credential.authorization()).toBe('Bearer acme-token');
    expect(Buffer.from(minted.out.split('.')[1] ?? '', 'base64url').toString()).not.toContain('acme-token');
  });

  test.each([
    ['no tenant', []],
    ['an unknown scope', ['--tenant', 'demo', '--scope', 'modyo:root']],
    ['an empty scope', ['--tenant', 'demo', '--scope', ' ']],
    ['a lifetime without a unit', ['--tenant', 'demo', '--expires', '60']],
    ['no lifetime', ['--tenant', 'demo', '--expires', '0s']],
    ['an endless lifetime', ['--tenant', 'demo', '--expires', '91d']],
    ['an option that does not exist', ['--tenant', 'demo', '--admin']],
    ['an argument too many', ['--tenant', 'demo', 'other']],
  ])('with %s prints no token and exits with 2', async (_, args) => {
    const refused = await run(['token', '--keys', await generated(), ...args]);
    expect(refused).toMatchObject({ exitCode: 2, out: '' });
    expect(refused.err).toContain('token --tenant ID');
  });

  test('without any keys says which options name them', async () => {
    const refused = await run(['token', '--tenant', 'demo']);
    expect(refused).toMatchObject({ exitCode: 2, out: '' });
    expect(refused.err).toContain('ISSUERS_FILE');
  });

  test('with a key that no issuer trusts, or that is none, fails without showing it', async () => {
    const [one, other] = [await generated(), await generated()];
    const key = join(other, 'signing-key.json');
    const args = ['token', '--tenant', 'demo', '--issuers', join(one, 'issuers.yaml'), '--key', key];
    expect(await run(args)).toMatchObject({
      exitCode: 1,
      out: '',
      err: expect.stringContaining('no issuer'),
    });
    writeFileSync(key, 'CANARY-private-key');
    const broken = await run(args);
    expect(broken).toMatchObject({ exitCode: 1, out: '' });
    expect(broken.err).not.toContain('CANARY');
  });
});

describe('tenant seal', () => {
  test('prints a token that opens for that host only, and never the plain one', async () => {
    const directory = await generated();
    const args = ['tenant', 'seal', '--host', 'Acme.modyo.cloud', '--token-stdin', '--keys', directory];
    const sealed = await run(args, { stdin: 'plain-modyo-token\n' });
    expect(sealed).toMatchObject({ exitCode: 0, err: '' });
    const ring = createSealRing(parseSealKeys(readFileSync(join(directory, 'seal-keys'), 'utf8').trim()));
    const jwe = sealed.out.trim();
    expect(await openTenantToken(ring, jwe, 'acme.modyo.cloud')).toBe('plain-modyo-token');
    await expect(openTenantToken(ring, jwe, 'evil.modyo.cloud')).rejects.toThrow(/another use/);
    expect(sealed.out).not.toContain('plain-modyo-token');
  });

  test.each([
    ['blanks and capitals', ' Bank.example , modyo.cloud', 'acme.bank.example', 0],
    ['nothing', '', 'acme.modyo.cloud', 0],
    ['a domain elsewhere', 'bank.example', 'acme.modyo.cloud', 2],
    ['what is no domain', '10.0.0.1', 'acme.modyo.cloud', 2],
  ])('reads MODYO_HOST_SUFFIXES with %s as the service does', async (_, suffixes, host, exitCode) => {
    const args = ['tenant', 'seal', '--host', host, '--token-stdin', '--keys', await generated()];
    const sealed = await run(args, { env: { MODYO_HOST_SUFFIXES: suffixes }, stdin: 'x' });
    expect(sealed.exitCode, sealed.err).toBe(exitCode);
  });

  test('takes the ring from SEAL_KEYS', async () => {
    const env = { SEAL_KEYS: `k:${Buffer.alloc(32, 1).toString('base64')}` };
    const args = ['tenant', 'seal', '--host', 'acme.modyo.cloud', '--token-stdin'];
    expect(await run(args, { env, stdin: 'x' })).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ['no host', ['--token-stdin'], 'x', 2],
    ['the token as an argument', ['--host', 'acme.modyo.cloud', 'x'], 'x', 2],
    ['no --token-stdin', ['--host', 'acme.modyo.cloud'], 'x', 2],
    ['a host elsewhere', ['--host', 'acme.evil.test', '--token-stdin'], 'x', 2],
    ['an empty token', ['--host', 'acme.modyo.cloud', '--token-stdin'], '\n', 1],
    ['two lines', ['--host', 'acme.modyo.cloud', '--token-stdin'], 'a\nb\n', 1],
  ])('with %s prints nothing on standard output', async (_, args, stdin, exitCode) => {
    const directory = await generated();
    expect(await run(['tenant', 'seal', '--keys', directory, ...args], { stdin })).toMatchObject({
      exitCode,
      out: '',
    });
  });
});

describe('the command line', () => {
  test.each([[['help']], [['--help']], [['-h']]])(
    '%j lists every command on standard output',
    async (args) => {
      const help = await run(args);
      expect(help).toMatchObject({ exitCode: 0, err: '' });
      for (const usage of ['keys generate', 'token --tenant', 'tenant seal', 'tenant check', 'sandbox']) {
        expect(help.out).toContain(usage);
      }
    },
  );

  test.each([[[]], [['nonsense']], [['keys']], [['tenant', 'unseal']]])(
    '%j is no command: exit code 2, nothing on standard output',
    async (args) => {
      expect(await run(args)).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining('Usage:') });
    },
  );

  test('shows the usage of one command', async () => {
    const help = await run(['token', '--help']);
    expect(help).toMatchObject({ exitCode: 0, out: expect.stringContaining('--expires') });
    expect(help.out).not.toContain('keys generate');
  });
});
