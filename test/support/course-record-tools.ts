import { z } from 'zod';
import { fail, ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { kit, type ModyoToolContext } from '../../src/tools/kit.ts';
import type { CourseTodo, CourseWorld } from './course-world.ts';

const nameLengthMax = 80;
const emailLengthMax = 254;
const messageLengthMax = 4_000;
const idMax = 1_000_000;

const role = z.enum(['admin', 'user', 'viewer']);
const user = z.object({ id: z.number(), name: z.string(), email: z.string(), role });
const todo = z.object({ id: z.number(), title: z.string(), is_completed: z.boolean() });

/**
 * Users, tasks and messages.
 * @param notificationTimeoutMs how long the chat may take to accept a message
 */
export function createRecordTools(
  world: CourseWorld,
  notificationTimeoutMs: number,
): readonly Tool<ModyoToolContext>[] {
  return [
    insertUser(world),
    getUserData(world),
    sendNotification(world, notificationTimeoutMs),
    manageTodo(world),
  ];
}

const accountOf = (world: CourseWorld, ctx: ModyoToolContext) => world.account(ctx.tenant.id);

/** @throws {Error} with the address of the database, which is nobody's business */
function usersOf(world: CourseWorld, ctx: ModyoToolContext) {
  const { database, users } = accountOf(world, ctx);
  if (database === 'breaks') throw new Error('connection refused: postgres://course:hunter2@10.0.0.7');
  return users;
}

function insertUser(world: CourseWorld) {
  const insert = kit.action({
    summary: 'Add a user to the database',
    input: z.object({
      name: z.string().min(1).max(nameLengthMax).describe('Name of the user, e.g. "Ana Díaz"'),
      email: z.email().max(emailLengthMax).describe('Address of the user'),
      role: role.default('user').describe('What the user may do'),
    }),
    data: z.object({ user }),
    invalidates: ['get-user.get'],
    run(sent, ctx) {
      const users = usersOf(world, ctx);
      if (users.some(({ email }) => email === sent.email)) {
        return fail('CONFLICT', 'There is a user with that address.');
      }
      const added = { id: users.length + 1, name: sent.name, email: sent.email, role: sent.role };
      users.push(added);
      return ok({ user: added }, { resource: { type: 'user', id: added.id, name: added.name } });
    },
  });
  return kit.tool('insert-user', { title: 'Add a user', module: 'core', actions: { insert } });
}

function getUserData(world: CourseWorld) {
  const get = kit.query({
    summary: 'Get everything about a user',
    input: z.object({ user_id: z.int().min(1).max(idMax).describe('Id of the user') }),
    data: z.object({ user }),
    recovery: { NOT_FOUND: [{ tool: 'insert-user', reason: 'Adds a user' }] },
    run({ user_id: userId }, ctx) {
      const found = usersOf(world, ctx).find(({ id }) => id === userId);
      if (found === undefined) return fail('NOT_FOUND', 'There is no user with that id.');
      return ok({ user: found }, { resource: { type: 'user', id: found.id, name: found.name } });
    },
  });
  return kit.tool('get-user-data', { title: 'Get a user', module: 'core', actions: { get } });
}

function sendNotification(world: CourseWorld, timeoutMs: number) {
  const send = kit.action({
    summary: 'Send a message to a channel of the chat',
    openWorld: true,
    timeoutMs,
    input: z.object({
      channel: z.string().min(2).max(nameLengthMax).describe('Name of the channel, e.g. "#general"'),
      message: z.string().min(1).max(messageLengthMax).describe('The message, e.g. "The site is live"'),
      urgent: z.boolean().default(false).describe('Whether to mark it as urgent'),
    }),
    data: z.object({ channel: z.string(), text: z.string() }),
    async run({ channel, message, urgent }, ctx) {
      const account = accountOf(world, ctx);
      if (!account.channels.has(channel)) return fail('NOT_FOUND', 'There is no such channel.');
      if (account.chat === 'refuses') return fail('UPSTREAM_ERROR', 'The chat did not take the message.');
      if (account.chat === 'hangs') await untilAborted(ctx.signal);
      ctx.signal.throwIfAborted();
      account.sent.push({ channel, text: `${urgent ? 'URGENT: ' : ''}${message}` });
      const text = account.sent.at(-1)?.text ?? '';
      return ok({ channel, text }, { resource: { type: 'channel', id: channel } });
    },
  });
  return kit.tool('send-notification', { title: 'Send a message', module: 'core', actions: { send } });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function manageTodo(world: CourseWorld) {
  const todosOf = (ctx: ModyoToolContext) => accountOf(world, ctx).todos;
  const create = kit.action({
    summary: 'Add a task',
    input: z.object({ title: z.string().min(1).max(nameLengthMax).describe('Title, e.g. "Buy milk"') }),
    data: z.object({ todo }),
    run({ title }, ctx) {
      const todos = todosOf(ctx);
      const added: CourseTodo = { id: todos.size + 1, title, is_completed: false };
      todos.set(added.id, added);
      return ok({ todo: added }, { resource: { type: 'todo', id: added.id, name: title } });
    },
  });
  const complete = kit.action({
    summary: 'Complete a task',
    idempotent: true,
    input: z.object({ todo_id: z.int().min(1).max(idMax).describe('Id of the task') }),
    data: z.object({ todo }),
    recovery: {
      NOT_FOUND: [{ tool: 'manage-todo', action: 'list', reason: 'Lists the tasks with their ids' }],
    },
    run({ todo_id: id }, ctx) {
      const found = todosOf(ctx).get(id);
      if (found === undefined) return fail('NOT_FOUND', 'There is no task with that id.');
      const completed: CourseTodo = { id, title: found.title, is_completed: true };
      todosOf(ctx).set(id, completed);
      return ok(
        { todo: completed },
        {
          resource: { type: 'todo', id, name: found.title },
          state: { status: found.is_completed ? 'unchanged' : 'done' },
        },
      );
    },
  });
  const list = kit.query({
    summary: 'List the tasks',
    input: z.object({}),
    data: z.object({ todos: z.array(todo) }),
    run(_input, ctx) {
      const todos = [...todosOf(ctx).values()];
      return ok(
        { todos },
        { state: { returned: todos.length, total: todos.length, searched: todos.length } },
      );
    },
  });
  return kit.tool('manage-todo', {
    title: 'Tasks',
    summary: 'Add, complete and list tasks',
    module: 'core',
    actions: { create, complete, list },
  });
}
