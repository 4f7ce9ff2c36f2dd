import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
afterEach(() => {
  service.sandbox.faults.clear();
  service.sandbox.reset();
  service.upstream();
});
afterAll(() => service.close());

const bulk = (args: object) => service.call('core-users-bulk', args);
const run = (args: object) => service.confirm('core-users-bulk', { ...args, dry_run: false });
const bulkRequests = () => service.sandbox.requests.list().filter(({ method }) => method === 'PATCH');

describe('without dry_run: false', () => {
  test('says of each user what would happen, and changes nobody', async () => {
    const users = [
      'site.builder',
      'no such user',
      'Support Agent',
      'former.member',
      '1',
      'SITE.builder@andes.example',
    ];
    const { data, control } = await bulk({ act: 'deactivate', users });
    expect(data.plan).toMatchObject({ changes: 1, unchanged: 1, refused: 4 });
    expect(data.plan.users).toMatchObject([
      { index: 0, user_id: 41, name: 'Site Builder', will_change: true },
      { index: 1, code: 'NOT_FOUND' },
      { index: 2, code: 'AMBIGUOUS' },
      { index: 3, user_id: 43, will_change: false },
      { index: 4, user_id: 1, code: 'OWN_USER' },
      { index: 5, user_id: 41, code: 'DUPLICATE' },
    ]);
    expect(control).toMatchObject({ dry_run: true });
    expect(control.message).toContain('1 admin user can no longer sign in');
    expect(bulkRequests()).toEqual([]);
  });

  test('counts the owners of the account among those who would go', async () => {
    const noProfile = {
      match: { path: '/profile' },
      effect: { kind: 'answer', status: 404, body: {} },
    } as const;
    service.sandbox.faults.inject(noProfile);
    const { control } = await bulk({ act: 'deactivate', ids: [1, 41] });
    expect(control.message).toContain('2 admin users can no longer sign in');
    expect(control.message).toContain('1 of them is an owner of the account');
  });
});

describe('with dry_run: false', () => {
  test('asks before a deactivation, and answers each user from a re-read', async () => {
    const asked = await bulk({ act: 'deactivate', ids: [41, 42, 43], dry_run: false });
    expect(asked.control.confirmation_required).toBe(true);
    expect(bulkRequests()).toEqual([]);
    const { data, state } = await run({ act: 'deactivate', ids: [41, 42, 43] });
    expect(data).toEqual({
      users: [
        { index: 0, user_id: 41, name: 'Site Builder', active: false, result: 'changed' },
        { index: 1, user_id: 42, name: 'Team Manager', active: false, result: 'changed' },
        { index: 2, user_id: 43, name: 'Former Member', active: false, result: 'unchanged' },
      ],
      changed: 2,
      unchanged: 1,
      failed: 0,
    });
    expect(state).toMatchObject({ status: 'done', returned: 3, total: 3, complete: true });
    const sessions = await service.call('core-users-manage', { action: 'sessions', identifier: 41 });
    expect(sessions.data.sessions).toEqual([]);
  });

  test('activates without asking, and is unchanged the second time', async () => {
    const { data, control } = await bulk({ act: 'activate', ids: [43], dry_run: false });
    expect(control).toBeUndefined();
    expect(data).toMatchObject({ changed: 1, users: [{ active: true, result: 'changed' }] });
    const again = await bulk({ act: 'activate', ids: [43], dry_run: false });
    expect(again.state.status).toBe('unchanged');
    expect(bulkRequests()).toHaveLength(1);
  });

  test('sends at most a hundred users in a request', async () => {
    const { data } = await run({ act: 'deactivate', query: 'teller' });
    expect(data).toMatchObject({ changed: 130, failed: 0 });
    const sizes = bulkRequests().map(({ body }) => JSON.parse(body).id.length);
    expect(sizes).toEqual([100, 30]);
  });

  test('leaves nobody out for one who failed', async () => {
    const { data, state } = await run({ act: 'deactivate', users: ['nobody', 'site.builder'] });
    expect(state.status).toBe('partial');
    expect(data.users).toEqual([
      { index: 0, result: 'failed', code: 'NOT_FOUND' },
      { index: 1, user_id: 41, name: 'Site Builder', active: false, result: 'changed' },
    ]);
  });

  test('goes on after a request that failed, and says who was in it', async () => {
    const gone = { status: 409, body: { errors: ['No'] } } as const;
    service.sandbox.faults.inject({
      match: { method: 'PATCH' },
      times: 1,
      effect: { kind: 'answer', ...gone },
    });
    const { data, state } = await run({ act: 'deactivate', query: 'teller' });
    expect(data).toMatchObject({ changed: 30, failed: 100 });
    expect(data.users[0]).toMatchObject({ result: 'failed', code: 'CONFLICT', active: true });
    expect(state.status).toBe('partial');
  });

  test('is an error where no request was taken', async () => {
    const refused = { kind: 'answer', status: 422, body: { errors: ['No'] } } as const;
    service.sandbox.faults.inject({ match: { method: 'PATCH' }, effect: refused });
    const { error } = await run({ act: 'deactivate', ids: [41, 42] });
    expect(error.code).toBe('INVALID_PARAMS');
  });

  test('does not take the word of a platform that did nothing', async () => {
    service.sandbox.faults.inject({ match: { method: 'PATCH' }, effect: { kind: 'answer', status: 200 } });
    const { data, state } = await run({ act: 'deactivate', ids: [41] });
    expect(data.users).toMatchObject([{ active: true, result: 'failed', code: 'STATE_NOT_REACHED' }]);
    expect(state.status).toBe('partial');
  });

  test('finds out who was changed where half of the answer was lost', async () => {
    service.sandbox.faults.inject({ match: { method: 'PATCH' }, effect: { kind: 'close-mid-body' } });
    const { data } = await run({ act: 'deactivate', ids: [41] });
    expect(data.users).toMatchObject([{ active: false, result: 'changed' }]);
  });

  test('says that the change was made where reading it fails', async () => {
    const reading = { match: { method: 'GET', path: '/admin_users/41' } } as const;
    const args = { act: 'deactivate', ids: [41] };
    const { control } = await bulk({ ...args, dry_run: false });
    service.upstream();
    await bulk(args);
    const readsOfAPlan = service.upstream().filter((line) => line.endsWith('/admin_users/41')).length;
    // The plan and the run look at the user before the write; what comes after them fails.
    service.sandbox.faults.inject({ ...reading, effect: { kind: 'html' } });
    service.sandbox.faults.inject({
      ...reading,
      times: readsOfAPlan * 2,
      effect: { kind: 'delay', delayMs: 0 },
    });
    const { error } = await bulk({ ...args, dry_run: false, confirm_token: control.confirm_token });
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { written: true, state_unknown: true } });
    expect(bulkRequests()).toHaveLength(1);
  });
});

describe('is refused before the platform is asked', () => {
  test.each([
    ['nobody named', { act: 'deactivate' }, 'ids'],
    ['two ways of naming', { act: 'deactivate', ids: [41], query: 'x' }, 'ids'],
    ['no act', { ids: [41] }, 'act'],
    ['an act that there is not', { act: 'delete', ids: [41] }, 'act'],
    ['no users in a list', { act: 'activate', ids: [] }, 'ids'],
    ['too many', { act: 'activate', ids: Array.from({ length: 201 }, (_, id) => id + 1) }, 'ids'],
    ['an id that is none', { act: 'activate', ids: [-1] }, 'ids.0'],
    ['a megabyte of a name', { act: 'activate', users: ['x'.repeat(1_000_000)] }, 'users.0'],
  ])('%s', async (_name, args, path) => {
    const { error } = await bulk({ ...args, dry_run: false });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(service.upstream()).toEqual([]);
  });
});

test('words that match more users than one call changes are refused with their number', async () => {
  const match = { path: 'query=' };
  const meta = { total_entries: 5000, per_page: 100, current_page: 1, total_pages: 50 };
  const body = { admin_users: [{ id: 41, name: 'Site Builder', active: true }], meta };
  service.sandbox.faults.inject({ match, effect: { kind: 'answer', status: 200, body } });
  const { error } = await run({ act: 'deactivate', query: 'a' });
  expect(error).toMatchObject({
    code: 'INVALID_PARAMS',
    fields: [{ path: 'query' }],
    details: { total: 5000, max: 200 },
  });
  expect(bulkRequests()).toEqual([]);
});

test.each(['../1', '%2e%2e', '?x=', '41/deactivate'])('the hostile name %j is nobody', async (name) => {
  const { data } = await run({ act: 'deactivate', users: [name] });
  expect(data.users).toEqual([{ index: 0, result: 'failed', code: 'NOT_FOUND' }]);
  expect(bulkRequests()).toEqual([]);
});
