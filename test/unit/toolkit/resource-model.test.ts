import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { resource } from '../../../src/toolkit/resource-model.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit } from '../../support/note-tools.ts';
import { page, pageTools } from '../../support/page-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const canary = 'preview-canary-7f3a';

describe('a resource', () => {
  test('F3.1 a secret field leaves in no form: not in the structure, not in the text, not in the log', async () => {
    const host = createToolHost(pageTools);
    const created = await host.call('content-pages-manage', { title: 'New', preview_token: canary });
    const read = await host.call('content-pages-manage', { identifier: 4 });
    const changed = await host.call('content-pages-update', {
      identifier: 4,
      title: 'Newer',
      preview_token: `${canary}-2`,
      verify: true,
    });
    const gone = await host.call('content-pages-manage', { identifier: canary });
    expect(read.body.data?.['page']).toEqual({ id: 4, uid: 'note-4', title: 'New', layout: 'plain' });
    for (const { result } of [created, read, changed, gone]) {
      expect(JSON.stringify(result.structuredContent ?? {})).not.toContain(canary);
      expect(result.content[0].text).not.toContain(canary);
    }
    expect(host.notes.find(4)['preview_token']).toBe(`${canary}-2`);
    expect(host.logs.text()).not.toContain(canary);
  });

  test('F3.1 a reading before and after a write says that the secret changed, not what it is', async () => {
    const host = createToolHost(pageTools);
    const { body } = await host.call('content-pages-update', {
      identifier: 1,
      preview_token: canary,
      verify: true,
    });
    expect(body.data).toMatchObject({
      after: { title: 'Note 1', preview_token: '[redacted]' },
      changed: [{ path: 'preview_token', after: '[redacted]' }],
    });
  });

  test.each([
    ['takes', z.object(page.input('update')), z.object({ done: z.boolean() })],
    ['answers', z.object({}), z.object({ page: page.output().optional(), done: z.boolean() })],
  ])(
    'F3.1 an action that %s it hides its secret in readings and plans without naming it',
    async (_name, input, data) => {
      const change = noteKit.action({
        summary: 'Change',
        input,
        data,
        snapshot: () => ({ inner: { preview_token: canary } }),
        plan: () => ({ changes: { list: [{ preview_token: canary }] } }),
        run: () => ok({ done: true } as never),
      });
      const host = createToolHost([
        noteKit.tool('content-pages-change', { title: 'Change', actions: { change } }),
      ]);
      const args = 'title' in input.shape ? { title: 'New' } : {};
      const done = await host.call('content-pages-change', { ...args, verify: true });
      expect(done.body.data).toMatchObject({ after: { inner: { preview_token: '[redacted]' } } });
      const planned = await host.call('content-pages-change', { ...args, dry_run: true });
      expect(planned.body.data).toEqual({ plan: { list: [{ preview_token: '[redacted]' }] } });
      expect(host.registry.contract()['content-pages-change']?.actions['change']).toMatchObject({
        redact: ['*.preview_token'],
      });
    },
  );

  test.each([
    ['create', 'content-pages-manage', { title: 'New', id: 9 }],
    ['update', 'content-pages-update', { identifier: 1, title: 'New', id: 9 }],
  ])('F3.2 a read-only field that is sent on %s is refused by name', async (_name, tool, args) => {
    const host = createToolHost(pageTools);
    const { body } = await host.call(tool, args);
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'id', message: 'is read-only' }],
    });
    expect(host.notes.calls).toEqual([]);
  });

  test.each(['create', 'update'] as const)(
    'F3.2 a read-only field that is sent on %s is refused by name, whatever the action answers',
    async (of) => {
      const shape = of === 'create' ? page.input('create') : page.input('update');
      const save = noteKit.action({
        summary: 'Save',
        input: z.object(shape as ReturnType<typeof updateShape>),
        data: z.object({ saved: z.boolean() }),
        run: () => ok({ saved: true }),
      });
      const host = createToolHost([noteKit.tool('content-pages-save', { title: 'Save', actions: { save } })]);
      const { body } = await host.call('content-pages-save', { title: 'New', uid: 'x' });
      expect(body.error?.['fields']).toMatchObject([{ path: 'uid', message: 'is read-only' }]);
      expect(JSON.stringify((await host.registry.list(host.caller())).tools)).not.toContain('"x-');
    },
  );

  test('F3.3 a default is filled in on create', async () => {
    const host = createToolHost(pageTools);
    const { body } = await host.call('content-pages-manage', { title: 'New' });
    expect(body.data).toMatchObject({ page: { layout: 'plain' } });
  });

  test('F3.3 a default is not filled in on update: what is not sent stays', async () => {
    const host = createToolHost(pageTools);
    host.notes.save({ id: 1, title: 'Wide', layout: 'wide' });
    const { body } = await host.call('content-pages-update', { identifier: 1, title: 'Still wide' });
    expect(body.data).toMatchObject({ page: { title: 'Still wide', layout: 'wide' } });
  });

  test.each([
    ['nullable', z.enum(['a', 'b']).default('a').nullable()],
    ['readonly', z.enum(['a', 'b']).default('a').readonly()],
    ['catch', z.enum(['a', 'b']).catch('a')],
    [
      'pipe',
      z
        .enum(['a', 'b'])
        .default('a')
        .pipe(z.enum(['a', 'b'])),
    ],
    ['a member of it', z.strictObject({ a: z.string().max(9).default('x') }).default({ a: 'y' })],
    ['an item of it', z.array(z.strictObject({ a: z.int().default(1) })).default([])],
  ])(
    'F3.3 a default inside of %s, which an update would fill in, is refused when it is defined',
    (_name, schema) => {
      const model = resource('page', { fields: { layout: { schema, describe: 'How it looks' } } });
      expect(z.object(model.input('create')).safeParse({ layout: undefined }).success).toBe(true);
      expect(() => model.input('update')).toThrow('page.layout: an update would fill in the default');
    },
  );

  test('F3.3 a default around what may be null is taken off for an update', () => {
    const schema = z.enum(['a', 'b']).nullable().default('a');
    const model = resource('page', { fields: { layout: { schema, describe: 'How it looks' } } });
    const update = z.object(model.input('update'));
    expect(update.parse({})).toEqual({});
    expect(update.parse({ layout: null })).toEqual({ layout: null });
    expect(z.object(model.input('create')).parse({})).toEqual({ layout: 'a' });
  });

  test('F3.4 every field of an update is optional, and an unknown one does not compile', () => {
    type Update = z.output<z.ZodObject<ReturnType<typeof updateShape>>>;
    const nothing: Update = {};
    const some: Update = { title: 'x', layout: 'wide', preview_token: undefined };
    const wrong = [
      // @ts-expect-error a page has no such field
      { colour: 'red' } satisfies Update,
      // @ts-expect-error a read-only field is no parameter
      { id: 1 } satisfies Update,
      // @ts-expect-error a layout is one of two
      { layout: 'narrow' } satisfies Update,
      // @ts-expect-error a creation needs the title
      { layout: 'wide' } satisfies z.input<z.ZodObject<ReturnType<typeof createShape>>>,
      // @ts-expect-error a secret is not answered
      (answered: z.output<ReturnType<typeof page.output>>) => answered.preview_token,
      // @ts-expect-error a field is hidden by `secret`, and by no other word
      () => resource('x', { fields: { a: { schema: z.string(), hidden: true } } }),
    ];
    expect([nothing, some, ...wrong]).toHaveLength(8);
  });

  test('F3.5 an update that changes nothing is refused before anything is read', async () => {
    const host = createToolHost(pageTools);
    const { body } = await host.call('content-pages-update', { identifier: 1 });
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ message: 'nothing to change' }] });
    expect(host.notes.calls).toEqual([]);
  });

  test('F3.5 a parameter that is no field of the resource is no change', async () => {
    const host = createToolHost(pageTools);
    const { body } = await host.call('content-pages-update', { identifier: 1, verify: true });
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ message: 'nothing to change' }] });
  });

  test('F8.6 a field that Modyo no longer sends is its change of shape', async () => {
    const host = createToolHost(pageTools);
    host.notes.storeInstead(({ title: _title, ...rest }) => rest as never);
    const { body } = await host.call('content-pages-manage', { title: 'New' });
    expect(body.error?.code).toBe('UPSTREAM_ERROR');
  });

  test('what it says of its fields besides their types is not published', async () => {
    const host = createToolHost(pageTools);
    const { tools } = await host.registry.list(host.caller());
    expect(tools).toHaveLength(3);
    expect(JSON.stringify(tools)).not.toContain('"x-');
  });
});

const updateShape = () => page.input('update');
const createShape = () => page.input('create');
