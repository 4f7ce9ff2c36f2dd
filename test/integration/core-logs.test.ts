import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const editor = { modyoToken: 'sandbox-token-andes-editor' };
const search = (args: object, options = {}) => service.call('core-logs-search', args, options);
const typesOf = (logs: readonly { type: string }[]) => [...new Set(logs.map(({ type }) => type))].sort();

/** What was asked of the list of records last, decoded. */
function asked(): URLSearchParams {
  const [line] = service.upstream().filter((path) => path.startsWith('GET /api/admin/logs?'));
  return new URL(line?.slice(4) ?? '', 'http://x').searchParams;
}

describe('searching as the owner of the account', () => {
  test('sees all records, newest first, and says how many there are', async () => {
    const { data, state } = await search({});
    expect(data.records_seen).toBe('all');
    expect(data.logs[0].id).toBe(70_084);
    expect(state).toMatchObject({ returned: 30, total: 84, searched: 84, complete: false });
    expect((await search({ per_page: 100 })).state).toMatchObject({ returned: 84, complete: true });
  });

  test('sends several types as one text', async () => {
    service.upstream();
    const { data, state } = await search({ types: ['entry_published_log', 'user_login_log'], per_page: 100 });
    expect(typesOf(data.logs)).toEqual(['entry_published_log', 'user_login_log']);
    expect(state).toMatchObject({ total: 28, searched: 84, complete: true });
    expect(asked().get('types')).toBe('entry_published_log, user_login_log');
  });

  test('leaves types out, and what no administrator did', async () => {
    const { data } = await search({
      not_in_types: ['entry_updated_log'],
      admin_actions: true,
      per_page: 100,
    });
    expect(typesOf(data.logs)).not.toContain('entry_updated_log');
    expect(typesOf(data.logs)).not.toContain('user_login_log');
  });

  test.each([5, '5', 'Bruno Salas', 'bruno.salas'])('names the author by uuid for %j', async (user) => {
    service.upstream();
    const { data } = await search({ user, per_page: 100 });
    expect(asked().get('user_uuid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(typesOf(data.logs)).toEqual(['entry_updated_log']);
    expect(data.filters.user).toEqual(expect.any(String));
  });

  test('finds what the platform did by itself', async () => {
    service.upstream();
    const { data } = await search({ automated: true });
    expect(asked().get('user_uuid')).toBe('system');
    expect(typesOf(data.logs)).toEqual(['entry_unpublished_log']);
  });

  test('narrows to moments, whatever their offset', async () => {
    const { data, state } = await search({ from: '2026-03-02T10:00:00-03:00', to: '2026-03-02T16:00:00Z' });
    expect(data.logs.map(({ id }: { id: number }) => id)).toEqual([70_005, 70_004, 70_003, 70_002]);
    expect(state).toMatchObject({ total: 4, searched: 84, complete: true });
  });

  test.each([
    [{ space: 'banca-personas' }, { space: 31 }, 28],
    [{ site: 'portal' }, { site: 21 }, 14],
    [{ realm: 'clientes' }, { realm: 71 }, 14],
  ])('narrows to a place: %j', async (args, filters, total) => {
    const { data, state, resource } = await search(args);
    expect(data).toMatchObject({ filters, records_seen: 'of_place' });
    expect(state).toMatchObject({ total, searched: total, complete: true });
    expect(resource.type).toBe(Object.keys(args)[0]);
  });

  test('finds the records of one element', async () => {
    const { state } = await search({ loggeable_type: 'Content::Entry', loggeable_id: 9001 });
    expect(state.total).toBe(28);
  });

  test('takes only the keys of records that are asked for', async () => {
    const { data } = await search({ per_page: 1, fields: ['type'] });
    expect(data.logs).toEqual([{ id: 70_084, type: expect.any(String) }]);
  });
});

describe('searching without owning the account', () => {
  test('says that only the own records are seen, and is never complete', async () => {
    const { data, state } = await search({ per_page: 100 }, editor);
    expect(data.records_seen).toBe('own');
    expect(state).toMatchObject({ returned: 14, total: 14, complete: false });
    expect(state.warnings).toMatchObject([{ code: 'ONLY_OWN_RECORDS', path: 'data.logs' }]);
  });

  test('says so of an empty answer too', async () => {
    const { data, state } = await search({ types: ['entry_published_log'] }, editor);
    expect(data.logs).toEqual([]);
    expect(state.complete).toBe(false);
    expect(state.warnings).toContainEqual(expect.objectContaining({ code: 'ONLY_OWN_RECORDS' }));
  });

  test('sees the records of others in a place', async () => {
    const { data, state } = await search({ space: 33, per_page: 100 }, editor);
    expect(data.records_seen).toBe('of_place');
    expect(state).toMatchObject({ total: 14, complete: true });
    expect(state.warnings).toBeUndefined();
  });

  test('is not complete either where the platform does not tell who owns the token', async () => {
    const match = { path: '/profile' };
    service.sandbox.faults.inject({ match, effect: { kind: 'answer', status: 404, body: {} } });
    const { data, state } = await search({ per_page: 100 });
    expect(data.records_seen).toBe('unknown');
    expect(state).toMatchObject({ complete: false, warnings: [{ code: 'MAYBE_ONLY_OWN_RECORDS' }] });
  });
});

describe('what the platform does not say', () => {
  test('a type without a record is named', async () => {
    const { data, state } = await search({ types: ['entry_publisched_log'] });
    expect(data.logs).toEqual([]);
    expect(state.warnings).toMatchObject([{ code: 'TYPE_WITHOUT_RECORDS', path: 'types.0' }]);
  });

  test('a filter that was dropped is named, and the answer is not complete', async () => {
    const logs = [{ id: 1, type: 'user_login_log', created_at: '2020-01-01T00:00:00Z' }];
    const meta = { total_entries: 1, per_page: 30, current_page: 1, total_pages: 1 };
    service.sandbox.faults.inject({
      match: { path: '/logs' },
      effect: { kind: 'answer', status: 200, body: { logs, meta } },
    });
    const { state } = await search({ types: ['entry_published_log'], from: '2026-01-01T00:00:00Z' });
    expect(state.complete).toBe(false);
    expect(state.warnings).toMatchObject([
      { code: 'FILTER_IGNORED', path: 'types' },
      { code: 'FILTER_IGNORED', path: 'from' },
    ]);
  });
});

test('an author whose uuid Modyo does not tell is not left out of the filter', async () => {
  const body = { id: 5, first_name: 'Bruno' };
  service.sandbox.faults.inject({
    match: { path: '/admin_users/5' },
    effect: { kind: 'answer', status: 200, body },
  });
  service.upstream();
  const { error } = await search({ user: 5 });
  expect(error).toMatchObject({ code: 'CONFLICT', details: { reason: 'uuid_unknown' } });
  expect(service.upstream().filter((line) => line.includes('/logs'))).toEqual([]);
});

describe('what Modyo would drop or refuse is refused before it is asked', () => {
  test.each([
    ['a local time', { from: '2026-03-02T10:00:00' }, 'from'],
    ['a day that does not exist', { to: '2026-02-31T10:00:00Z' }, 'to'],
    ['an end before the beginning', { from: '2026-03-02T10:00:00Z', to: '2026-03-01T10:00:00Z' }, 'to'],
    ['types in one text', { types: ['entry_created_log, entry_deleted_log'] }, 'types.0'],
    ['a type that is asked for and left out', { types: ['a_log'], not_in_types: ['a_log'] }, 'not_in_types'],
    ['a user of what nobody did', { automated: true, user: 5 }, 'automated'],
    ['two places', { space: 31, site: 21 }, 'space'],
    ['an id without a class', { loggeable_id: 5 }, 'loggeable_id'],
    ['a class that is none', { loggeable_type: '../x' }, 'loggeable_type'],
    ['an attribute to sort by that Modyo ignores', { sort_by: 'title' }, 'sort_by'],
    ['the parameters of older platforms', { user_id: 5 }, 'user_id'],
    ['a megabyte', { query: 'x'.repeat(1_000_000) }, 'query'],
  ])('%s', async (_name, args, path) => {
    service.upstream();
    const { error } = await search(args);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(service.upstream()).toEqual([]);
  });

  test.each(['../1', '%2e%2e', '?x=1'])('the user %j leads nowhere', async (user) => {
    const { error } = await search({ user });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'user' }] });
  });
});
