import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { identifier } from '../../../src/toolkit/identifier.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const space = identifier('Space');
const wide = z.boolean().describe('Whether it is wide');
const data = z.object({ received: z.record(z.string(), z.union([z.string(), z.number()])) });
const echo = (summary: string, input: z.ZodObject) =>
  noteKit.query({ summary, input, data, run: (sent) => ok({ received: sent as Record<string, string> }) });

const tools = [
  noteKit.tool('content-shelves-manage', {
    title: 'Shelves',
    summary: 'Shelves of a space',
    actions: {
      get: echo('Get a shelf', z.object({ space, identifier: identifier('Shelf') })),
      list: echo('List shelves', z.object({ space: space.optional() })),
      count: echo('Count shelves', z.object({})),
    },
  }),
  noteKit.tool('content-spaces-get', {
    title: 'Get a space',
    actions: { get: echo('Get a space', z.object({ identifier: identifier('Space') })) },
  }),
];
const host = () => createToolHost(tools);
const policy = { pins: { space: 'blog' } };

describe('a pinned parameter', () => {
  test.each(['grouped', 'flat', 'catalog'] as const)(
    'N10 is nowhere in what the %s exposure lists',
    async (exposure) => {
      const { registry, caller } = host();
      const who = caller({ policy: { ...policy, exposure } });
      const { tools: listed } = await registry.list(who);
      const texts = listed
        .filter(({ name }) => name !== 'content-spaces-get')
        .map((tool) =>
          JSON.stringify([tool['inputSchema'], String(tool['description']).replace(/^.*\n/, '')]),
        );
      expect(texts.length).toBeGreaterThan(0);
      for (const text of texts) expect(text).not.toMatch(/\bspace\b/);
      expect(listed[0]).not.toHaveProperty('inputSchema.properties.space');
      for (const { uri } of registry.documents(who)) {
        expect(registry.document(uri, who)?.text).not.toMatch(/`space`|\| space \|/);
      }
    },
  );

  test('N10 is filled in for every action that has it, required or not', async () => {
    const called = async (args: object) =>
      (await host().call('content-shelves-manage', args, { policy })).body.data?.['received'];
    expect(await called({ action: 'get', identifier: 3 })).toEqual({ space: 'blog', identifier: 3 });
    expect(await called({ action: 'list' })).toEqual({ space: 'blog' });
    expect(await called({ action: 'count' })).toEqual({});
  });

  test.each(['blog', 'other'])('N10.1 sent as %j is refused', async (sent) => {
    const { body } = await host().call('content-shelves-manage', { action: 'list', space: sent }, { policy });
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'space', message: 'is fixed by this connection', expected: 'no space' }],
    });
  });

  test('N10 is not among what an update could change', async () => {
    const update = noteKit.mutation({
      summary: 'Change a shelf',
      confirm: 'never',
      input: z.object({ identifier: identifier('Shelf'), space: space.optional(), wide: wide.optional() }),
      data,
      run: () => ok({ received: {} }),
    });
    const get = echo('Get a shelf', z.object({ identifier: identifier('Shelf') }));
    const shelves = createToolHost([
      noteKit.tool('content-shelves-manage', {
        title: 'Shelves',
        actions: { manage: noteKit.manage({ get, update }) },
        summary: 'Shelves',
      }),
    ]);
    const { body } = await shelves.call(
      'content-shelves-update',
      { identifier: 3 },
      { policy: { ...policy, exposure: 'flat' } },
    );
    expect(body.error).toMatchObject({ fields: [{ expected: 'at least one of: wide' }] });
  });

  test('N10.1 sent through an executor of the catalog is refused the same way', async () => {
    const call = { name: 'content-shelves-list', arguments: { space: 'other' } };
    const { body } = await host().call('tools-read', call, { policy: { ...policy, exposure: 'catalog' } });
    expect(body.error).toMatchObject({ fields: [{ path: 'space', message: 'is fixed by this connection' }] });
  });

  test('is another one for another tenant, although both are listed the same', async () => {
    const { registry, caller, call } = host();
    const other = { pins: { space: 31 } };
    expect((await registry.list(caller({ policy: other }))).bytes).toBe(
      (await registry.list(caller({ policy }))).bytes,
    );
    const answers = await Promise.all(
      [policy, other, {}].map((own) => call('content-shelves-manage', { action: 'list' }, { policy: own })),
    );
    expect(answers.map(({ body }) => body.data?.['received'])).toEqual([
      { space: 'blog' },
      { space: 31 },
      {},
    ]);
  });

  test('does not bind the identifier of the tools of spaces themselves', async () => {
    const { body } = await host().call('content-spaces-get', { identifier: 'shop' }, { policy });
    expect(body.data?.['received']).toEqual({ identifier: 'shop' });
  });
});
