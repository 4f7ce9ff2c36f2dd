import { describe, expect, test } from 'vitest';
import { createProductRegistry, type ListedTool } from '../../support/every-tool.ts';
import { tokensOfListing } from '../../support/generators/token-table.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost, type ToolHost } from '../../support/tool-host.ts';

const catalog = { exposure: 'catalog' } as const;
const tokensMax = 1_500;

const ask = (host: ToolHost, name: string, args: unknown, policy = {}) =>
  host.call(name, args, { policy: { ...catalog, ...policy } });
const namesIn = (data: unknown) =>
  (data as { readonly actions: readonly { readonly name: string }[] }).actions.map(({ name }) => name);

describe('the listing', () => {
  const listed = createProductRegistry().preview({ ...openPolicy, ...catalog })
    .tools as unknown as readonly ListedTool[];

  test('has five tools whatever the catalogue, each with an output schema and hints of its effect', () => {
    expect(
      listed.map(({ name, annotations }) => [
        name,
        annotations['readOnlyHint'],
        annotations['destructiveHint'],
      ]),
    ).toEqual([
      ['tools-search', true, false],
      ['tools-describe', true, false],
      ['tools-read', true, false],
      ['tools-write', false, false],
      ['tools-destroy', false, true],
    ]);
    for (const { outputSchema } of listed)
      expect(outputSchema).toMatchObject({ required: ['platform', 'data'] });
    expect(createToolHost().registry.preview({ ...openPolicy, ...catalog }).tools).toEqual(listed);
  });

  test('names no action, since any may be hidden from its reader', () => {
    const names = createProductRegistry().namesOf(openPolicy);
    const texts = JSON.stringify(listed);
    expect([...names].filter((name) => texts.includes(name))).toEqual([]);
  });

  test(`costs no more than ${tokensMax} tokens in all`, () => {
    expect(tokensOfListing(listed)).toBeLessThanOrEqual(tokensMax);
  });
});

describe('tools-search', () => {
  test.each([
    ['publicar una nota', 'content-notes-publish'],
    ['publish a note', 'content-notes-publish'],
    ['borrar notas', 'content-notes-delete'],
    ['eliminar', 'content-notes-delete'],
    ['remove note', 'content-notes-delete'],
    ['cambiar el título', 'content-notes-update'],
    ['crear', 'content-notes-create'],
    ['listar', 'content-notes-list'],
    ['publsh', 'content-notes-publish'],
    ['unpublish_at', 'content-notes-publish'],
    ['publcar una nota', 'content-notes-publish'],
    ['PUBLÍQUELA', 'content-notes-publish'],
    ['pub\u006c\u0069\u0301cala', 'content-notes-publish'],
    ['borar notas', 'content-notes-delete'],
    ['delte a note', 'content-notes-delete'],
    ['actualice la nota', 'content-notes-update'],
    ['lsitar notas', 'content-notes-list'],
    ['encuentra una nota', 'content-notes-list'],
    ['muéstrame la nota', 'content-notes-get'],
  ])('%j finds %s first', async (query, name) => {
    const { body } = await ask(createToolHost(), 'tools-search', { query });
    expect(namesIn(body.data)[0]).toBe(name);
  });

  test('tells what is needed to run what it found, and how much it looked through', async () => {
    const { body } = await ask(createToolHost(), 'tools-search', { query: 'delete a note', limit: 1 });
    expect(body.data).toEqual({
      actions: [
        {
          name: 'content-notes-delete',
          title: 'Notes: delete',
          summary: 'Delete a note',
          effect: 'destroy',
          run_with: 'tools-destroy',
          needs: ['identifier'],
        },
      ],
      filters: { query: 'delete a note' },
    });
    expect(body.state).toMatchObject({ returned: 1, searched: 9, complete: false });
  });

  test('N11.1 finds only what the caller may use', async () => {
    const host = createToolHost();
    const found = async (policy: object) =>
      namesIn(
        (await ask(host, 'tools-search', { query: 'note publish delete list', limit: 30 }, policy)).body.data,
      );
    expect(await found({})).toContain('content-notes-delete');
    expect(await found({ readOnly: true })).not.toContain('content-notes-delete');
    expect(await found({ toolsDenied: ['content-notes-delete'] })).not.toContain('content-notes-delete');
    expect(await found({ toolsChosen: ['content-notes-list'] })).toEqual(['content-notes-list']);
    expect(await found({ modules: ['core'] })).toEqual([]);
  });

  test('an effect narrows it', async () => {
    const { body } = await ask(createToolHost(), 'tools-search', {
      query: 'note',
      effect: 'write',
      limit: 30,
    });
    expect(namesIn(body.data).sort()).toEqual(['content-notes-create', 'content-notes-publish']);
  });

  test.each([
    'listar las notas en borrador',
    'ver los borradores',
    'subir un archivo',
    'reindexar',
    '¿?',
    '__proto__',
  ])('%j is not taken for a deletion or an archival', async (query) => {
    const { body } = await ask(createToolHost(), 'tools-search', { query });
    expect(namesIn(body.data)[0]).not.toBe('content-notes-delete');
  });

  test('F9.8 an answer without a hit says how much there was to find, and what it was asked for', async () => {
    const { body } = await ask(createToolHost(), 'tools-search', { query: 'xyzzyplugh', effect: 'write' });
    expect(body).toMatchObject({
      data: { actions: [], filters: { query: 'xyzzyplugh', effect: 'write' } },
      state: { returned: 0, total: 0, searched: 9, complete: true },
    });
  });
});

describe('tools-describe', () => {
  test('shows what the flat exposure would list', async () => {
    const host = createToolHost();
    const flat = host.registry.preview({ ...openPolicy, exposure: 'flat' })
      .tools as unknown as readonly ListedTool[];
    const publish = flat.find(({ name }) => name === 'content-notes-publish');
    const { body } = await ask(host, 'tools-describe', { names: ['content-notes-publish'] });
    expect(body.data?.['actions']).toEqual([
      {
        name: 'content-notes-publish',
        title: publish?.title,
        effect: 'write',
        run_with: 'tools-write',
        description: publish?.description,
        input_schema: publish?.inputSchema,
      },
    ]);
  });

  test('an unknown or hidden name is a fault with the nearest one', async () => {
    const host = createToolHost();
    const unknown = await ask(host, 'tools-describe', {
      names: ['content-notes-list', 'content-note-publish'],
    });
    expect(unknown.body.error).toMatchObject({
      code: 'NOT_FOUND',
      fields: [{ path: 'names.1', suggestion: 'content-notes-publish' }],
      available_actions: [{ tool: 'tools-search' }],
    });
    const hidden = await ask(host, 'tools-describe', { names: ['content-notes-delete'] }, { readOnly: true });
    expect(hidden.body.error?.code).toBe('NOT_FOUND');
  });
});

describe('the executors', () => {
  test('F10.8 run the action of the definition, which the audit line names', async () => {
    const host = createToolHost();
    const grouped = await host.call('content-notes-manage', { action: 'publish', identifier: 1 });
    const run = await ask(host, 'tools-write', {
      name: 'content-notes-publish',
      arguments: { identifier: 1 },
    });
    expect(run.body).toEqual(grouped.body);
    expect(run.result.structuredContent).toEqual(run.body);
    expect(host.observed.at(-1)).toMatchObject({
      tool: 'content-notes-manage',
      action: 'publish',
      outcome: 'ok',
    });
  });

  test('drop what some clients add to every call', async () => {
    const args = {
      name: 'content-notes-get',
      arguments: { identifier: 1 },
      toolCallId: 'x',
      sessionKey: 'y',
    };
    const { body } = await ask(createToolHost(), 'tools-read', args);
    expect(body.data).toMatchObject({ note: { id: 1 } });
  });

  test('take the arguments as JSON text too', async () => {
    const args = { name: 'content-notes-get', arguments: '{"identifier":1}' };
    const { body } = await ask(createToolHost(), 'tools-read', args);
    expect(body.data).toMatchObject({ note: { id: 1 } });
  });

  test.each([
    ['tools-read', 'content-notes-publish', 'tools-write'],
    ['tools-read', 'content-notes-delete', 'tools-destroy'],
    ['tools-write', 'content-notes-delete', 'tools-destroy'],
    ['tools-destroy', 'content-notes-list', 'tools-read'],
  ])('%s refuses %s, and names %s', async (executor, name, right) => {
    const host = createToolHost();
    const { body } = await ask(host, executor, { name, arguments: { identifier: 1 } });
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'name' }],
      available_actions: [{ tool: right, args: { name } }],
    });
    expect(body.error?.message).toContain(right);
    expect(host.notes.calls).toEqual([]);
    expect(host.observed.at(-1)).toMatchObject({ tool: executor, outcome: 'INVALID_PARAMS' });
  });

  test('the faults of the action are told as anywhere', async () => {
    const host = createToolHost();
    const grouped = await host.call('content-notes-manage', {
      action: 'list',
      per_page: 0,
      note_status: 'x',
    });
    const run = await ask(host, 'tools-read', {
      name: 'content-notes-list',
      arguments: { per_page: 0, note_status: 'x' },
    });
    expect(run.body).toEqual(grouped.body);
  });

  test.each([
    [{}, 'name'],
    [{ name: 'content-notes-list', arguments: [] }, 'arguments'],
    [{ name: 'content-notes-list', per_page: 3 }, 'per_page'],
    [{ name: 7 }, 'name'],
  ])('%j is refused by the executor itself', async (args, path) => {
    const { body } = await ask(createToolHost(), 'tools-read', args);
    expect(body.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
  });

  test('an action that is hidden is answered like one that never was', async () => {
    const host = createToolHost();
    const policy = { toolsDenied: ['content-notes-delete'] };
    const hidden = await ask(host, 'tools-destroy', { name: 'content-notes-delete' }, policy);
    const unknown = await ask(host, 'tools-destroy', { name: 'content-notes-delets' }, policy);
    expect(hidden.body.error?.code).toBe('NOT_FOUND');
    expect(JSON.stringify(hidden.body).replaceAll('delete', 'delets')).toBe(JSON.stringify(unknown.body));
  });

  test('the scope is that of the action inside', () => {
    const { registry, caller } = createToolHost();
    const needed = (name: string, args: object, policy = {}) =>
      registry.requiredScopes(name, args, caller({ policy: { ...catalog, ...policy } }));
    expect(needed('tools-destroy', { name: 'content-notes-delete' })).toEqual(['modyo:admin']);
    expect(needed('tools-write', { name: 'content-notes-publish', arguments: '{}' })).toEqual([
      'modyo:write',
    ]);
    expect(needed('tools-read', { name: 'content-notes-list' })).toEqual(['modyo:read']);
    expect(needed('tools-search', { query: 'x' })).toEqual(['modyo:read']);
    const denied = { toolsDenied: ['content-notes-delete'] };
    expect(needed('tools-destroy', { name: 'content-notes-delete' }, denied)).toEqual(['modyo:read']);
  });

  test('read-only mode lists no executor of writes, and answers a write by control whichever way it comes', async () => {
    const host = createToolHost();
    const { tools } = await host.registry.list(host.caller({ policy: { ...catalog, readOnly: true } }));
    expect(tools.map((tool) => tool['name'])).toEqual(['tools-search', 'tools-describe', 'tools-read']);
    for (const executor of ['tools-write', 'tools-destroy', 'tools-read']) {
      const call = { name: 'content-notes-delete', arguments: { identifier: 1 } };
      const { body, isError } = await ask(host, executor, call, { readOnly: true });
      expect(isError).toBe(false);
      expect(body.control).toMatchObject({ read_only: true, rejected: 'delete' });
    }
    expect(host.notes.calls).toEqual([]);
  });

  test('what helps after an error is an executor with the name of the action', async () => {
    const { body } = await ask(createToolHost(), 'tools-read', {
      name: 'content-notes-get',
      arguments: { identifier: 'none' },
    });
    expect(body.error?.['available_actions']).toEqual([
      { tool: 'tools-read', args: { name: 'content-notes-list' }, reason: 'Lists the notes with their uids' },
    ]);
  });
});

test('every 📚 link leads to a page: of the five, and of the actions that they describe', () => {
  const { registry, caller } = createToolHost();
  const who = caller({ policy: catalog });
  const names = registry.documents(who).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['tools-search', 'tools-destroy', 'content-notes-publish']));
  for (const { uri, name } of registry.documents(who)) {
    expect(registry.document(uri, who)?.text).toMatch(new RegExp(`^# ${name}\n`));
  }
});
