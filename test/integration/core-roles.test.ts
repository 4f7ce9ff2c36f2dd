import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const manage = (args: object) => service.confirm('core-roles-manage', args);
const create = (args: object) => service.confirm('core-roles-create', args);
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));
const keysOf = (roles: readonly { key: string }[]) => roles.map(({ key }) => key);

type Body = Readonly<Record<string, unknown>>;

function alter(method: 'POST' | 'PUT', change: (body: Body) => Body): void {
  const effect = { kind: 'alter-body', change: change as never } as const;
  service.sandbox.faults.inject({ match: { method, path: '/roles' }, times: 1, effect });
}

describe('reading roles', () => {
  test('lists those of one context, out of all that were searched', async () => {
    const { data, state } = await manage({ action: 'list', context: 'space' });
    expect(keysOf(data.roles)).toEqual([
      'space_viewer',
      'space_writer',
      'space_editor',
      'space_admin',
      'space_auditor',
    ]);
    expect(state).toMatchObject({ returned: 5, total: 5, searched: 18, complete: true });
  });

  test('cuts the pages of a context itself', async () => {
    const { data, state } = await manage({ action: 'list', context: 'space', per_page: 2, page: 3 });
    expect(keysOf(data.roles)).toEqual(['space_auditor']);
    expect(state).toMatchObject({ returned: 1, total: 5, complete: false });
  });

  test('combines words with a context', async () => {
    const { data } = await manage({ action: 'list', context: 'site', query: 'audit' });
    expect(keysOf(data.roles)).toEqual(['site_auditor']);
  });

  test.each(['site_developer', 'Site Developer', 'site developer', 5, '5'])(
    'finds one by %j',
    async (identifier) => {
      const { data, resource } = await manage({ identifier });
      expect(resource).toMatchObject({ type: 'role', id: 5, uid: 'site_developer', name: 'Site Developer' });
      expect(data.role.permissions).toEqual(expect.any(Array));
    },
  );

  test('tells the keys where there is no such role, and the candidates where there are two', async () => {
    const missing = await manage({ identifier: 'site editor' });
    expect(missing.error.code).toBe('NOT_FOUND');
    expect(missing.error.details.keys).toHaveLength(18);
    const both = await manage({ identifier: 'Auditor' });
    expect(both.error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
  });
});

describe('creating a role', () => {
  test('in the scope of the panel, and answers what is stored', async () => {
    const { data, resource, state } = await create({
      name: 'Site watcher',
      scope: 'channels',
      permissions: ['view_widgets'],
    });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data.role).toMatchObject({ context: 'site', permissions: ['view_widgets'], read_only: false });
    expect(resource).toMatchObject({ type: 'role', uid: 'site_site_watcher', name: 'Site watcher' });
  });

  test('names the permission that Modyo does not know', async () => {
    const { error } = await create({ name: 'X', scope: 'content', permissions: ['view_categories', 'fly'] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'permissions.1' }] });
  });

  test('says so if another context or other permissions are stored', async () => {
    alter('POST', (body) => ({ ...body, context: 'account', permissions: [] }));
    const { data, state } = await create({ name: 'X', scope: 'content', permissions: ['view_categories'] });
    expect(data.role).toMatchObject({ context: 'account', permissions: [] });
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'scope' },
      { code: 'VALUE_CHANGED', path: 'permissions' },
    ]);
  });

  test.each([
    ['no permissions', { name: 'X', scope: 'content', permissions: [] }, 'permissions'],
    ['a scope that does not exist', { name: 'X', scope: 'space', permissions: ['x'] }, 'scope'],
    ['an unknown field', { name: 'X', scope: 'content', permissions: ['x'], key: 'x' }, 'key'],
    ['a megabyte', { name: 'x'.repeat(1_000_000), scope: 'content', permissions: ['x'] }, 'name'],
  ])('with %s is refused before Modyo is asked', async (_name, args, path) => {
    service.upstream();
    const { error } = await create(args);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(service.upstream()).toEqual([]);
  });
});

describe('changing a role', () => {
  test('renames it without asking, and its key stays', async () => {
    const { data, control } = await service.call('core-roles-manage', {
      identifier: 'space_auditor',
      name: 'Inspector',
    });
    expect(control).toBeUndefined();
    expect(data.role).toMatchObject({ key: 'space_auditor', name: 'Inspector' });
    expect((await manage({ identifier: 'Inspector' })).resource.id).toBe(21);
  });

  test('says what is lost and gained, and by how many, before permissions are replaced', async () => {
    const args = { identifier: 'site_auditor', permissions: ['view_categories', 'view_widgets'] };
    const asked = await service.call('core-roles-manage', args);
    expect(asked.control.message).toContain('for 1 holder');
    expect(asked.control.message).toContain('loses 1 permission and gains 1');
    const { data } = await manage({ ...args, verify: true });
    expect(data.role.permissions).toEqual(['view_categories', 'view_widgets']);
    expect(data.changed.length).toBeGreaterThan(0);
  });

  test('leaves the role of the owner as it is', async () => {
    service.upstream();
    const { error } = await manage({ identifier: 'account_owner', name: 'Boss' });
    expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'owner_role' } });
    expect(writes()).toEqual([]);
  });

  test('says so if what is stored is not what was sent', async () => {
    alter('PUT', (body) => ({ ...body, name: 'Other' }));
    const { data, state } = await manage({ identifier: 'space_auditor', name: 'Inspector' });
    expect(data.role.name).toBe('Other');
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'name' }]);
  });
});

describe('deleting a role', () => {
  test('that nobody has, once a person agrees', async () => {
    const args = { action: 'delete', identifier: 'space_auditor' };
    const asked = await service.call('core-roles-manage', args);
    expect(asked.control).toMatchObject({ confirmation_required: true });
    expect((await manage(args)).data.deleted).toBe(true);
    expect((await manage({ identifier: 'space_auditor' })).error.code).toBe('NOT_FOUND');
  });

  test('that somebody has is refused, and nobody is asked', async () => {
    service.upstream();
    const { error, control } = await service.call('core-roles-manage', {
      action: 'delete',
      identifier: 'site_auditor',
    });
    expect(control).toBeUndefined();
    expect(error).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { reason: 'role_in_use', users_count: 1 },
    });
    expect(writes()).toEqual([]);
  });

  test('that had no effect is not done', async () => {
    service.sandbox.faults.inject({
      match: { method: 'DELETE' },
      effect: { kind: 'answer', status: 200, body: {} },
    });
    const { data, state } = await manage({ action: 'delete', identifier: 'space_auditor' });
    expect(data.deleted).toBe(false);
    expect(state.status).toBe('accepted');
  });
});

test.each([
  ['core-roles-create', { name: 'X', scope: 'content', permissions: ['view_categories'] }],
  ['core-roles-manage', { identifier: 'space_auditor', name: 'X' }],
  ['core-roles-manage', { action: 'delete', identifier: 'space_auditor' }],
])('%s %j needs the scope of an administrator', async (tool, args) => {
  service.upstream();
  const refused = await service.send(tool, args, { scopes: ['modyo:read', 'modyo:write'] });
  expect(refused.status).toBe(403);
  expect(refused.headers['www-authenticate']).toContain('modyo:admin');
  expect(service.upstream()).toEqual([]);
});
