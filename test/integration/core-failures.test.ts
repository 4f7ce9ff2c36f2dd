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
  /** The argument that names the element, and leads nowhere in the test of missing elements. */
  readonly names?: string;
}

const groups = (args: object, isWrite: boolean, names?: string): Case => ({
  tool: 'core-groups-manage',
  args: { ...args },
  isWrite,
  ...(names !== undefined && { names }),
});
const members = (args: object, isWrite: boolean, names: string): Case => ({
  tool: 'core-members-manage',
  args: { ...args },
  isWrite,
  names,
});
const roles = (args: object, isWrite: boolean, names?: string): Case => ({
  ...groups(args, isWrite, names),
  tool: 'core-roles-manage',
});

const member = { space: 31, user: 5 };
const newRole = { name: 'Own', scope: 'content', permissions: ['view_categories'] };

const cases: readonly (readonly [string, Case])[] = [
  ['groups list', groups({ action: 'list' }, false)],
  ['groups get', groups({ identifier: 4 }, false, 'identifier')],
  ['groups create', groups({ name: 'Own' }, true)],
  ['groups create with a role', groups({ name: 'Own', role: 'account_admin' }, true, 'role')],
  ['groups update', groups({ identifier: 4, name: 'Own' }, true, 'identifier')],
  ['groups delete', groups({ action: 'delete', identifier: 4 }, true, 'identifier')],
  ['groups upsert', { tool: 'core-groups-upsert', args: { name: 'Own' }, isWrite: true }],
  ['members list', members({ space: 31 }, false, 'space')],
  ['members list of a site', members({ site: 21 }, false, 'site')],
  ['members list of a realm', members({ realm: 71 }, false, 'realm')],
  ['members add', members({ action: 'add', space: 31, user: 46, role: 'space_writer' }, true, 'user')],
  [
    'members add of a group',
    members({ action: 'add', space: 31, group: 5, role: 'space_writer' }, true, 'group'),
  ],
  ['members update', members({ action: 'update', ...member, role: 'space_writer' }, true, 'role')],
  ['members remove', members({ action: 'remove', ...member }, true, 'user')],
  ['roles list', roles({ action: 'list', context: 'space' }, false)],
  ['roles get', roles({ identifier: 'space_auditor' }, false, 'identifier')],
  ['roles update', roles({ identifier: 'space_auditor', name: 'Own' }, true, 'identifier')],
  ['roles delete', roles({ action: 'delete', identifier: 'space_auditor' }, true, 'identifier')],
  ['roles create', { tool: 'core-roles-create', args: newRole, isWrite: true }],
  ['settings get', { tool: 'core-settings-manage', args: {}, isWrite: false }],
  ['settings update', { tool: 'core-settings-manage', args: { name: 'Own' }, isWrite: true }],
  [
    'settings update of the sign-in',
    { tool: 'core-settings-manage', args: { otp_required: true }, isWrite: true },
  ],
  ['logs search', { tool: 'core-logs-search', args: { user: 5 }, isWrite: false, names: 'user' }],
  ['logs search in a space', { tool: 'core-logs-search', args: { space: 31 }, isWrite: false }],
  ['whoami', { tool: 'core-whoami', args: {}, isWrite: false }],
];

const writing = cases.filter(([, { isWrite }]) => isWrite);
const naming = cases.filter(([, { names }]) => names !== undefined);
const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;

describe('a missing permission is FORBIDDEN', () => {
  test.each(cases)('%s', async (_name, { tool, args }) => {
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 401 } });
    const { error, structured } = await service.call(tool, args);
    expect(error).toMatchObject({ code: 'FORBIDDEN', request_id: expect.any(String) });
    expect(structured).toBeUndefined();
  });

  test.each(writing)('%s by a reader', async (_name, { tool, args }) => {
    const viewer = { modyoToken: 'sandbox-token-andes-viewer' };
    expect((await service.confirm(tool, args, viewer)).error.code).toBe('FORBIDDEN');
  });
});

describe('a dead Modyo token is UNAUTHORIZED', () => {
  test.each(cases)('%s', async (_name, { tool, args }) => {
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 401, body: {} } });
    expect((await service.call(tool, args)).error.code).toBe('UNAUTHORIZED');
  });
});

describe('an element that does not exist is NOT_FOUND, and nothing is written', () => {
  test.each(naming)('%s', async (_name, { tool, args, names = '' }) => {
    service.upstream();
    for (const identifier of [999_999_999, 'no such element']) {
      const { error } = await service.confirm(tool, { ...args, [names]: identifier });
      expect(error.code).toBe('NOT_FOUND');
      expect(error.available_actions.length).toBeGreaterThan(0);
    }
    expect(service.upstream().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });
});

describe('a name of two users is AMBIGUOUS', () => {
  test.each([
    ['core-members-manage', { action: 'remove', space: 31, user: 'Support Agent' }],
    ['core-groups-manage', { identifier: 4, users: ['Support Agent'] }],
    ['core-logs-search', { user: 'Support Agent' }],
  ])('%s', async (tool, args) => {
    const { error } = await service.confirm(tool, args);
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
  });
});

describe('a validation of Modyo is INVALID_PARAMS, in our parameter names', () => {
  const fieldOf: Readonly<Record<string, readonly [sent: string, ours: string]>> = {
    'core-groups-manage': ['role_id', 'role'],
    'core-groups-upsert': ['admin_user_ids', 'users'],
    'core-members-manage': ['role_key', 'role'],
    'core-roles-create': ['context', 'scope'],
    'core-roles-manage': ['name', 'name'],
    'core-settings-manage': ['host', 'host'],
  };

  test.each(writing.filter(([, { args }]) => !/delete|remove/.test(String(args['action']))))(
    '%s',
    async (_name, { tool, args }) => {
      const [field, path] = fieldOf[tool] ?? [];
      const errors = [{ field: field ?? '', messages: ['Is reserved'], details: [{ error: 'reserved' }] }];
      for (const method of methods) {
        const effect = { kind: 'answer', status: 409, body: { errors } } as const;
        service.sandbox.faults.inject({ match: { method }, effect });
      }
      const { error } = await service.confirm(tool, args);
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path, message: 'Is reserved' }] });
    },
  );
});

describe('a Modyo that hangs is UPSTREAM_ERROR', () => {
  const patience = { RATE_PER_MINUTE: '100000', CONCURRENCY: '64', UPSTREAM_TIMEOUT_MS: '1500' };

  /** All at once, so that they wait together and the breaker sees none of them end before the others began. */
  async function errorsOf(hanging: readonly string[], calls: typeof cases) {
    const slow = await startContentService({ env: patience });
    try {
      for (const method of hanging) {
        slow.sandbox.faults.inject({ match: { method }, effect: { kind: 'hang' } });
      }
      const answers = calls.map(async ([name, { tool, args }]) => {
        const { code, details } = (await slow.confirm(tool, args)).error ?? {};
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

test('a write whose re-read fails says that it was made', async () => {
  const failing = { match: { method: 'GET', path: /groups\/\d+$/ }, effect: { kind: 'html' } } as const;
  service.sandbox.faults.inject(failing);
  const { error } = await service.call('core-groups-manage', { name: 'Without an echo' });
  expect(error).toMatchObject({
    code: 'UPSTREAM_ERROR',
    details: { reason: 'not_json', written: true, state_unknown: true, id: expect.any(Number) },
  });
});

test('the other account answers with its own data under the same names', async () => {
  for (const [tool, args] of [
    ['core-groups-manage', { action: 'list' }],
    ['core-members-manage', { space: 31 }],
    ['core-logs-search', {}],
    ['core-settings-manage', {}],
  ] as const) {
    const theirs = await service.call(tool, args, { tenant: 'b' });
    expect(theirs.isError).toBe(false);
    expect(JSON.stringify(theirs)).not.toContain('CANARY_ANDES');
    expect(theirs.platform.host).toBe('pampa.sandbox.invalid');
  }
});

test('a pinned space is the only place that members are looked for and logs searched in', async () => {
  const token = await service.mint();
  const call = async (name: string, args: object) => {
    const answer = await fetch(`${service.url}?space=31`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const { result } = (await answer.json()) as { result: { content: readonly [{ text: string }] } };
    return JSON.parse(result.content[0].text);
  };
  expect((await call('core-members-manage', {})).resource).toMatchObject({ type: 'space', id: 31 });
  expect((await call('core-logs-search', {})).data.filters).toEqual({ space: 31 });
  expect((await call('core-whoami', {})).data.connection.pins).toEqual({ space: '31' });
  for (const tool of ['core-members-manage', 'core-logs-search']) {
    for (const args of [{ space: 33 }, { site: 21 }]) {
      expect((await call(tool, args)).error.code).toBe('INVALID_PARAMS');
    }
  }
});
