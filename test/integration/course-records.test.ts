import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCourseTools } from '../support/course-tools.ts';
import { type CourseAccount, createCourseWorld } from '../support/course-world.ts';
import { type Actor, type Testkit, testkit } from '../support/testkit.ts';

const world = createCourseWorld();
let kit: Testkit;
let ana: Actor;
let account: CourseAccount;
beforeAll(async () => {
  kit = await testkit({ tools: createCourseTools({ world, notificationTimeoutMs: 50 }) });
  ana = kit.as();
});
afterAll(() => kit.close());
beforeEach(() => {
  account = world.renew('andes');
});

const luis = { name: 'Luis', email: 'luis@example.test' };

describe('users', () => {
  test('a user is added with the role that was asked for, or the ordinary one', async () => {
    const ordinary = await ana.call('insert-user', luis);
    expect(ordinary.body).toMatchObject({
      data: { user: { id: 2, ...luis, role: 'user' } },
      resource: { type: 'user', id: 2 },
      state: { status: 'done' },
    });
    const viewer = await ana.call('insert-user', { ...luis, email: 'v@example.test', role: 'viewer' });
    expect(viewer.body.data.user.role).toBe('viewer');
  });

  test.each([
    ['an empty name', { ...luis, name: '' }, 'name'],
    ['no address', { ...luis, email: 'not an address' }, 'email'],
    ['an unknown role', { ...luis, role: 'owner' }, 'role'],
  ])('%s adds nobody', async (_what, args, path) => {
    const { body } = await ana.call('insert-user', args);
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(account.users).toHaveLength(1);
  });

  test('an address is taken once', async () => {
    const { body } = await ana.call('insert-user', { ...luis, email: 'ana@example.test' });
    expect(body.error.code).toBe('CONFLICT');
    expect(account.users).toHaveLength(1);
  });

  test('a user is found by id', async () => {
    const { body } = await ana.call('get-user-data', { user_id: 1 });
    expect(body.data.user).toEqual({ id: 1, name: 'Ana', email: 'ana@example.test', role: 'admin' });
  });

  test('an unknown id is answered with what could be done instead', async () => {
    const { body, result } = await ana.call('get-user-data', { user_id: 99 });
    expect(result.isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'NOT_FOUND', available_actions: [{ tool: 'insert-user' }] });
  });

  test('a database that breaks is told without what it said', async () => {
    account.database = 'breaks';
    const { body, message } = await ana.call('get-user-data', { user_id: 1 });
    expect(body.error).toMatchObject({ code: 'INTERNAL', request_id: expect.any(String) });
    expect(JSON.stringify(message)).not.toMatch(/hunter2|postgres/);
  });

  test('the users of one tenant are none of the other', async () => {
    await ana.call('insert-user', luis);
    const { body } = await kit.as({ tenant: 'b' }).call('get-user-data', { user_id: 2 });
    expect(body.error.code).toBe('NOT_FOUND');
  });
});

describe('send-notification', () => {
  const args = { channel: '#general', message: 'The site is live' };

  test('sends, and marks what is urgent', async () => {
    expect((await ana.call('send-notification', args)).body.state.status).toBe('done');
    await ana.call('send-notification', { ...args, urgent: true });
    expect(account.sent.map(({ text }) => text)).toEqual(['The site is live', 'URGENT: The site is live']);
  });

  test('an unknown channel is not found', async () => {
    const { body } = await ana.call('send-notification', { ...args, channel: '#nowhere' });
    expect(body.error.code).toBe('NOT_FOUND');
  });

  test('a chat that refuses is an error of the upstream', async () => {
    account.chat = 'refuses';
    const { body } = await ana.call('send-notification', args);
    expect(body.error.code).toBe('UPSTREAM_ERROR');
  });

  test('a chat that never answers ends with the time that the tool has, and nothing is sent later', async () => {
    account.chat = 'hangs';
    const { body } = await ana.call('send-notification', args);
    expect(body.error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('timed out'),
      details: { reason: 'timed_out', state_unknown: true },
    });
    account.chat = 'takes';
    await ana.call('send-notification', { ...args, message: 'Next' });
    expect(account.sent.map(({ text }) => text)).toEqual(['Next']);
  });
});

describe('manage-todo', () => {
  test('adds, completes and lists', async () => {
    await ana.call('manage-todo', { action: 'create', title: 'Buy milk' });
    await ana.call('manage-todo', { action: 'create', title: 'Call home' });
    const completed = await ana.call('manage-todo', { action: 'complete', todo_id: 1 });
    expect(completed.body).toMatchObject({
      data: { todo: { is_completed: true } },
      state: { status: 'done' },
    });
    const again = await ana.call('manage-todo', { action: 'complete', todo_id: 1 });
    expect(again.body.state.status).toBe('unchanged');
    const { body } = await ana.call('manage-todo', { action: 'list' });
    expect(body.data.todos.map((todo: { is_completed: boolean }) => todo.is_completed)).toEqual([
      true,
      false,
    ]);
    expect(body.state).toMatchObject({ returned: 2, total: 2, complete: true });
  });

  test('a task without a title, or none to complete, is told by the parameter', async () => {
    const create = await ana.call('manage-todo', { action: 'create' });
    expect(create.body.error.fields).toMatchObject([{ path: 'title', message: 'is required' }]);
    const complete = await ana.call('manage-todo', { action: 'complete' });
    expect(complete.body.error.fields).toMatchObject([{ path: 'todo_id', message: 'is required' }]);
  });

  test('an unknown task is answered with the list of them', async () => {
    const { body } = await ana.call('manage-todo', { action: 'complete', todo_id: 7 });
    expect(body.error).toMatchObject({
      code: 'NOT_FOUND',
      available_actions: [{ tool: 'manage-todo', action: 'list' }],
    });
  });

  test('an unknown action is answered with the actions that there are', async () => {
    const { body } = await ana.call('manage-todo', { action: 'remove' });
    expect(body.error.fields[0].expected).toBe('one of: create, complete, list');
  });
});

describe('what only computes', () => {
  test.each([
    [{ value: 100, from: 'celsius' }, { fahrenheit: 212 }],
    [{ value: -40, from: 'fahrenheit' }, { celsius: -40 }],
  ])('converts %j', async (args, data) => {
    expect((await ana.call('convert-temperature', args)).body.data).toEqual(data);
  });

  test('refuses a unit that it does not know, and names the two', async () => {
    const { body } = await ana.call('convert-temperature', { value: 1, from: 'kelvin' });
    expect(body.error.fields).toMatchObject([{ path: 'from', expected: 'one of: celsius, fahrenheit' }]);
  });

  test.each([
    ['one two\nthree', { words: 3, characters: 13, lines: 2 }],
    ['', { words: 0, characters: 0, lines: 1 }],
  ])('counts %j', async (text, data) => {
    expect((await ana.call('count-words', { text })).body.data).toEqual(data);
  });

  test.each([
    [{}, /^.{16}$/],
    [{ length: 64, include_symbols: false }, /^[A-Za-z0-9]{64}$/],
    [{ length: 8, include_symbols: false, include_numbers: false }, /^[A-Za-z]{8}$/],
  ])('generates a password for %j', async (args, form) => {
    const { body } = await ana.call('generate-password', args);
    expect(body.data.password).toMatch(form);
    expect(kit.logs.text()).not.toContain(body.data.password);
  });

  test.each([7, 129])('refuses a length of %i', async (length) => {
    const { body } = await ana.call('generate-password', { length });
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'length' }] });
  });
});
