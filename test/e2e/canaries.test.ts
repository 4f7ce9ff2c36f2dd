import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateSigningKey, type SigningKey } from '../../src/auth/issuance.ts';
import type { FaultEffect } from '../../src/sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { freePort } from '../support/redis-server.ts';
import { plant } from '../support/run-record.ts';
import { rawToken } from '../support/tokens.ts';
import { type ConfiguredService, startConfiguredService } from './service.ts';
import { callTool, post } from './wire.ts';

const prefix = 'zzcanary';
let planted = 0;

/** A text that nobody else writes, in the form that a value of its kind has. */
function canary(form = (mark: string) => mark): string {
  planted += 1;
  const text = form(`${prefix}${String(planted).padStart(4, '0')}`);
  plant(text);
  return text;
}

const email = () => canary((mark) => `${mark}@${mark}.example`);
const name = () => canary((mark) => `${mark} Ñandú "y" <compañía>`);

let sandbox: Sandbox;
let service: ConfiguredService;
let token: string;

beforeAll(async () => {
  plant(prefix);
  sandbox = await startSandbox({ jobDurationMs: 0 });
  service = await startConfiguredService({
    SANDBOX: sandbox.url,
    LOG_LEVEL: 'debug',
    UPSTREAM_TIMEOUT_MS: '1000',
    RATE_PER_MINUTE: '100000',
    // Nobody listens there: the lines of a store that is away belong to what is looked at.
    REDIS_URL: `redis://:${canary((mark) => `${mark}-password`)}@127.0.0.1:${await freePort()}`,
  });
  token = await service.mint({ subject: email() });
});

afterAll(async () => {
  await service.remove();
  await sandbox.close();
});

const call = (tool: string, args: unknown) => callTool({ url: service.url, token }, tool, args);

let marks = 0;

/** Waits for the line of a request that nothing else makes: all lines before it are there as well. */
async function allWritten(): Promise<number> {
  marks += 1;
  await fetch(service.url, { method: 'PROPFIND' });
  const seen = () => service.output().split('"method":"PROPFIND"').length - 1;
  await expect.poll(seen, { timeout: 30_000, interval: 10 }).toBe(marks);
  return service.output().length;
}

/** What the service wrote while this was done. */
async function writtenDuring(act: () => Promise<unknown>): Promise<string> {
  const start = await allWritten();
  await act();
  const end = await allWritten();
  return service.output().slice(start, end);
}

function expectClean(written: string): void {
  const forbidden = new RegExp(`${prefix}|${token}|eyJ[\\w-]{8,}|sandbox-token`, 'i');
  expect(written.split('\n').filter((line) => forbidden.test(line))).toEqual([]);
}

/** Values of every kind of argument, in calls that work and in calls that are refused. */
const spaceArguments = () => ({ name: name(), uid: canary(), default_locale: 'es-cl' });

describe('arguments', () => {
  test('of calls that work: names, uids, field values, e-mails', async () => {
    const space = spaceArguments();
    const type = {
      space: space.uid,
      name: name(),
      uid: canary(),
      add_fields: [{ name: name(), type: 'string' }],
    };
    const written = await writtenDuring(async () => {
      for (const [tool, args] of [
        ['content-spaces-manage', space],
        ['content-types-manage', type],
        [
          'content-entries-manage',
          {
            space: space.uid,
            type: type.uid,
            name: email(),
            fields: { [type.add_fields[0]?.name ?? '']: email() },
          },
        ],
        ['content-spaces-list', { query: canary() }],
        ['content-entries-list', { space: space.uid, query: name() }],
        ['content-spaces-get', { identifier: space.name }],
      ] as const) {
        const answer = await call(tool, args);
        expect(answer.isError, answer.text).toBe(false);
      }
    });
    expect(written.match(/"audit":"tool_call"/g)?.length).toBe(6);
    expectClean(written);
  });

  test.each([
    ['an identifier that nobody has', 'content-spaces-get', () => ({ identifier: canary() })],
    ['an e-mail as an identifier', 'content-spaces-get', () => ({ identifier: email() })],
    ['a value outside an enumeration', 'content-spaces-manage', () => ({ action: canary() })],
    ['a value of another type', 'content-spaces-get', () => ({ identifier: { [canary()]: canary() } })],
    ['a parameter that does not exist', 'content-spaces-list', () => ({ [canary()]: canary() })],
    [
      'a field that the type does not have',
      'content-entries-manage',
      () => ({ space: 'banca-personas', type: 'producto', name: name(), fields: { [name()]: name() } }),
    ],
    ['a path in an identifier', 'content-spaces-get', () => ({ identifier: `../${canary()}/%2e%2e` })],
    [
      'a name that does not confirm',
      'content-spaces-manage',
      () => ({ action: 'delete', identifier: 'Banca Personas', confirm_name: name() }),
    ],
    [
      'a dangerous key',
      'content-spaces-get',
      () => JSON.parse(`{"identifier":"x","__proto__":{"a":"${canary()}"}}`),
    ],
  ])('of a call that is refused: %s', async (_kind, tool, args) => {
    const written = await writtenDuring(async () => {
      expect((await call(tool, args())).isError).toBe(true);
    });
    expectClean(written);
  });

  const faults: readonly (readonly [string, FaultEffect])[] = [
    ['answers a page', { kind: 'html' }],
    ['drops the connection', { kind: 'reset' }],
    ['stops in the middle of its answer', { kind: 'close-mid-body' }],
    ['never answers', { kind: 'hang' }],
    ['fails', { kind: 'answer', status: 500, body: { error: `${prefix} of the platform` } }],
    ['does not know the token', { kind: 'answer', status: 401, body: {} }],
    ['refuses a value', { kind: 'answer', status: 409, body: { name: [`${prefix} is taken`] } }],
    ['asks to wait', { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: { m: prefix } }],
    [
      'answers in an unknown shape',
      { kind: 'answer', status: 200, body: { [prefix]: { [prefix]: prefix } } },
    ],
    ['answers a list of something else', { kind: 'answer', status: 200, body: { spaces: [{ id: prefix }] } }],
  ];

  test.each(faults)('of calls while Modyo %s', async (_what, effect) => {
    const written = await writtenDuring(async () => {
      sandbox.requests.clear();
      const remove = sandbox.faults.inject({ effect });
      await call('content-spaces-manage', spaceArguments());
      await call('content-spaces-get', { identifier: canary() });
      await call('content-spaces-list', { query: canary() });
      remove();
    });
    expect(sandbox.requests.list()).not.toHaveLength(0);
    expect(written.match(/"audit":"tool_call"/g)).toHaveLength(3);
    expectClean(written);
    // Modyo is well again: neither a breaker nor a wait it asked for may keep the next calls from it.
    await expect
      .poll(async () => (await call('content-spaces-list', {})).isError, { timeout: 30_000 })
      .toBe(false);
  });
});

describe('what is no argument of a tool', () => {
  const rpc = (method: string, params: unknown = {}) => ({ jsonrpc: '2.0', id: canary(), method, params });

  test.each([
    ['the name of a tool', () => rpc('tools/call', { name: canary(), arguments: { [canary()]: canary() } })],
    ['a method', () => rpc(canary())],
    ['the address of a resource', () => rpc('resources/read', { uri: canary((mark) => `modyo://${mark}`) })],
    ['a prompt', () => rpc('prompts/get', { name: canary() })],
    ['a cursor', () => rpc('tools/list', { cursor: canary() })],
    [
      'the client',
      () =>
        rpc('initialize', {
          protocolVersion: canary(),
          capabilities: { [canary()]: {} },
          clientInfo: { name: canary(), version: canary() },
        }),
    ],
    ['a message without a method', () => ({ jsonrpc: '2.0', id: 1, [canary()]: canary() })],
    [
      'a notification',
      () => ({ jsonrpc: '2.0', method: `notifications/${canary()}`, params: { a: canary() } }),
    ],
    ['no JSON at all', () => undefined],
  ])('%s', async (_kind, message) => {
    const written = await writtenDuring(() =>
      post({ url: service.url, token }, JSON.stringify(message()) ?? `{"${canary()}`),
    );
    expectClean(written);
  });

  test.each([
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'mcp-session-id',
    'last-event-id',
    'origin',
    'host',
    'user-agent',
    'traceparent',
    'tracestate',
    'x-forwarded-for',
    'x-request-id',
    'accept',
    'content-type',
    'content-encoding',
    'cookie',
    'x-api-key',
    'authorization',
  ])('the header %s', async (header) => {
    const written = await writtenDuring(async () => {
      for (const value of [canary(), `Bearer ${canary()}`, `https://${canary()}.example`])
        await post(
          { url: service.url, token, headers: { [header]: value } },
          JSON.stringify(rpc('tools/call', { name: 'content-spaces-list' })),
        );
    });
    expectClean(written);
  });

  test.each(['?modules=', '?read_only=', '?token=', '?access_token=', '?', '/', '/../'])(
    'the address after /mcp%s',
    async (tail) => {
      const written = await writtenDuring(() =>
        post({ url: `${service.url}${tail}${canary()}`, token }, JSON.stringify(rpc('ping'))),
      );
      expectClean(written);
    },
  );
});

describe('a token that is not accepted', () => {
  const claims = () => ({
    iss: 'urn:modyo-mcp:local',
    aud: service.url,
    sub: email(),
    tid: canary(),
    scope: `modyo:read ${canary()}`,
    email: email(),
    cred: canary(),
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 600,
  });

  async function signed(
    key: Pick<SigningKey, 'privateJwk' | 'kid'>,
    header: object,
    changes: object,
  ): Promise<string> {
    return await new SignJWT({ ...claims(), ...changes })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid, ...header })
      .sign(await importJWK({ ...key.privateJwk }, 'ES256'));
  }

  async function ownKey(): Promise<Pick<SigningKey, 'privateJwk' | 'kid'>> {
    const privateJwk = JSON.parse(await readFile(join(service.keys, 'signing-key.json'), 'utf8'));
    return { privateJwk, kid: privateJwk.kid };
  }

  const foreignKey = generateSigningKey();
  const kinds: readonly (readonly [string, () => Promise<string>])[] = [
    [
      'with a bad signature',
      async () => signed({ ...(await foreignKey), kid: (await ownKey()).kid }, {}, {}),
    ],
    ['with an unknown key', async () => signed(await foreignKey, { kid: canary() }, {})],
    [
      'with the address of a key',
      async () => signed(await ownKey(), { jku: `https://${canary()}.example` }, {}),
    ],
    ['of an unknown issuer', async () => signed(await ownKey(), {}, { iss: `https://${canary()}.example` })],
    ['for another audience', async () => signed(await ownKey(), {}, { aud: canary() })],
    ['that has expired', async () => signed(await ownKey(), {}, { exp: 1 })],
    ['of a tenant that does not exist', async () => signed(await ownKey(), {}, {})],
    [
      'with a claim of another type',
      async () => signed(await ownKey(), {}, { tid: { [canary()]: canary() } }),
    ],
    ['without a signature', async () => rawToken({ alg: 'none', kid: canary() }, claims())],
    ['that is none', async () => canary()],
  ];

  test.each(kinds)('%s', async (_kind, mint) => {
    const refused = await mint();
    plant(refused);
    const written = await writtenDuring(async () => {
      const answer = await post(
        { url: service.url, token: refused },
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      );
      expect([401, 403]).toContain(answer.status);
    });
    expect(written).toContain('request refused');
    expect(written).not.toContain(refused);
    expectClean(written);
  });
});

test('over all of this the log was not silent, and nothing planted stands in it', () => {
  const output = service.output();
  const messages = ['tool called', 'modyo call failed', 'request refused', 'shared store lost'];
  expect(messages.filter((message) => !output.includes(`"msg":"${message}"`))).toEqual([]);
  expect(planted).toBeGreaterThan(100);
  expectClean(output);
});
