import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', CONCURRENCY: '64' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const manage = (args: object) => service.confirm('core-groups-manage', args);
const upsert = (args: object) => service.confirm('core-groups-upsert', args);
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

type Body = Readonly<Record<string, unknown>>;

function alter(method: 'POST' | 'PUT', change: (body: Body) => Body): void {
  const effect = { kind: 'alter-body', change: change as never } as const;
  service.sandbox.faults.inject({ match: { method, path: '/groups' }, times: 1, effect });
}

describe('reading groups', () => {
  test('lists them with what was searched', async () => {
    const { data, state } = await manage({ action: 'list', query: 'edit' });
    expect(data.groups).toMatchObject([{ id: 4, name: 'Editors', admin_users_count: 3 }]);
    expect(data.filters).toEqual({ query: 'edit' });
    expect(state).toMatchObject({ returned: 1, total: 1, searched: 5, complete: true });
  });

  test.each([4, '4', 'Editors', 'EDITORS'])('finds one by %j', async (identifier) => {
    const { data, resource } = await manage({ identifier });
    expect(resource).toEqual({ type: 'group', id: 4, name: 'Editors' });
    expect(data.group.admin_user_ids).toEqual([5, 41, 45]);
  });

  test('tells two whose names differ by case apart, and asks where the case is a third', async () => {
    expect((await manage({ identifier: 'support' })).resource.id).toBe(7);
    const { error } = await manage({ identifier: 'SUPPORT' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    expect(error.available_actions).toMatchObject([{ tool: 'core-groups-manage', action: 'list' }]);
  });
});

describe('creating a group', () => {
  test('takes a role by its label and users by what they are called', async () => {
    const { data, resource, state } = await manage({
      name: 'Writers',
      role: 'account admin',
      users: ['support.agent', 'team.manager@andes.example', '43'],
      application_access: ['content'],
    });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data.group).toMatchObject({
      role_id: 2,
      admin_user_ids: [45, 42, 43],
      application_access: ['content'],
    });
    expect(resource).toMatchObject({ type: 'group', id: data.group.id, name: 'Writers' });
  });

  test('tells the keys of account roles where the label is none of them', async () => {
    service.upstream();
    const { error } = await manage({ name: 'Writers', role: 'site editor' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'role' }] });
    expect(error.details.keys).toEqual(['account_user', 'account_admin', 'account_owner']);
    expect(writes()).toEqual([]);
  });

  test('refuses a role of another context, even by its id', async () => {
    const { error } = await manage({ name: 'Writers', role: 8 });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'role' }] });
  });

  test('names the user who does not exist, by place in the list', async () => {
    const { error } = await manage({ name: 'Writers', users: ['support.agent', 'nobody.at.all'] });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'users.1' }] });
  });

  test('refuses a name that another group has, in our parameter name', async () => {
    const { error } = await manage({ name: 'Editors' });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'name', message: 'Must be unique' }],
    });
  });

  test('says so if what is stored is not what was sent', async () => {
    alter('POST', ({ admin_user_ids: _ids, ...body }) => ({ ...body, role_id: 1 }));
    const { data, state } = await manage({ name: 'Writers', role: 'account_admin', users: ['45'] });
    expect(data.group).toMatchObject({ role_id: 1, admin_user_ids: [] });
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'role' },
      { code: 'VALUE_CHANGED', path: 'users' },
    ]);
  });
});

describe('changing a group', () => {
  test('puts users in and takes them out, and leaves the others where they are', async () => {
    const { data, state } = await manage({
      identifier: 'Editors',
      users: ['46'],
      remove_users: ['5'],
      verify: true,
    });
    expect(state.status).toBe('done');
    expect(data.group.admin_user_ids).toEqual([41, 45, 46]);
    expect(data.group).toMatchObject({ name: 'Editors', role_id: 1, application_access: ['content'] });
    expect(data.changed.map(({ path }: { path: string }) => path)).toContain('admin_user_ids.0');
  });

  test('asks a person before somebody loses something, and not before somebody is put in', async () => {
    const asked = await service.call('core-groups-manage', { identifier: 4, remove_users: ['5'] });
    expect(asked.control).toMatchObject({ confirmation_required: true });
    expect(asked.control.message).toContain('1 member leaves it');
    const added = await service.call('core-groups-manage', { identifier: 4, users: ['46'] });
    expect(added.data.group.admin_user_ids).toContain(46);
  });

  test('names the applications that its members can no longer open', async () => {
    const { control } = await service.call('core-groups-manage', {
      identifier: 5,
      application_access: ['content'],
    });
    expect(control.message).toContain('channels');
  });

  test('refuses a user who is put in and taken out at once', async () => {
    service.upstream();
    const { error } = await manage({ identifier: 4, users: ['46'], remove_users: ['support.agent+2'] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'remove_users' }] });
    expect(writes()).toEqual([]);
  });

  test('touches no members of a group whose members Modyo does not tell', async () => {
    const body = { id: 4, name: 'Editors', admin_users_count: 3 };
    service.sandbox.faults.inject({
      match: { method: 'GET', path: '/groups/4' },
      effect: { kind: 'answer', status: 200, body },
    });
    service.upstream();
    const { error } = await manage({ identifier: 4, users: ['46'] });
    expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'members_unknown' } });
    expect(writes()).toEqual([]);
  });

  test('says so if something moved that was not sent', async () => {
    alter('PUT', (body) => ({ ...body, application_access: [] }));
    const { state } = await manage({ identifier: 4, name: 'Redactores' });
    expect(state.warnings).toMatchObject([{ code: 'OTHER_VALUE_CHANGED', path: 'application_access' }]);
  });
});

describe('deleting a group', () => {
  test('says what its members lose, and deletes it once a person agrees', async () => {
    const asked = await service.call('core-groups-manage', { action: 'delete', identifier: 'Editors' });
    expect(asked.control.message).toContain('Its 3 members can lose');
    const { data, state, resource } = await manage({ action: 'delete', identifier: 'Editors' });
    expect({ data, state, resource }).toMatchObject({
      data: { deleted: true },
      state: { status: 'done' },
      resource: { name: 'Editors' },
    });
    expect((await manage({ identifier: 'Editors' })).error.code).toBe('NOT_FOUND');
  });

  test('is refused by Modyo where a site would lose its last administrator', async () => {
    const { error } = await manage({ action: 'delete', identifier: 8 });
    expect(error.code).toBe('CONFLICT');
    expect((await manage({ identifier: 8 })).isError).toBe(false);
  });

  test('that had no effect is not done', async () => {
    service.sandbox.faults.inject({
      match: { method: 'DELETE' },
      effect: { kind: 'answer', status: 200, body: {} },
    });
    const { data, state } = await manage({ action: 'delete', identifier: 4 });
    expect(data.deleted).toBe(false);
    expect(state.status).toBe('accepted');
  });
});

describe('upserting a group', () => {
  test('creates it once, and finds it unchanged afterwards', async () => {
    const args = { name: 'Writers', users: ['45'], application_access: ['content'] };
    const first = await upsert(args);
    expect(first.data).toMatchObject({ group_created: true, group: { admin_user_ids: [45] } });
    service.upstream();
    const second = await upsert(args);
    expect(second.data).toMatchObject({ group_created: false, group: { id: first.data.group.id } });
    expect(second.state.status).toBe('unchanged');
    expect(writes()).toEqual([]);
  });

  test('takes nobody out of a group that exists, and puts in who is missing', async () => {
    const { data } = await upsert({ name: 'Editors', users: ['46'] });
    expect(data).toMatchObject({ group_created: false, group: { id: 4, admin_user_ids: [5, 41, 45, 46] } });
  });

  test('makes one group of twenty calls at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => service.call('core-groups-upsert', { name: 'At once' })),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(new Set(answers.map(({ data }) => data.group.id)).size).toBe(1);
    expect(answers.filter(({ data }) => data.group_created)).toHaveLength(1);
  });

  test('compares the name character by character', async () => {
    const { data } = await upsert({ name: 'EDITORS' });
    expect(data.group_created).toBe(true);
  });
});

describe('what does not fit writes nothing', () => {
  test.each([
    ['another type', { identifier: 4, name: 7 }, 'name'],
    ['an unknown field', { identifier: 4, nombre: 'x' }, 'nombre'],
    [
      'an application that does not exist',
      { identifier: 4, application_access: ['billing'] },
      'application_access',
    ],
    ['a name of one megabyte', { identifier: 4, name: 'x'.repeat(1_000_000) }, 'name'],
    ['no users', { identifier: 4, users: [] }, 'users'],
  ])('%s', async (_name, args, path) => {
    service.upstream();
    const { error } = await service.call('core-groups-manage', args);
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields[0].path).toContain(path);
    expect(service.upstream()).toEqual([]);
  });

  test.each(['../1', '%2e%2e', '?x=1', '4/../5'])('the identifier %j', async (identifier) => {
    service.upstream();
    const { error } = await manage({ identifier, name: 'x' });
    expect(error.code).toBe('NOT_FOUND');
    expect(writes()).toEqual([]);
  });
});

test('a write needs the scope of an administrator, and a reading does not', async () => {
  service.upstream();
  const scopes = ['modyo:read', 'modyo:write'] as const;
  const refused = await service.send('core-groups-manage', { name: 'Writers' }, { scopes });
  expect(refused.status).toBe(403);
  expect(refused.headers['www-authenticate']).toContain('modyo:admin');
  expect(service.upstream()).toEqual([]);
  expect((await service.call('core-groups-manage', { identifier: 4 }, { scopes })).isError).toBe(false);
});
