import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', CONCURRENCY: '64' } });
});
afterEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reset();
});
afterAll(() => service.close());

const upsert = (args: object) => service.call('core-users-upsert', args);
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));
const usersNamed = async (query: string) =>
  (await service.call('core-users-manage', { action: 'list', query })).data.users;

const wanted = {
  email: 'ana.diaz@andes.example',
  username: 'ana.diaz',
  first_name: 'Ana',
  last_name: 'Diaz',
};

test('twenty identical calls at once make one user, whom all of them answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => upsert(wanted)));
  expect(answers.map(({ error }) => error).filter((error) => error !== undefined)).toEqual([]);
  expect(new Set(answers.map(({ data }) => data.user.id)).size).toBe(1);
  expect(answers.filter(({ data }) => data.user_created)).toHaveLength(1);
  for (const { data, state } of answers) {
    expect(state.status).toBe(data.user_created ? 'done' : 'unchanged');
  }
  expect(await usersNamed('ana.diaz')).toHaveLength(1);
});

describe('a user who exists', () => {
  test.each([{ email: 'SITE.BUILDER@andes.example' }, { username: 'site.builder' }])(
    'is found by %j and changed where something differs',
    async (key) => {
      service.upstream();
      const { data, resource, state } = await upsert({ ...key, last_name: 'Maker' });
      expect(data).toMatchObject({
        user: { id: 41, last_name: 'Maker', first_name: 'Site' },
        user_created: false,
      });
      expect([resource.id, state.status]).toEqual([41, 'done']);
      expect(writes()).toEqual(['PUT /api/admin/admin_users/41']);
      const again = await upsert({ ...key, last_name: 'Maker' });
      expect(again.state.status).toBe('unchanged');
      expect(writes()).toEqual([]);
    },
  );

  test('keeps applications in whatever order they are sent, and loses one only with consent', async () => {
    const key = { email: 'site.builder@andes.example' };
    await upsert({ ...key, application_access: ['content', 'channels'] });
    const same = await upsert({ ...key, application_access: ['channels', 'content'] });
    expect(same.state.status).toBe('unchanged');
    service.upstream();
    const { control } = await upsert({ ...key, application_access: ['channels'] });
    expect(control.message).toContain('can no longer open: content');
    expect(writes()).toEqual([]);
    const { data } = await service.confirm('core-users-upsert', { ...key, application_access: ['channels'] });
    expect(data.user.application_access).toEqual(['channels']);
  });

  test('with another username is left as it is', async () => {
    service.upstream();
    const { error } = await upsert({ email: 'site.builder@andes.example', username: 'other' });
    expect(error).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'username' }],
      details: { user: { id: 41 } },
      available_actions: [{ tool: 'core-users-manage', args: { identifier: 41 } }],
    });
    expect(writes()).toEqual([]);
  });

  test('and another one under the other key are told apart', async () => {
    service.upstream();
    const { error } = await upsert({ email: 'site.builder@andes.example', username: 'team.manager' });
    expect(error.code).toBe('CONFLICT');
    expect(error.details.candidates.map(({ id }: { id: number }) => id)).toEqual([41, 42]);
    expect(writes()).toEqual([]);
  });
});

test('a username that nobody has is not enough to create a user', async () => {
  service.upstream();
  const { error } = await upsert({ username: 'nobody', first_name: 'No', last_name: 'Body' });
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'email' }] });
  expect(writes()).toEqual([]);
});

test('without a key nothing is asked of the platform', async () => {
  service.upstream();
  const { error } = await upsert({ first_name: 'No' });
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'email' }] });
  expect(service.upstream()).toEqual([]);
});

test('a dry run shows what would be created or changed, and does neither', async () => {
  service.upstream();
  const creation = await upsert({ ...wanted, initial_password: 'a long passphrase', dry_run: true });
  expect(creation.data.plan).toEqual({ creates: true, attributes: wanted });
  const change = await upsert({ username: 'site.builder', lang: 'pt', dry_run: true });
  expect(change.data.plan).toEqual({
    creates: false,
    changed: [{ path: 'lang', before: 'es', after: 'pt' }],
  });
  expect(writes()).toEqual([]);
});

test.each([
  ['created', wanted],
  ['changed', { username: 'site.builder', first_name: 'Ana' }],
])('what is stored otherwise is told where a user is %s', async (_name, args) => {
  const change = (body: object) => ({ ...body, first_name: 'Other' });
  for (const method of ['POST', 'PUT']) {
    service.sandbox.faults.inject({ match: { method }, effect: { kind: 'alter-body', change } });
  }
  const { data, state } = await upsert(args);
  expect(data.user.first_name).toBe('Other');
  expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'first_name' }]);
});

test('a complaint about an email that nobody has is passed on', async () => {
  const errors = [{ field: 'email', messages: ['Is of a domain that is not allowed'] }];
  const effect = { kind: 'answer', status: 409, body: { errors } } as const;
  service.sandbox.faults.inject({ match: { method: 'POST' }, effect });
  const { error } = await upsert(wanted);
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'email' }] });
});
