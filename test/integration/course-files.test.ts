import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCourseTools } from '../support/course-tools.ts';
import { type CourseAccount, createCourseWorld } from '../support/course-world.ts';
import { type Actor, type Testkit, testkit } from '../support/testkit.ts';

const world = createCourseWorld();
let kit: Testkit;
let ana: Actor;
let account: CourseAccount;
beforeAll(async () => {
  kit = await testkit({ tools: createCourseTools({ world }) });
  ana = kit.as();
});
afterAll(() => kit.close());
beforeEach(() => {
  account = world.renew('andes');
});

const allNotes = ['notes/a.txt', 'notes/b.txt', 'notes/draft-a.md', 'notes/draft-b.md'];

describe('create-file', () => {
  test('creates the file and the directories above it', async () => {
    const { body } = await ana.call('create-file', { file_path: 'src/texts/hi.txt', content: 'Hello' });
    expect(body).toMatchObject({
      data: { file_path: 'src/texts/hi.txt', characters: 5, is_replaced: false },
      state: { status: 'done' },
    });
    expect([...account.directories]).toEqual(expect.arrayContaining(['src', 'src/texts']));
  });

  test('leaves a file that exists as it is, and says how to replace it', async () => {
    const { body } = await ana.call('create-file', { file_path: 'notes/a.txt', content: 'new' });
    expect(body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('overwrite') });
    expect(account.files.get('notes/a.txt')).toBe('first');
  });

  test('asks before it replaces, and replaces once it was told to', async () => {
    const args = { file_path: 'notes/a.txt', content: 'new', overwrite: true };
    const asked = await ana.call('create-file', args);
    expect(asked.body.control).toMatchObject({ confirmation_required: true });
    expect(account.files.get('notes/a.txt')).toBe('first');
    const token = asked.body.control.confirm_token;
    const { body } = await ana.call('create-file', { ...args, confirm_token: token });
    expect(body.data).toEqual({ file_path: 'notes/a.txt', characters: 3, is_replaced: true });
    expect(account.files.get('notes/a.txt')).toBe('new');
  });
});

describe('create-directory', () => {
  test('creates what is missing, and nothing the second time', async () => {
    const args = { dir_path: 'src/components/ui' };
    const first = await ana.call('create-directory', args);
    expect(first.body.data.created).toEqual(['src', 'src/components', 'src/components/ui']);
    const second = await ana.call('create-directory', args);
    expect(second.body).toMatchObject({ data: { created: [] }, state: { status: 'unchanged' } });
  });

  test.each(['..', '../etc', 'src/../../etc', 'a..b'])('refuses %j by name', async (path) => {
    const { body } = await ana.call('create-directory', { dir_path: path });
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'dir_path', message: expect.stringContaining('".." is refused') }],
    });
    expect([...account.directories]).toEqual(['notes']);
  });
});

describe('delete-files', () => {
  test('shows what it would delete unless it is told to delete', async () => {
    const { body } = await ana.call('delete-files', { pattern: 'notes/*.txt' });
    expect(body).toMatchObject({
      data: { plan: { deletes: ['notes/a.txt', 'notes/b.txt'] } },
      control: { dry_run: true, message: expect.any(String) },
    });
    expect([...account.files.keys()]).toEqual(allNotes);
  });

  test('asks with the same list before it deletes', async () => {
    const args = { pattern: 'notes/*.txt', dry_run: false };
    const asked = await ana.call('delete-files', args);
    expect(asked.body).toMatchObject({
      data: { plan: { deletes: ['notes/a.txt', 'notes/b.txt'] } },
      control: { confirmation_required: true },
    });
    expect([...account.files.keys()]).toEqual(allNotes);
    const token = asked.body.control.confirm_token;
    const { body } = await ana.call('delete-files', { ...args, confirm_token: token });
    expect(body).toMatchObject({
      data: { deleted: ['notes/a.txt', 'notes/b.txt'], failures: [] },
      state: { status: 'done' },
    });
    expect([...account.files.keys()]).toEqual(['notes/draft-a.md', 'notes/draft-b.md']);
  });

  test('does not take a consent to other files', async () => {
    const args = { pattern: 'notes/*.txt', dry_run: false };
    const asked = await ana.call('delete-files', args);
    account.files.set('notes/c.txt', 'came later');
    const token = asked.body.control.confirm_token;
    const { body } = await ana.call('delete-files', { ...args, confirm_token: token });
    expect(body.error).toMatchObject({ code: 'CONFLICT' });
    expect(account.files.has('notes/a.txt')).toBe(true);
  });

  test('answers what it could not delete beside what it did', async () => {
    account.locked.add('notes/a.txt');
    const { body, result } = await confirmed('delete-files', { pattern: 'notes/*.txt', dry_run: false });
    expect(result.isError).toBeUndefined();
    expect(body).toMatchObject({
      data: {
        deleted: ['notes/b.txt'],
        failures: [{ path: 'notes/a.txt', code: 'LOCKED', message: expect.any(String) }],
      },
      state: { status: 'partial' },
    });
  });

  test('asks nobody where no file fits, and changes nothing', async () => {
    const { body } = await ana.call('delete-files', { pattern: 'logs/*', dry_run: false });
    expect(body).toMatchObject({ data: { deleted: [] }, state: { status: 'unchanged' } });
    expect(body).not.toHaveProperty('control');
  });

  test('looks through the files at once, however many stars a pattern has', async () => {
    const { body } = await ana.call('delete-files', { pattern: `${'**'.repeat(100)}x` });
    expect(body.data).toEqual({ plan: { deletes: [] } });
  });

  test('tells how far it is to whom asks for it', async () => {
    const args = { pattern: 'notes/*.txt', dry_run: false };
    const asked = await ana.call('delete-files', args);
    const { body, notifications } = await ana.call(
      'delete-files',
      { ...args, confirm_token: asked.body.control.confirm_token },
      { progressToken: 'deleting' },
    );
    expect(body.state.status).toBe('done');
    expect(notifications.map(({ method, params }) => [method, params.progress, params.total])).toEqual([
      ['notifications/progress', 1, 2],
      ['notifications/progress', 2, 2],
    ]);
  });
});

describe('rename-files', () => {
  const args = { directory: 'notes', search_pattern: 'draft-', replace_with: 'final-' };

  test('shows the new names unless it is told to rename', async () => {
    const { body } = await ana.call('rename-files', args);
    expect(body.data.plan.renames).toEqual([
      { from: 'notes/draft-a.md', to: 'notes/final-a.md' },
      { from: 'notes/draft-b.md', to: 'notes/final-b.md' },
    ]);
    expect([...account.files.keys()]).toEqual(allNotes);
  });

  test('renames without asking: nothing is lost by it', async () => {
    const { body } = await ana.call('rename-files', { ...args, dry_run: false });
    expect(body.state.status).toBe('done');
    expect(account.files.get('notes/final-a.md')).toBe('third');
    expect(account.files.has('notes/draft-a.md')).toBe(false);
  });

  test('keeps a file whose new name is taken, and renames the others', async () => {
    account.files.set('notes/final-a.md', 'older');
    const { body } = await ana.call('rename-files', { ...args, dry_run: false });
    expect(body).toMatchObject({
      data: {
        renamed: [{ from: 'notes/draft-b.md', to: 'notes/final-b.md' }],
        failures: [{ path: 'notes/draft-a.md', code: 'TAKEN' }],
      },
      state: { status: 'partial' },
    });
    expect(account.files.get('notes/final-a.md')).toBe('older');
  });

  test('has nothing to do where no name has the text', async () => {
    const { body } = await ana.call('rename-files', { ...args, search_pattern: 'zzz', dry_run: false });
    expect(body).toMatchObject({ data: { renamed: [] }, state: { status: 'unchanged' } });
  });

  test('refuses a name that leads elsewhere', async () => {
    const { body } = await ana.call('rename-files', { ...args, replace_with: 'up/', directory: '..' });
    expect(body.error.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'directory',
      'replace_with',
    ]);
  });
});

async function confirmed(name: string, args: object) {
  const asked = await ana.call(name, args);
  return ana.call(name, { ...args, confirm_token: asked.body.control.confirm_token });
}
