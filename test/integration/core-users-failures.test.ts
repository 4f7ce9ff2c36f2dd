import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
afterEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reset();
});
afterAll(() => service.close());

interface Case {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isWrite: boolean;
  /** Whether `identifier` names a user who has to exist. */
  readonly isNamed: boolean;
}

const manage = (args: object, isWrite: boolean, isNamed = true): Case => ({
  tool: 'core-users-manage',
  args: { ...args },
  isWrite,
  isNamed,
});

/** A session that the seed gives the site builder. */
async function aSession(of: ContentService): Promise<string> {
  const { data } = await of.call('core-users-manage', { action: 'sessions', identifier: 41 });
  return data.sessions[0].uuid;
}

const newUser = { email: 'new@andes.example', first_name: 'New', last_name: 'User' };
const cases: readonly (readonly [string, Case])[] = [
  ['list', manage({ action: 'list', query: 'x' }, false, false)],
  ['get', manage({ identifier: 41 }, false)],
  ['sessions', manage({ action: 'sessions', identifier: 41 }, false)],
  ['create', manage(newUser, true, false)],
  ['update', manage({ identifier: 41, first_name: 'X' }, true)],
  ['update of an email', manage({ identifier: 41, email: 'x@andes.example' }, true)],
  ['update of a password', manage({ identifier: 41, password: 'a long passphrase' }, true)],
  ['activate', manage({ action: 'activate', identifier: 43 }, true)],
  ['deactivate', manage({ action: 'deactivate', identifier: 41 }, true)],
  ['revoke_session', manage({ action: 'revoke_session', identifier: 41, session: 'of-the-seed' }, true)],
  ['upsert', { tool: 'core-users-upsert', args: newUser, isWrite: true, isNamed: false }],
  [
    'bulk',
    {
      tool: 'core-users-bulk',
      args: { act: 'deactivate', ids: [41], dry_run: false },
      isWrite: true,
      isNamed: false,
    },
  ],
];
const writing = cases.filter(([, { isWrite }]) => isWrite);
const naming = cases.filter(([, { isNamed }]) => isNamed);
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

async function argsOf({ args }: Case, of = service): Promise<object> {
  return 'session' in args ? { ...args, session: await aSession(of) } : args;
}

describe('a missing permission is FORBIDDEN', () => {
  test.each(cases)('%s', async (_name, { tool, args }) => {
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 401 } });
    const { error, structured } = await service.call(tool, args);
    expect(error.code).toBe('FORBIDDEN');
    expect(structured).toBeUndefined();
  });

  test.each(writing)('%s by a reader', async (_name, one) => {
    const viewer = { modyoToken: 'sandbox-token-andes-viewer' };
    const { error } = await service.confirm(one.tool, await argsOf(one), viewer);
    expect(error.code).toBe('FORBIDDEN');
  });
});

describe('a dead Modyo token is UNAUTHORIZED', () => {
  test.each(cases)('%s', async (_name, { tool, args }) => {
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 401, body: {} } });
    expect((await service.call(tool, args)).error.code).toBe('UNAUTHORIZED');
  });
});

describe('a user who does not exist is NOT_FOUND, by id and by name, and one of two is AMBIGUOUS', () => {
  test.each(naming)('%s', async (_name, one) => {
    const args = await argsOf(one);
    service.upstream();
    for (const identifier of [999_999_999, 'no such user', 'nobody@andes.example']) {
      const { error } = await service.confirm(one.tool, { ...args, identifier });
      expect(error.code).toBe('NOT_FOUND');
      expect(error.available_actions).toMatchObject([{ tool: 'core-users-manage', action: 'list' }]);
    }
    const { error } = await service.confirm(one.tool, { ...args, identifier: 'Support Agent' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    expect(service.upstream().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });
});

describe('a validation of Modyo is INVALID_PARAMS, in our parameter names', () => {
  const errors = [{ field: 'first_name', messages: ['Is reserved'], details: [{ error: 'reserved' }] }];
  test.each(writing.filter(([name]) => name !== 'bulk'))('%s', async (_name, one) => {
    const args = await argsOf(one);
    for (const method of methods) {
      service.sandbox.faults.inject({
        match: { method },
        effect: { kind: 'answer', status: 409, body: { errors } },
      });
    }
    const { error } = await service.confirm(one.tool, args);
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'first_name', message: 'Is reserved' }],
    });
  });
});

describe('a Modyo that hangs is UPSTREAM_ERROR', () => {
  const patience = { RATE_PER_MINUTE: '100000', CONCURRENCY: '64', UPSTREAM_TIMEOUT_MS: '1500' };

  async function errorsOf(hanging: readonly string[], calls: typeof cases) {
    const slow = await startContentService({ env: patience });
    try {
      const session = await aSession(slow);
      for (const method of hanging) {
        slow.sandbox.faults.inject({ match: { method }, effect: { kind: 'hang' } });
      }
      const answers = calls.map(async ([name, { tool, args }]) => {
        const { error } = await slow.confirm(tool, 'session' in args ? { ...args, session } : { ...args });
        const { code, details } = error ?? {};
        return [name, { code, reason: details?.reason, unknown: details?.state_unknown }];
      });
      return Object.fromEntries(await Promise.all(answers));
    } finally {
      await slow.close();
    }
  }

  test('for every action', async () => {
    const errors = await errorsOf(['GET', ...methods], cases);
    for (const [name, error] of Object.entries(errors)) {
      expect([name, error]).toMatchObject([name, { code: 'UPSTREAM_ERROR', reason: 'timeout' }]);
    }
  });

  test('and after a write the state is unknown', async () => {
    const errors = await errorsOf(methods, writing);
    for (const [name, error] of Object.entries(errors)) {
      expect([name, error]).toMatchObject([
        name,
        { code: 'UPSTREAM_ERROR', reason: 'timeout', unknown: true },
      ]);
    }
  });
});

describe('a write whose re-read fails says that it was made', () => {
  test('create', async () => {
    const match = { method: 'GET', path: /admin_users\/\d+$/ };
    service.sandbox.faults.inject({ match, effect: { kind: 'html' } });
    const { error } = await service.call('core-users-manage', newUser);
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { reason: 'not_json', written: true, state_unknown: true, id: expect.any(Number) },
    });
    service.sandbox.faults.clear();
    const { resource } = await service.call('core-users-manage', { identifier: newUser.email });
    expect(resource.id).toBe(error.details.id);
  });
});

describe('what is stored otherwise is told', () => {
  const alterations: readonly (readonly [string, (body: object) => object, object])[] = [
    ['changed', (body) => ({ ...body, last_name: 'Other' }), { code: 'VALUE_CHANGED', path: 'last_name' }],
    ['cut', (body) => ({ ...body, last_name: 'U' }), { code: 'VALUE_CHANGED', path: 'last_name' }],
    ['dropped', (body) => ({ ...body, lang: undefined }), { code: 'VALUE_CHANGED', path: 'lang' }],
  ];
  test.each(alterations)('a value that was %s', async (_name, change, warning) => {
    const sent = { ...newUser, lang: 'pt' };
    for (const method of ['POST', 'PUT']) {
      service.sandbox.faults.inject({
        match: { method },
        effect: { kind: 'alter-body', change: change as never },
      });
    }
    const created = await service.call('core-users-manage', sent);
    expect(created.state.warnings).toMatchObject([warning]);
    const { email: _email, ...attributes } = sent;
    const changed = await service.call('core-users-manage', { identifier: 41, ...attributes });
    expect(changed.state.warnings).toMatchObject([warning]);
  });

  test('an attribute that was not sent and moved', async () => {
    const change = (body: object) => ({ ...body, email: 'elsewhere@andes.example' });
    service.sandbox.faults.inject({ match: { method: 'PUT' }, effect: { kind: 'alter-body', change } });
    const { state } = await service.call('core-users-manage', { identifier: 41, first_name: 'X' });
    expect(state.warnings).toMatchObject([{ code: 'OTHER_VALUE_CHANGED', path: 'email' }]);
  });
});

test.each(writing)('%s needs modyo:admin, and says so before the platform is asked', async (_name, one) => {
  service.upstream();
  const answer = await service.send(one.tool, one.args, { scopes: ['modyo:read', 'modyo:write'] });
  expect(answer.status).toBe(403);
  expect(answer.headers['www-authenticate']).toContain('modyo:admin');
  expect(service.upstream()).toEqual([]);
});

test.each(['list', 'sessions'])('%s needs no more than modyo:read', async (action) => {
  const args = { action, ...(action === 'sessions' && { identifier: 41 }) };
  expect((await service.call('core-users-manage', args, { scopes: ['modyo:read'] })).isError).toBe(false);
});
