import { appendFile, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runCli } from '../support/cli-process.ts';
import { freePort, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { plant } from '../support/run-record.ts';
import { runToItsEnd, type ServiceProcess, startService } from '../support/service-process.ts';

const canary = 'canary-c0nfiguration-value';

let folder: string;
let keys: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  plant(canary);
  folder = await mkdtemp(join(tmpdir(), 'modyo-mcp-faults-'));
  keys = join(folder, 'keys');
  const generated = await runCli(['keys', 'generate', '--out', keys]);
  expect(generated.exitCode, generated.stderr).toBe(0);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function fileWith(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const ports = async () => ({ PORT: String(await freePort()), METRICS_PORT: String(await freePort()) });

test('every fault of the configuration is named at once, without its value, before anything listens', async () => {
  const { exitCode, output } = await runToItsEnd({
    PORT: '70000',
    METRICS_PORT: canary,
    PUBLIC_URL: `ftp://${canary}`,
    ALLOWED_ORIGINS: `https://${canary}/path`,
    TRUSTED_PROXIES: canary,
    SANDBOX: canary,
    MODULES: `content,${canary}`,
    READ_ONLY: canary,
    RATE_PER_MINUTE: '0',
    REQUEST_TIMEOUT_MS: '1e3',
    REDIS_URL: `http://user:${canary}@127.0.0.1`,
    REDIS_MODE: canary,
    SEAL_KEYS: `kid:${canary}`,
    LOG_LEVEL: canary,
    NODE_ENV: canary,
  });
  expect(exitCode).toBe(1);
  expect(output).not.toContain(canary);
  expect(output).not.toContain('listening');
  const named = [...output.matchAll(/^ {2}([A-Z_]+) \S.*$/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(
    [
      'ALLOWED_ORIGINS',
      'LOG_LEVEL',
      'METRICS_PORT',
      'MODULES',
      'NODE_ENV',
      'PORT',
      'PUBLIC_URL',
      'RATE_PER_MINUTE',
      'READ_ONLY',
      'REDIS_MODE',
      'REQUEST_TIMEOUT_MS',
      'SANDBOX',
      'SEAL_KEYS',
      'TRUSTED_PROXIES',
    ].toSorted(),
  );
  expect(output).toMatch(/^The configuration has 14 faults:\n/);
});

test('faults between variables are named as well', async () => {
  const { exitCode, output } = await runToItsEnd({
    SANDBOX: 'off',
    PORT: '3000',
    METRICS_PORT: '3000',
    UPSTREAM_TIMEOUT_MS: '30000',
    REDIS_MODE: 'cluster',
  });
  expect(exitCode).toBe(1);
  for (const name of ['METRICS_PORT', 'UPSTREAM_TIMEOUT_MS', 'ISSUERS_FILE', 'REDIS_URL'])
    expect(output).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test.each([
  ['is not there', undefined, /ISSUERS_FILE names \S+, which cannot be read \(ENOENT\)/],
  ['is no YAML', `issuers: [${canary}`, /ISSUERS_FILE names \S+, which is no valid YAML \(line \d+, /],
  ['has another form', `issuers: ${canary}`, /ISSUERS_FILE names \S+, where issuers: /],
  [
    'takes a symmetric algorithm',
    `issuers: [{ issuer: 'https://idp.example.com', audience: [a], algorithms: [HS256], tenant_mode: registry, jwks_uri: 'https://idp.example.com/keys' }]`,
    /ISSUERS_FILE names \S+, where issuers\[0\]\.algorithms/,
  ],
])('an ISSUERS_FILE that %s keeps the process from starting', async (name, text, expected) => {
  const path = join(folder, `${name.replaceAll(' ', '-')}.yaml`);
  if (text !== undefined) await writeFile(path, text);
  const { exitCode, output } = await runToItsEnd({
    ...(await ports()),
    ISSUERS_FILE: path,
    TENANTS_FILE: join(keys, 'tenants.yaml'),
    SEAL_KEYS_FILE: join(keys, 'seal-keys'),
    SANDBOX: 'embedded',
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(expected);
  expect(output).not.toContain(canary);
});

test('a plain Modyo token in TENANTS_FILE is refused and not repeated', async () => {
  const tenants = `tenants: [{ id: demo, host: andes.sandbox.invalid, token: ${canary} }]`;
  const { exitCode, output } = await runToItsEnd({
    ...(await ports()),
    ISSUERS_FILE: join(keys, 'issuers.yaml'),
    TENANTS_FILE: await fileWith('plain.yaml', tenants),
    SANDBOX: 'embedded',
  });
  expect(exitCode).toBe(1);
  expect(output).toMatch(/TENANTS_FILE names \S+, where tenants\[0\]\.token: must be sealed/);
  expect(output).not.toContain(canary);
});

test.each(['PORT', 'METRICS_PORT'])(
  'a %s that is taken ends the process with 1 and says so',
  async (name) => {
    const holder = createServer();
    const port = await freePort();
    await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done));
    closing.push(() => new Promise((done) => holder.close(done)));
    const { exitCode, output } = await runToItsEnd({ ...(await ports()), [name]: String(port) });
    expect(exitCode).toBe(1);
    expect(output).toMatch(/^\{.*"level":"error".*EADDRINUSE.*"msg":"the service could not start"\}$/m);
    expect(output).not.toContain('"listening"');
    expect(output).not.toContain('Bearer token');
  },
);

test('a secret may stand in the file that NAME_FILE names', async () => {
  const redis: RedisServer = await startRedisServer();
  closing.push(() => redis.stop());
  const service: ServiceProcess = await startService({
    REDIS_URL_FILE: await fileWith('redis-url', `${redis.url}\n`),
  });
  closing.push(() => service.stop('SIGKILL'));
  const answer = await fetch(`${service.origin}/readyz`);
  expect(await answer.json()).toEqual({ status: 'ready', store: 'reachable' });
  expect(service.output()).not.toContain('without REDIS_URL');
});

test.each([
  ['SEAL_KEYS_FILE', { SEAL_KEYS_FILE: '/nowhere/seal-keys' }, 'SEAL_KEYS_FILE names /nowhere/seal-keys'],
  [
    'REDIS_URL',
    { REDIS_URL: `redis://:${canary}@h`, REDIS_URL_FILE: '/nowhere/redis' },
    'REDIS_URL and REDIS_URL_FILE are both set',
  ],
])('a secret that cannot be had is a fault of %s', async (_name, environment, expected) => {
  const { exitCode, output } = await runToItsEnd({ ...(await ports()), ...environment });
  expect(exitCode).toBe(1);
  expect(output).toContain(`\n  ${expected}`);
  expect(output).not.toContain(canary);
});

test('a NAME_FILE of what is no secret is not looked at', async () => {
  const service = await startService({ LOG_LEVEL_FILE: '/nowhere/level' });
  closing.push(() => service.stop('SIGKILL'));
  expect((await fetch(`${service.origin}/livez`)).status).toBe(200);
});

/** The built service once more, to be changed. */
async function copyOfService(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp('dist', join(copy, 'dist'), { recursive: true });
  await cp('package.json', join(copy, 'package.json'));
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Two tools whose states the service has to keep; none of the product's own has one. */
const gatedTools = `
import { z } from 'zod';
import { gate, machine } from '../toolkit/machine.js';
import { ok } from '../toolkit/result.js';
import { kit } from './kit.js';
const door = machine({ id: 'door', initial: 'shut', states: { shut: { on: { OPEN: 'open' } }, open: {} } });
const tool = (name, state, on) =>
  kit.tool(name, {
    title: name,
    actions: {
      act: kit.action({
        summary: 'Act on the door',
        input: z.object({}),
        data: z.object({ done: z.boolean() }),
        gate: gate(door, { in: [state], on }),
        run: () => ok({ done: true }),
      }),
    },
  });
toolCatalogue.push(tool('core-doors-open', 'shut', 'OPEN'), tool('core-doors-pass', 'open', undefined));
`;

test('F7.7 in production a service with gated tools and no store ends with 1 and names them; with one, or elsewhere, it starts', async () => {
  const copy = await copyOfService('gated');
  await appendFile(join(copy, 'dist/tools/catalogue.js'), gatedTools);
  const { exitCode, output } = await runToItsEnd({ ...(await ports()), NODE_ENV: 'production' }, copy);
  expect(exitCode).toBe(1);
  expect(output).toMatch(/REDIS_URL has to be set.*: core-doors-open, core-doors-pass/);
  expect(output).not.toMatch(/content-|"listening"/);

  const redis = await startRedisServer();
  closing.push(() => redis.stop());
  for (const [environment, warnings] of [
    [{ NODE_ENV: 'production', REDIS_URL: redis.url }, 0],
    [{ NODE_ENV: 'development' }, 1],
  ] as const) {
    const service = await startService(environment, copy);
    closing.push(() => service.stop('SIGKILL'));
    const told = service.output().match(/core-doors-open.*kept in memory and not shared/g) ?? [];
    expect(told).toHaveLength(warnings);
  }
});

test('F10.1 a tool file that fails when it is loaded ends the process, which names the file and the error', async () => {
  const copy = await copyOfService('broken');
  const file = join(copy, 'dist/tools/content/spaces/list.js');
  await writeFile(file, `throw new Error('planted in a tool');\n${await readFile(file, 'utf8')}`);
  const { exitCode, output } = await runToItsEnd(await ports(), copy);
  expect(exitCode).toBe(1);
  expect(output).toContain('dist/tools/content/spaces/list.js');
  expect(output).toContain('planted in a tool');
  expect(output).not.toContain('"listening"');
});

test('F11.5 a CONTRACT_DIGEST of other tools ends the process with 1, and both digests are named', async () => {
  const built = (await runCli(['tools', 'digest'])).stdout.trim();
  const other = `sha256:${'0'.repeat(64)}`;
  const { exitCode, output } = await runToItsEnd({ ...(await ports()), CONTRACT_DIGEST: other });
  expect(exitCode).toBe(1);
  expect(output).toContain(other);
  expect(output).toContain(built);
  expect(output).not.toContain('"listening"');
  const service = await startService({ CONTRACT_DIGEST: built });
  closing.push(() => service.stop('SIGKILL'));
  expect((await fetch(`${service.origin}/livez`)).status).toBe(200);
});
