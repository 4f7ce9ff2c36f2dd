import { describe, expect, test } from 'vitest';
import { createProductRegistry, type ListedTool } from '../../support/every-tool.ts';
import { noteKit, notesManage, noteTools } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost } from '../../support/tool-host.ts';

const flat = { exposure: 'flat' } as const;

const listed = (registry: ReturnType<typeof createProductRegistry>, exposure: 'flat' | 'grouped') =>
  registry.preview({ ...openPolicy, exposure }).tools as unknown as readonly ListedTool[];

describe('one tool for each action', () => {
  test('F10.8 the parts of manage are tools, and an action with a tool of its own is listed once', () => {
    expect(listed(createToolHost().registry, 'flat').map(({ name }) => name)).toEqual([
      'content-notes-get',
      'content-notes-create',
      'content-notes-update',
      'content-notes-list',
      'content-notes-publish',
      'content-notes-delete',
      'content-shapes-echo',
      'content-misdeeds-do',
      'content-slow-wait',
    ]);
  });

  test('F1.5 a tool with one action loses nothing between grouped and flat', () => {
    const registry = createProductRegistry();
    const single = listed(registry, 'grouped').filter(
      ({ inputSchema }) => inputSchema.properties?.['action'] === undefined,
    );
    const grouped = new Map(single.map((tool) => [tool.name, tool]));
    const both = listed(registry, 'flat').filter(({ name }) => grouped.has(name));
    expect(both.length).toBeGreaterThan(3);
    for (const tool of both) expect(tool).toEqual(grouped.get(tool.name));
  });

  test('F1.5 an action keeps title, annotations and answer of its definition when it stands alone', () => {
    const tools = new Map(listed(createToolHost().registry, 'flat').map((tool) => [tool.name, tool]));
    const publish = tools.get('content-notes-publish');
    expect(publish).toMatchObject({
      title: 'Notes: publish',
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      outputSchema: { properties: { data: { properties: { note: { type: 'object' } } } } },
    });
    expect(tools.get('content-notes-delete')?.annotations['destructiveHint']).toBe(true);
    expect(tools.get('content-notes-get')?.annotations['readOnlyHint']).toBe(true);
  });

  test('no tool takes an action argument, and every name fits every client', () => {
    for (const registry of [createProductRegistry(), createToolHost().registry]) {
      for (const { name, inputSchema } of listed(registry, 'flat')) {
        expect(name).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
        expect(inputSchema.properties).not.toHaveProperty('action');
      }
    }
  });

  test('a tool that is named after one of its actions is no tool of one action', async () => {
    const { publish, delete: remove } = notesManage.spec.actions;
    if (publish === undefined || remove === undefined) throw new Error('the notes have lost an action');
    const host = createToolHost([
      noteKit.tool('content-notes-publish', {
        title: 'Publication',
        summary: 'Publish and delete notes',
        actions: { publish, delete: remove },
      }),
    ]);
    for (const { name, inputSchema, annotations } of listed(host.registry, 'flat')) {
      expect(inputSchema.properties).not.toHaveProperty('action');
      expect([name, annotations['destructiveHint']]).toEqual([name, name === 'content-notes-delete']);
    }
    const { body } = await host.call('content-notes-publish', { identifier: 1 }, { policy: flat });
    expect(body.data).toMatchObject({ note: { id: 1 } });
  });

  test('an underscore of an action becomes a hyphen of a tool', () => {
    const [, list] = Object.entries(notesManage.spec.actions).find(([name]) => name === 'list') ?? [];
    if (list === undefined) throw new Error('the notes have no list');
    const host = createToolHost([
      noteKit.tool('content-drafts-manage', {
        title: 'Drafts',
        summary: 'Drafts',
        actions: { list_old: list, list },
      }),
      ...noteTools,
    ]);
    expect(listed(host.registry, 'flat').map(({ name }) => name)).toContain('content-drafts-list-old');
  });
});

describe('a call in the flat exposure', () => {
  test('F10.8 runs the same handler, and the audit line names what the definition names', async () => {
    const host = createToolHost();
    const grouped = await host.call('content-notes-manage', { action: 'publish', identifier: 1 });
    const alone = await host.call('content-notes-publish', { identifier: 1 }, { policy: flat });
    expect(alone.body).toEqual(grouped.body);
    const [first, second] = host.logs.lines().filter((line) => line['audit'] === 'tool_call');
    const named = (line: Readonly<Record<string, unknown>> = {}) => [
      line['tool'],
      line['action'],
      line['verb'],
    ];
    expect(named(second)).toEqual(named(first));
    expect(named(second)).toEqual(['content-notes-manage', 'publish', 'mutation']);
  });

  test('F10.8 refuses with the same words', async () => {
    const host = createToolHost();
    const grouped = await host.call('content-notes-manage', {
      action: 'publish',
      identifier: 1,
      publish_at: 'x',
    });
    const alone = await host.call(
      'content-notes-publish',
      { identifier: 1, publish_at: 'x' },
      { policy: flat },
    );
    expect(alone.body).toEqual(grouped.body);
  });

  test('F10.8 asks for the same scopes', () => {
    const { registry, caller } = createToolHost();
    const needed = (name: string, args: object, policy = {}) =>
      registry.requiredScopes(name, args, caller({ policy }));
    expect(needed('content-notes-delete', {}, flat)).toEqual(
      needed('content-notes-manage', { action: 'delete', identifier: 1 }),
    );
    expect(needed('content-notes-get', {}, flat)).toEqual(['modyo:read']);
    expect(needed('content-notes-manage', {}, flat)).toEqual([]);
  });

  test('F3.5 an update with nothing to change is refused before anything is read', async () => {
    const host = createToolHost();
    const { body } = await host.call(
      'content-notes-update',
      { identifier: 1, verify: true },
      { policy: flat },
    );
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: 'There is nothing to change.',
      fields: [{ path: '', message: 'nothing to change', expected: 'at least one of: title' }],
    });
    expect(host.notes.calls).toEqual([]);
  });

  test('an action argument is a parameter that does not exist', async () => {
    const { body } = await createToolHost().call(
      'content-notes-get',
      { identifier: 1, action: 'get' },
      { policy: flat },
    );
    expect(body.error?.['fields']).toEqual([{ path: 'action', message: 'is not a parameter' }]);
  });

  test('what helps after an error is named as this caller knows it', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-get', { identifier: 'none' }, { policy: flat });
    expect(body.error?.['available_actions']).toEqual([
      { tool: 'content-notes-list', reason: 'Lists the notes with their uids' },
    ]);
    const refused = await host.call('content-misdeeds-do', { misdeed: 'refuses' }, { policy: flat });
    expect(refused.body.error?.['available_actions']).toEqual([
      { tool: 'content-notes-publish', reason: 'Publishes what is there' },
    ]);
  });

  test('read-only mode leaves the reads, and answers a write by control', async () => {
    const policy = { ...flat, readOnly: true };
    const host = createToolHost();
    const { tools } = await host.registry.list(host.caller({ policy }));
    expect(tools.map((tool) => tool['name'])).toEqual([
      'content-notes-get',
      'content-notes-list',
      'content-shapes-echo',
      'content-misdeeds-do',
    ]);
    const { body } = await host.call('content-notes-update', { identifier: 1, title: 'x' }, { policy });
    expect(body.control).toMatchObject({ read_only: true, rejected: 'update' });
    expect(host.notes.calls).toEqual([]);
  });
});

test('every 📚 link of the flat exposure leads to a page of that tool', () => {
  const { registry, caller } = createToolHost();
  const who = caller({ policy: flat });
  for (const tool of listed(registry, 'flat')) {
    const uri = /📚 (\S+)$/.exec(tool.description)?.[1] ?? '';
    expect(registry.document(uri, who)?.text).toMatch(new RegExp(`^# ${tool.name}\n`));
  }
  expect(registry.document('modyo://mcp-content/tools/content-notes-manage', who)).toBeUndefined();
});

test('two actions that would be one tool are refused at boot', () => {
  const { list, publish } = notesManage.spec.actions;
  if (list === undefined || publish === undefined) throw new Error('the notes have lost an action');
  const tools = [
    ...noteTools,
    noteKit.tool('content-notes-publish', { title: 'Publish', actions: { publish: list } }),
  ];
  expect(() => createToolHost(tools)).toThrow(
    'content-notes-publish.publish: would be content-notes-publish as a tool of its own, which is content-notes-manage.publish',
  );
});

test('an action that would bear the name of a tool of other actions is refused at boot', () => {
  const { list, publish } = notesManage.spec.actions;
  if (list === undefined || publish === undefined) throw new Error('the notes have lost an action');
  const tools = [
    noteKit.tool('content-drafts-publish', {
      title: 'Publication',
      summary: 'Publish drafts now or later',
      actions: { now: publish, later: publish },
    }),
    noteKit.tool('content-drafts-manage', {
      title: 'Drafts',
      summary: 'Drafts',
      actions: { publish: list, list },
    }),
  ];
  expect(() => createToolHost(tools)).toThrow(
    'content-drafts-manage.publish: would be content-drafts-publish as a tool of its own, which is a tool of other actions',
  );
});

test('F10.2 the names of the tools of the catalog exposure are taken', () => {
  const { list } = notesManage.spec.actions;
  if (list === undefined) throw new Error('the notes have no list');
  const tools = [
    noteKit.tool('tools-search', { title: 'Search', module: 'core', actions: { list } }),
    noteKit.tool('tools-manage', {
      title: 'Tools',
      summary: 'Tools',
      module: 'core',
      actions: { read: list, other: list },
    }),
  ];
  expect(() => createToolHost(tools)).toThrow(
    /tools-search: is the name of a tool of the catalog exposure\ntools-manage\.read: would be tools-read, which is a tool of the catalog exposure$/,
  );
});
