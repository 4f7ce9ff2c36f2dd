import { afterEach, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService | undefined;
afterEach(() => service?.close());

async function start(env: Readonly<Record<string, string>> = {}): Promise<ContentService> {
  service = await startContentService({ env });
  return service;
}

test('says whose account, which user and roles, and what the connection may do', async () => {
  const { call } = await start();
  const { data, resource, state } = await call('core-whoami');
  expect(data.account).toMatchObject({ id: 7, name: 'Andes Demo' });
  expect(data.user).toMatchObject({ id: 1, username: 'ada.rivers' });
  expect(data.role_keys).toEqual(['account_owner']);
  expect(data.application_access).toEqual(['content']);
  expect(data.connection).toMatchObject({
    host: 'andes.sandbox.invalid',
    scopes: ['modyo:read', 'modyo:write', 'modyo:admin'],
    read_only: false,
    exposure: 'grouped',
    pins: {},
    tools_denied: [],
  });
  expect(data.connection.modules).toContain('core');
  expect(data.connection.expires_at).toMatch(/^\d{4}-\d{2}-\d{2}T/);
  expect(resource).toMatchObject({ type: 'user', id: 1, name: 'Ada Rivers' });
  expect(state).toEqual({ complete: true });
});

test('tells the scopes of this token and the user of that one', async () => {
  const { call } = await start();
  const { data } = await call(
    'core-whoami',
    {},
    {
      scopes: ['modyo:read'],
      modyoToken: 'sandbox-token-andes-viewer',
    },
  );
  expect(data.connection.scopes).toEqual(['modyo:read']);
  expect(data.user).toMatchObject({ username: 'carla.montes' });
  expect(data.role_keys).toEqual(['space_viewer']);
});

test('holds no secret: no token, no key of the account', async () => {
  const { call } = await start();
  const text = JSON.stringify(await call('core-whoami'));
  for (const secret of ['sandbox-token', 'delivery-key-of-the-sandbox', 'eyJ'])
    expect(text).not.toContain(secret);
});

test('tells that it may only read', async () => {
  const { call } = await start({ READ_ONLY: 'true' });
  expect((await call('core-whoami')).data.connection.read_only).toBe(true);
});

test('works where the account may not be read, and says so', async () => {
  const { call, sandbox } = await start();
  sandbox.faults.inject({ match: { path: '/account' }, effect: { kind: 'answer', status: 401 } });
  const { data, state } = await call('core-whoami');
  expect(data.account).toBeUndefined();
  expect(data.user.id).toBe(1);
  expect(state).toMatchObject({ complete: false, warnings: [{ code: 'ACCOUNT_NOT_READABLE' }] });
});

test('works on platforms that do not tell the user, and says so', async () => {
  const { call, sandbox } = await start();
  sandbox.faults.inject({ match: { path: '/profile' }, effect: { kind: 'answer', status: 404, body: {} } });
  const { data, state } = await call('core-whoami');
  expect(data.user).toBeUndefined();
  expect(data.account.id).toBe(7);
  expect(state).toMatchObject({ complete: false, warnings: [{ code: 'USER_NOT_TOLD' }] });
});

test.each([
  ['a dead token', { status: 401, body: {} }, 'UNAUTHORIZED'],
  ['no permission at all', { status: 401 }, 'FORBIDDEN'],
])('is an error for %s', async (_name, answer, code) => {
  const { call, sandbox } = await start();
  sandbox.faults.inject({ effect: { kind: 'answer', ...answer } });
  expect((await call('core-whoami')).error.code).toBe(code);
});

test('takes no parameter', async () => {
  const { call } = await start();
  const { error } = await call('core-whoami', { user: 5 });
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'user' }] });
});

test('each tenant is told its own', async () => {
  const { call } = await start();
  const { data } = await call('core-whoami', {}, { tenant: 'b' });
  expect(data.connection.host).toBe('pampa.sandbox.invalid');
  expect(data.account.name).toBe('Pampa Demo');
});
