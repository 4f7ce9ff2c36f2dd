import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../src/toolkit/result.ts';
import type { ToolSpec } from '../../../src/toolkit/tool.ts';
import { everyDefinition, everyTool } from '../../support/every-tool.ts';
import { type NoteContext, noteKit, notesList, notesManage } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';
import { expectRequired } from '../../support/tool-rules.ts';

const query = (input: z.ZodObject = z.object({})) =>
  noteKit.query({ summary: 'Try', input, data: z.object({}), run: () => ok({}) });
const start = (name: string, spec: Partial<ToolSpec<NoteContext>>) => () =>
  createToolHost([
    noteKit.tool(name, { title: 'Routes', summary: 'Try routes', actions: { try: query() }, ...spec }),
  ]);
const flag = z.boolean().describe('A switch');

describe('F10 grouping', () => {
  test('F10.2 two tools with one name do not start', () => {
    expect(() => createToolHost([notesList, notesManage, notesList])).toThrow(
      'content-notes-list: is the name of two tools',
    );
  });

  test.each([
    ['a dot in the name', 'content.notes', {}, 'the name does not match'],
    ['an upper-case name', 'content-Notes', {}, 'the name does not match'],
    ['a long name', `content-${'x'.repeat(40)}`, {}, 'the name does not match'],
    ['an unknown module', 'billing-notes-list', {}, 'the first word is none of'],
    ['no title', 'content-notes-list', { title: ' ' }, 'has no title'],
    ['no action', 'content-notes-list', { actions: {} }, 'has no action'],
    [
      'an action with a hyphen',
      'content-notes-list',
      { actions: { 'to-list': query() } },
      'the name does not match',
    ],
    [
      'a default that does not exist',
      'content-notes-list',
      { default: 'fly' },
      'the default action fly does not exist',
    ],
  ])('%s does not start', (_name, name, spec, fault) => {
    expect(start(name, spec)).toThrow(fault);
  });

  test('a module can be named where the name does not tell', () => {
    expect(start('notes-list', { module: 'content' })).not.toThrow();
  });

  test.each(everyTool.map((tool) => [tool.name, tool] as const))(
    'F10.4 %s requires what every action requires, and an action only without a default',
    (name, tool) => expectRequired(tool, everyDefinition.get(name)),
  );

  test('F10.5 a field of another action says whose it is', async () => {
    const { body } = await createToolHost().call('content-notes-manage', {
      action: 'list',
      publish_at: '2030-01-01T00:00:00Z',
    });
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'publish_at', message: '`publish_at` is for: publish' }],
    });
  });

  test.each([
    ['an unknown action', { action: 'pubish' }, 'publish'],
    ['a part of manage', { action: 'update' }, 'manage'],
    ['an action of another type', { action: 7 }, undefined],
  ])('F10.6 %s is answered by the actions that there are', async (_name, args, suggestion) => {
    const { body } = await createToolHost().call('content-notes-manage', args);
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS' });
    expect(body.error?.['fields']).toEqual([
      {
        path: 'action',
        message: 'is not an action of this tool',
        expected: 'one of: manage, list, publish, delete',
        ...(suggestion !== undefined && { suggestion }),
      },
    ]);
  });

  test('F10.6 no action where there is no default lists them too', async () => {
    const actions = { first: query(), second: query() };
    const host = createToolHost([
      noteKit.tool('content-routes-try', { title: 'Routes', summary: 'Try', actions }),
    ]);
    const { body } = await host.call('content-routes-try', {});
    expect(body.error?.['fields']).toEqual([
      { path: 'action', message: 'is required', expected: 'one of: first, second' },
    ]);
  });

  test('F2.1 names that no action has are told together with the action that is missing', async () => {
    const actions = { first: query(z.object({ flag })), second: query() };
    const host = createToolHost([
      noteKit.tool('content-routes-try', { title: 'Routes', summary: 'Try', actions }),
    ]);
    const args = JSON.parse('{"flag":true,"flga":true,"zzzzzz":1,"toolCallId":"1","constructor":1}');
    const { body } = await host.call('content-routes-try', args);
    expect(body.error?.['fields']).toEqual([
      { path: 'action', message: 'is required', expected: 'one of: first, second' },
      { path: 'flga', message: 'is not a parameter; did you mean `flag`?', suggestion: 'flag' },
      { path: 'zzzzzz', message: 'is not a parameter' },
      { path: 'constructor', message: 'is not allowed as a name' },
    ]);
  });

  test('F10.7 one field with two types does not start', () => {
    const actions = {
      first: query(z.object({ same: flag.optional(), other: flag })),
      second: query(z.object({ same: flag, other: z.int().min(1).max(2).describe('A number') })),
    };
    expect(start('content-routes-try', { actions })).toThrow(
      /^The tools are not well defined:\ncontent-routes-try\.second\.other: has another type than in first$/,
    );
  });

  test('manage is made of parts that fit together', () => {
    const named = query(z.object({ identifier: flag }));
    const write = noteKit.action({
      summary: 'Write',
      input: z.object({ identifier: flag, name: flag }),
      data: z.object({}),
      run: () => ok({}),
    });
    const optional = noteKit.action({
      summary: 'Write',
      input: z.object({ identifier: flag.optional(), name: flag }),
      data: z.object({}),
      run: () => ok({}),
    });
    const managed = (parts: Parameters<typeof noteKit.manage>[0]) =>
      start('content-routes-manage', { actions: { manage: noteKit.manage(parts) } });
    expect(managed({ get: write, update: write })).toThrow('get has to be a query');
    expect(managed({ get: named, create: write })).toThrow('create must not take identifier');
    expect(managed({ get: named, create: optional, update: optional })).toThrow(
      'update has to require identifier',
    );
    expect(managed({ get: named, update: write })).not.toThrow();
  });
});
