import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const call = (args: object) => service.call('core-users-manage', args);
const confirm = (args: object) => service.confirm('core-users-manage', args);
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

async function member(name: string): Promise<number> {
  const attributes = { email: `${name}@andes.example`, username: name, first_name: name, last_name: 'Temp' };
  return (await call(attributes)).data.user.id;
}

describe('listing admin users', () => {
  test('says how much a page covers', async () => {
    const { data, state } = await call({ action: 'list', per_page: 2, sort_by: 'id', order: 'asc' });
    expect(data.users.map(({ id }: { id: number }) => id)).toEqual([1, 5]);
    expect(state).toMatchObject({ returned: 2, complete: false, searched: state.total });
    expect(state.total).toBeGreaterThan(100);
  });

  test('tells deactivated users from the others', async () => {
    const { data, state } = await call({ action: 'list', active: false });
    expect(data.users.map(({ username }: { username: string }) => username)).toContain('former.member');
    expect(data.filters).toEqual({ active: false });
    expect(state.searched).toBeGreaterThan(state.total);
    expect(state.warnings).toBeUndefined();
  });

  test('says so where the platform knows no such filter', async () => {
    const everybody = { admin_users: [{ id: 1, name: 'Somebody', active: true }] };
    const meta = { total_entries: 1, per_page: 30, current_page: 1, total_pages: 1 };
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 200, body: { ...everybody, meta } } });
    const { state } = await call({ action: 'list', active: false });
    expect(state.warnings).toMatchObject([{ code: 'FILTER_IGNORED', path: 'active' }]);
  });
});

describe('naming an admin user', () => {
  test.each([41, 'site.builder', 'SITE.BUILDER@andes.example', 'Site Builder'])(
    'by %j leads to the same one, who is echoed',
    async (identifier) => {
      const { resource, data } = await call({ identifier });
      expect(resource).toMatchObject({ type: 'user', id: 41, name: 'Site Builder', uid: 'site.builder' });
      expect(data.user.email).toBe('site.builder@andes.example');
      expect((await call({ identifier: resource.uuid })).resource.id).toBe(41);
    },
  );

  test('costs one lookup, which the next call remembers', async () => {
    const identifier = 'team.manager@andes.example';
    service.upstream();
    await call({ identifier });
    expect(service.upstream()).toHaveLength(2);
    await call({ identifier });
    expect(service.upstream()).toEqual(['GET /api/admin/admin_users/42']);
  });

  test.each([
    ['a name of two users', 'Support Agent', [45, 46]],
    ['digits that are an id and a username', '41', [41, 47]],
  ])('%s is ambiguous, with the candidates', async (_name, identifier, ids) => {
    const { error } = await call({ identifier });
    expect(error).toMatchObject({
      code: 'AMBIGUOUS',
      fields: [{ path: 'identifier' }],
      available_actions: [{ tool: 'core-users-manage', action: 'list' }],
    });
    expect(error.details.candidates.map(({ id }: { id: number }) => id).sort()).toEqual(ids);
  });

  test('that there is not shows near names and where to look', async () => {
    const { error } = await call({ identifier: 'site.bilder' });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      details: { near_names: [{ uid: 'site.builder' }], complete: true },
      available_actions: [{ tool: 'core-users-manage', action: 'list' }],
    });
  });

  test('of the other account leads to theirs', async () => {
    const theirs = await service.call('core-users-manage', { identifier: 'site.builder' }, { tenant: 'b' });
    expect(theirs.data.user.email).toBe('site.builder@pampa.example');
    const auditor = await service.call('core-users-manage', { identifier: 48 }, { tenant: 'b' });
    expect(JSON.stringify(auditor)).not.toContain('CANARY_ANDES');
  });
});

describe('creating and changing', () => {
  test('answers what was stored', async () => {
    const { data, resource, state } = await call({
      email: 'writer@andes.example',
      first_name: 'New',
      last_name: 'Writer',
      application_access: ['content'],
      lang: 'en',
    });
    expect(data.user).toMatchObject({ username: 'writer@andes.example', lang: 'en', active: true });
    expect(resource).toMatchObject({ type: 'user', id: data.user.id, name: 'New Writer' });
    expect(state).toEqual({ status: 'done', invalidates: ['core-users.*'] });
  });

  test('names the parameters that the platform refuses', async () => {
    const taken = { email: 'SITE.BUILDER@andes.example', username: 'support.agent' };
    const { error } = await call({ ...taken, first_name: 'A', last_name: 'B' });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'email' }, { path: 'username' }],
    });
  });

  test.each([
    ['a username with a space', { username: 'two words' }, 'username'],
    ['no email at all', { first_name: 'A' }, 'email'],
    ['a language that there is not', { lang: 'fr' }, 'lang'],
    ['an application that there is not', { application_access: ['billing'] }, 'application_access.0'],
    ['a text of a megabyte', { first_name: 'x'.repeat(1_000_000) }, 'first_name'],
    ['a parameter that there is not', { role: 'account_owner' }, 'role'],
  ])('refuses %s before the platform is asked', async (_name, args, path) => {
    service.upstream();
    const { error } = await call({ ...(path !== 'email' && { email: 'x@andes.example' }), ...args });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(service.upstream()).toEqual([]);
  });

  test.each(['../1', '%2e%2e', '?act=deactivate', '41/deactivate', '..'])(
    'writes nothing for the hostile identifier %j',
    async (identifier) => {
      service.upstream();
      for (const args of [{ first_name: 'X' }, { action: 'deactivate' }, { action: 'activate' }]) {
        expect((await confirm({ identifier, ...args })).error.code).toBe('NOT_FOUND');
      }
      expect(writes()).toEqual([]);
    },
  );

  test('changes only what is sent, and shows before and after from re-reads', async () => {
    const id = await member('changing');
    const { data } = await confirm({ identifier: id, last_name: 'Changed', verify: true });
    expect(data.user).toMatchObject({ first_name: 'changing', last_name: 'Changed' });
    expect(data.changed).toContainEqual({ path: 'last_name', before: 'Temp', after: 'Changed' });
    expect(data.changed.map(({ path }: { path: string }) => path)).not.toContain('email');
  });

  test('finds a renamed user by the new name at once', async () => {
    const id = await member('before');
    await call({ identifier: 'before' });
    await confirm({ identifier: id, username: 'after' });
    expect((await call({ identifier: 'after' })).resource.id).toBe(id);
    expect((await call({ identifier: 'before' })).error.code).toBe('NOT_FOUND');
  });

  test('reports a username from older platforms, which blocks every other change', async () => {
    const { error } = await call({ identifier: 44, first_name: 'Old' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'username' }] });
    const { data } = await confirm({ identifier: 44, first_name: 'Old', username: 'legacy.account' });
    expect(data.user).toMatchObject({ first_name: 'Old', username: 'legacy.account' });
  });

  test.each([
    ['a new email', { email: 'moved@andes.example' }, 'reset a password'],
    ['a new username', { username: 'moved' }, 'signs in with the new username'],
    ['less access', { application_access: [] }, 'can no longer open: channels'],
  ])('asks a person before %s, and says what follows', async (_name, change, consequence) => {
    service.upstream();
    const { control } = await call({ identifier: 41, ...change });
    expect(control).toMatchObject({ confirmation_required: true });
    expect(control.message).toContain(consequence);
    expect(writes()).toEqual([]);
  });

  test('asks nobody where an access is only added', async () => {
    const id = await member('adding');
    const { data, control } = await call({ identifier: id, application_access: ['channels', 'content'] });
    expect(control).toBeUndefined();
    expect([...data.user.application_access].sort()).toEqual(['channels', 'content']);
  });
});

describe('deactivating and activating', () => {
  test('is confirmed, ends the sessions, and is unchanged the second time', async () => {
    const asked = await call({ action: 'deactivate', identifier: 'team.manager' });
    expect(asked.control.message).toContain('1 open session and every API token of the user end');
    const { data, state } = await confirm({ action: 'deactivate', identifier: 'team.manager' });
    expect(data).toMatchObject({ user: { id: 42, active: false }, sessions_open: 0 });
    expect(state.status).toBe('done');
    service.upstream();
    const again = await call({ action: 'deactivate', identifier: 42 });
    expect(again.state.status).toBe('unchanged');
    expect(writes()).toEqual([]);
    const back = await call({ action: 'activate', identifier: 42, verify: true });
    expect(back.data).toMatchObject({
      user: { active: true },
      changed: [{ path: 'active', before: false, after: true }],
    });
    expect((await call({ action: 'activate', identifier: 42 })).state.status).toBe('unchanged');
  });

  test('of the owner of the token is refused before anybody is asked', async () => {
    service.upstream();
    const { error } = await call({ action: 'deactivate', identifier: 'ada.rivers' });
    expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'own_user' } });
    expect(writes()).toEqual([]);
  });

  test('of the last account owner is refused by the platform, and said so', async () => {
    // On platforms without a profile nobody knows whose token it is.
    const noProfile = {
      match: { path: '/profile' },
      effect: { kind: 'answer', status: 404, body: {} },
    } as const;
    service.sandbox.faults.inject(noProfile);
    const { error } = await confirm({ action: 'deactivate', identifier: 1 });
    expect(error).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: '', message: 'The last owner of the account cannot be deactivated' }],
    });
    expect((await call({ identifier: 1 })).data.user.active).toBe(true);
  });

  test('ends the API tokens of the user', async () => {
    const editor = { modyoToken: 'sandbox-token-andes-editor' };
    expect((await service.call('content-spaces-list', {}, editor)).isError).toBe(false);
    await confirm({ action: 'deactivate', identifier: 5 });
    expect((await service.call('content-spaces-list', {}, editor)).error.code).toBe('UNAUTHORIZED');
    await call({ action: 'activate', identifier: 5 });
  });

  test.each(['activate', 'deactivate'])('%s that had no effect is not answered as done', async (action) => {
    const id = await member(`idle-${action}`);
    if (action === 'activate') await confirm({ action: 'deactivate', identifier: id });
    const path = new RegExp(`/${action}$`);
    service.sandbox.faults.inject({
      match: { method: 'PUT', path },
      effect: { kind: 'answer', status: 200 },
    });
    const { state, data } = await confirm({ action, identifier: id });
    expect(data.user.active).toBe(action === 'deactivate');
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'STATE_NOT_REACHED' }] });
  });
});

describe('sessions', () => {
  test('are listed with what the platform knows of them', async () => {
    const { data, state, resource } = await call({ action: 'sessions', identifier: 'site.builder' });
    expect(data.sessions).toMatchObject([{ device_type: 'Desktop' }, { device_type: 'Mobile' }]);
    expect(state).toMatchObject({ returned: 2, total: 2, complete: true });
    expect(resource.id).toBe(41);
  });

  test('are not called complete where the platform answers a page of them', async () => {
    const body = { admin_users: [{ uuid: 's-1' }], meta: { total_entries: 12 } };
    const match = { path: '/sessions' };
    service.sandbox.faults.inject({ match, effect: { kind: 'answer', status: 200, body } });
    const { state } = await call({ action: 'sessions', identifier: 41 });
    expect(state).toMatchObject({ returned: 1, total: 12, complete: false });
  });

  test('end one by one, with consent', async () => {
    const listed = await call({ action: 'sessions', identifier: 45 });
    const [{ uuid: session }] = listed.data.sessions;
    const asked = await call({ action: 'revoke_session', identifier: 45, session });
    expect(asked.control.message).toContain('of "Support Agent" ("support.agent@andes.example")');
    const { data, state } = await confirm({ action: 'revoke_session', identifier: 45, session });
    expect(data).toEqual({ revoked: true, sessions_open: 0 });
    expect(state.status).toBe('done');
    const again = await call({ action: 'revoke_session', identifier: 45, session });
    expect(again.error).toMatchObject({
      code: 'NOT_FOUND',
      fields: [{ path: 'session' }],
      available_actions: [{ tool: 'core-users-manage', action: 'sessions' }],
    });
  });

  test('that did not end are not answered as ended', async () => {
    const listed = await call({ action: 'sessions', identifier: 41 });
    const [{ uuid: session }] = listed.data.sessions;
    service.sandbox.faults.inject({ match: { method: 'DELETE' }, effect: { kind: 'answer', status: 200 } });
    const { data, state } = await confirm({ action: 'revoke_session', identifier: 41, session });
    expect(data).toEqual({ revoked: false, sessions_open: 2 });
    expect(state.status).toBe('accepted');
  });

  test.each(['../x', '%2e%2e', '?x=', 'a b'])('are not looked for by %j', async (session) => {
    service.upstream();
    const { error } = await call({ action: 'revoke_session', identifier: 41, session });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'session' }] });
    expect(service.upstream()).toEqual([]);
  });
});
