import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const members = (args: object) => service.confirm('core-members-manage', args);
const ask = (args: object) => service.call('core-members-manage', args);
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

type Body = Readonly<Record<string, unknown>>;

function alter(method: 'POST' | 'PUT', change: (body: Body) => Body): void {
  const effect = { kind: 'alter-body', change: change as never } as const;
  service.sandbox.faults.inject({ match: { method, path: '/team_members' }, times: 1, effect });
}

function ignoreWrites(): void {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const match = { method, path: '/team_members' };
    service.sandbox.faults.inject({ match, effect: { kind: 'answer', status: 200, body: { id: 9 } } });
  }
}

describe('listing members', () => {
  test.each([
    ['a space by its uid', { space: 'banca-personas' }, { type: 'space', id: 31 }, 3],
    ['a site by its host', { site: 'portal' }, { type: 'site', id: 21 }, 3],
    ['a site that is a draft, by its name', { site: 'campaña' }, { type: 'site', id: 22 }, 1],
    ['a realm by its slug', { realm: 'clientes' }, { type: 'realm', id: 71 }, 2],
    ['a realm by its id in digits', { realm: '72' }, { type: 'realm', id: 72 }, 0],
  ])('of %s', async (_name, args, resource, total) => {
    const answer = await ask(args);
    expect(answer.resource).toMatchObject(resource);
    expect(answer.state).toMatchObject({ returned: total, total, complete: true });
    expect(answer.data.members).toHaveLength(total);
  });

  test('of a stage, which is a site too, finds the stage', async () => {
    expect((await ask({ site: 'portal-staging' })).resource.id).toBe(23);
  });

  test('says on a page that there is more', async () => {
    const { state } = await ask({ space: 31, per_page: 2 });
    expect(state).toMatchObject({ returned: 2, total: 3, complete: false });
  });

  test.each([{ space: 999_999 }, { site: 'no such site' }, { realm: 'no such realm' }])(
    'of what does not exist is NOT_FOUND: %j',
    async (args) => {
      const { error } = await ask(args);
      expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: Object.keys(args)[0] }] });
    },
  );

  test('of two spaces that a text may mean is AMBIGUOUS', async () => {
    expect((await ask({ space: '2026' })).error.code).toBe('AMBIGUOUS');
  });
});

describe('adding a member', () => {
  test('gives a user a role by its label', async () => {
    const { data, resource, state } = await members({
      action: 'add',
      site: 'portal',
      user: 'support.agent',
      role: 'Site Reviewer',
    });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data.member).toMatchObject({
      member_type: 'AdminUser',
      member_id: 45,
      role: { key: 'site_reviewer' },
    });
    expect(resource).toMatchObject({ type: 'user', id: 45, name: 'Support Agent' });
  });

  test('gives a group a role of the account, restricted to segments of a realm', async () => {
    const { data } = await members({
      action: 'add',
      realm: 71,
      group: 'Auditors',
      role: 'realm_desk',
      segments: [501],
    });
    expect(data.member).toMatchObject({ member_type: 'Group', member_id: 5, target_ids: [501] });
  });

  test('tells the keys of the context where no role is called so', async () => {
    service.upstream();
    const { error } = await members({ action: 'add', site: 21, user: 45, role: 'site editor' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'role' }] });
    expect(error.details.keys).toEqual([
      'site_viewer',
      'site_developer',
      'site_developer_cli',
      'site_reviewer',
      'site_admin',
      'site_auditor',
    ]);
    expect(error.hint ?? error.message).toContain('site_reviewer');
    expect(writes()).toEqual([]);
  });

  test('takes a name that a role of each context has for the one of this context', async () => {
    const { data } = await members({ action: 'add', space: 31, user: 45, role: 'Auditor' });
    expect(data.member.role.key).toBe('space_auditor');
  });

  test('refuses the role of another context by its id', async () => {
    const { error } = await members({ action: 'add', space: 31, user: 45, role: 8 });
    expect(error.code).toBe('NOT_FOUND');
  });

  test('of who has that role already changes nothing', async () => {
    service.upstream();
    const { state, data } = await members({ action: 'add', space: 31, user: 5, role: 'space_editor' });
    expect(state.status).toBe('unchanged');
    expect(data.member.role.key).toBe('space_editor');
    expect(writes()).toEqual([]);
  });

  test('of who has another role is refused, and says which call changes it', async () => {
    const { error } = await members({ action: 'add', space: 31, user: 5, role: 'space_writer' });
    expect(error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'already_a_member' },
      available_actions: [{ tool: 'core-members-manage', action: 'update' }],
    });
  });

  test('says so if another role is stored, or none', async () => {
    alter('POST', (body) => ({ ...body, role_key: 'site_viewer' }));
    const other = await members({ action: 'add', site: 21, user: 45, role: 'site_admin' });
    expect(other.data.member.role.key).toBe('site_viewer');
    expect(other.state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'role' }]);
    ignoreWrites();
    const none = await members({ action: 'add', site: 21, user: 46, role: 'site_admin' });
    expect(none.data.member).toBeUndefined();
    expect(none.state).toMatchObject({ status: 'accepted', warnings: [{ code: 'NOT_A_MEMBER' }] });
  });
});

describe('changing a member', () => {
  test('says which role is replaced by which, and does it once a person agrees', async () => {
    const args = { action: 'update', space: 31, user: 5, role: 'space_writer' };
    const asked = await ask(args);
    expect(asked.control.message).toMatch(/"Bruno Salas" has space_editor .* gets space_writer/);
    const { data, state } = await members(args);
    expect(data.member.role.key).toBe('space_writer');
    expect(state.status).toBe('done');
  });

  test('says so if another role is stored than was asked for', async () => {
    alter('PUT', (body) => ({ ...body, role_key: 'space_viewer' }));
    const { data, state } = await members({ action: 'update', space: 31, user: 5, role: 'space_writer' });
    expect(data.member.role.key).toBe('space_viewer');
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'role' }]);
  });

  test('replaces the segments of a role in a realm', async () => {
    const { data } = await members({
      action: 'update',
      realm: 71,
      user: 45,
      segments: [502, 503],
      verify: true,
    });
    expect(data.member).toMatchObject({ role: { key: 'realm_user' }, target_ids: [502, 503] });
    expect(data.changed.length).toBeGreaterThan(0);
  });

  test('of who is no member is NOT_FOUND', async () => {
    const { error } = await members({ action: 'update', space: 31, user: 46, role: 'space_writer' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'user' }] });
  });
});

describe('removing a member', () => {
  test('names what is lost, and shows that it is gone', async () => {
    const args = { action: 'remove', space: 31, group: 'Editors' };
    expect((await ask(args)).control.message).toContain('loses space_writer in the space');
    const { data, state } = await members(args);
    expect(data).toEqual({ removed: true });
    expect(state.status).toBe('done');
    expect((await ask({ space: 31 })).state.total).toBe(2);
  });

  test('says whose token it is where the caller takes their own rights', async () => {
    const { control } = await ask({ action: 'remove', realm: 71, user: 1 });
    expect(control.message).toContain('owns the API token of this connection');
  });

  test('that had no effect is not done', async () => {
    ignoreWrites();
    const { data, state } = await members({ action: 'remove', space: 31, user: 5 });
    expect(data.removed).toBe(false);
    expect(state.status).toBe('accepted');
  });
});

describe('the last administrator', () => {
  test.each([
    ['of a space is not taken out', { action: 'remove', space: 31, user: 1 }, 'space_admin'],
    ['of a site is not taken out', { action: 'remove', site: 22, group: 8 }, 'site_admin'],
    [
      'of a site gets no other role',
      { action: 'update', site: 21, user: 1, role: 'site_viewer' },
      'site_admin',
    ],
  ])('%s, and nobody is asked whether to', async (_name, args, role) => {
    service.upstream();
    const { error, control } = await ask(args);
    expect(control).toBeUndefined();
    expect(error).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { reason: 'last_admin', role },
      available_actions: [{ tool: 'core-members-manage', action: 'add' }],
    });
    expect(writes()).toEqual([]);
  });

  test('but one of two leaves, and so does the only one of a realm', async () => {
    expect((await members({ action: 'remove', space: 33, user: 42 })).data.removed).toBe(true);
    expect((await members({ action: 'remove', realm: 71, user: 1 })).data.removed).toBe(true);
  });
});

describe('what does not fit is refused before Modyo is asked', () => {
  test.each([
    ['no place', { action: 'add', user: 5, role: 'space_admin' }, 'space'],
    ['two places', { action: 'list', space: 31, site: 21 }, 'space'],
    ['no member', { action: 'remove', space: 31 }, 'user'],
    ['two members', { action: 'remove', space: 31, user: 5, group: 4 }, 'user'],
    [
      'segments outside of a realm',
      { action: 'add', space: 31, user: 5, role: 'x', segments: [1] },
      'segments',
    ],
    ['nothing to change', { action: 'update', space: 31, user: 5 }, 'role'],
    ['another type', { action: 'list', space: true }, 'space'],
    ['an unknown field', { action: 'list', space: 31, contexto: 'x' }, 'contexto'],
    ['a megabyte', { action: 'list', space: 'x'.repeat(1_000_000) }, 'space'],
  ])('%s', async (_name, args, path) => {
    service.upstream();
    const { error } = await ask(args);
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.map((field: { path: string }) => field.path)).toContain(path);
    expect(service.upstream()).toEqual([]);
  });

  test.each(['../1', '%2e%2e', '?x=1'])('the user %j leads nowhere', async (user) => {
    service.upstream();
    const { error } = await members({ action: 'remove', space: 31, user });
    expect(error.code).toBe('NOT_FOUND');
    expect(writes()).toEqual([]);
  });
});

test('a write needs the scope of an administrator', async () => {
  service.upstream();
  const args = { action: 'add', space: 31, user: 45, role: 'space_admin' };
  const refused = await service.send('core-members-manage', args, { scopes: ['modyo:read', 'modyo:write'] });
  expect(refused.status).toBe(403);
  expect(refused.headers['www-authenticate']).toContain('modyo:admin');
  expect(service.upstream()).toEqual([]);
});
