import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { httpCall } from '../support/raw-http.ts';
import type { Wire } from '../support/wire.ts';

let service: ContentService;
let token: string;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  token = await service.mint();
});
afterAll(() => service.close());

async function post(query: string, method: string, params: object = {}, bearer = token) {
  const answer = await fetch(`${service.url}${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Wire };
}

interface Named {
  readonly name: string;
}

const toolsAt = async (query: string): Promise<readonly Named[]> =>
  (await post(query, 'tools/list')).json.result.tools;
const namesAt = async (query: string) => (await toolsAt(query)).map(({ name }) => name);

async function call(query: string, name: string, args: object = {}) {
  const { json } = await post(query, 'tools/call', { name, arguments: args });
  return json.error === undefined ? JSON.parse(json.result.content[0].text) : { rpc: json.error.code };
}

async function preview(query: string) {
  const answer = await fetch(new URL(`/tools.json${query}`, service.url));
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Wire };
}

describe('the URL of a connector', () => {
  test('chooses tools, whose others are then answered like tools that never were', async () => {
    expect(await namesAt('?tools=content-spaces-list')).toEqual(['content-spaces-list']);
    expect(await call('?tools=content-spaces-list', 'content-spaces-get', { identifier: 31 })).toEqual({
      rpc: -32_602,
    });
    const excluded = ['content-entries-manage', 'content-types-manage'];
    const others = (await namesAt('')).filter((name) => !excluded.includes(name));
    expect(others.length).toBeGreaterThan(0);
    expect(await namesAt(`?exclude=${excluded.join()}`)).toEqual(others);
  });

  test('takes a single action out of its tool in every exposure', async () => {
    const [manage] = await toolsAt('?tools=content-entries-manage&exclude=content-entries-delete');
    const schema = JSON.stringify(manage);
    expect(schema).toContain('"unpublish"');
    expect(schema).not.toContain('"delete"');
    expect(await namesAt('?exposure=flat&exclude=content-entries-delete')).not.toContain(
      'content-entries-delete',
    );
    const { error } = await call('?exposure=catalog&exclude=content-entries-delete', 'tools-destroy', {
      name: 'content-entries-delete',
    });
    expect(error.code).toBe('NOT_FOUND');
  });

  test('resources and instructions follow it', async () => {
    const { json } = await post('?tools=content-spaces-list', 'resources/list');
    expect(json.result.resources.map(({ name }: Named) => name)).toEqual([
      'agent-rules',
      'platforms',
      'content-spaces',
      'content-spaces-list',
    ]);
    const none = await post('?modules=channels', 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    });
    expect(none.json.result.instructions).toContain('No tool is left on this connection.');
    const left = (await post('?modules=channels', 'resources/list')).json.result.resources;
    expect(left.map(({ name }: Named) => name)).toEqual(['agent-rules', 'platforms']);
  });

  test('N10 fixes a space: no tool asks for it, and each works in it', async () => {
    expect(JSON.stringify((await toolsAt('?space=banca-personas&tools=content-types-list'))[0])).not.toMatch(
      /"space":\{"description|"space":\{"anyOf/,
    );
    const pinned = await call('?space=banca-personas', 'content-types-list');
    expect(pinned.resource).toMatchObject({ type: 'space', id: 31 });
    expect(await call('', 'content-types-list', { space: 'banca-personas' })).toEqual(pinned);
  });

  test('N10 resolves the fixed value like one that was sent: as id, as name, or not at all', async () => {
    expect((await call('?space=31', 'content-types-list')).resource.id).toBe(31);
    expect((await call('?space=Banca%20Personas', 'content-types-list')).resource.id).toBe(31);
    expect((await call('?space=banca-persona', 'content-types-list')).error.code).toBe('NOT_FOUND');
  });

  test('N10.1 a fixed space that is sent all the same is refused before Modyo is asked', async () => {
    service.upstream();
    const { error } = await call('?space=banca-personas', 'content-types-list', { space: 'banca-personas' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'space' }] });
    expect(service.upstream()).toEqual([]);
  });

  const entry = { space: 'banca-personas', identifier: 1 };
  test.each([
    ['', 'content-entries-manage', { action: 'unpublish', ...entry }],
    ['&exposure=flat', 'content-entries-unpublish', entry],
    ['&exposure=catalog', 'tools-destroy', { name: 'content-entries-unpublish', arguments: entry }],
  ])('read-only%s refuses a write by control, and sends nothing to Modyo', async (exposure, tool, args) => {
    service.upstream();
    const { control } = await call(`?read_only=true${exposure}`, tool, args);
    expect(control).toMatchObject({ read_only: true, rejected: 'unpublish' });
    expect(service.upstream()).toEqual([]);
  });

  test.each([
    ['', 'content-entries-manage', { action: 'unpublish', ...entry }],
    ['&exposure=flat', 'content-entries-unpublish', entry],
    ['&exposure=catalog', 'tools-destroy', { name: 'content-entries-unpublish', arguments: entry }],
  ])('read-only%s sends nobody for a scope that would not help', async (exposure, tool, args) => {
    const reader = await service.mint({ scopes: ['modyo:read'] });
    const refused = await post(
      `?read_only=true${exposure}`,
      'tools/call',
      { name: tool, arguments: args },
      reader,
    );
    expect(refused.status).toBe(200);
    expect(refused.json.result.structuredContent.control).toMatchObject({
      read_only: true,
      rejected: 'unpublish',
    });
    const writing = await post(
      `?${exposure}`.replace('?&', '?'),
      'tools/call',
      { name: tool, arguments: args },
      reader,
    );
    expect([writing.status, writing.json.error]).toEqual([403, 'insufficient_scope']);
  });

  test.each([
    ['exposure=grid', 'Valid values: grouped, flat, catalog.'],
    ['describe=long', 'Valid values: full, compact.'],
    ['modules=conten', 'Valid values of modules: core, content, channels, customers, widgets.'],
    ['tools=content-spaces-lst', 'content-spaces-list'],
    ['exclude=nothing', 'content-entries-publish'],
    ['space=', 'Valid values of space'],
    ['space=%20+', 'Valid values of space'],
    ['space=%ff', 'Valid values of space'],
    ['space=a%00b', 'Valid values of space'],
    ['exposure=', 'Valid values: grouped, flat, catalog.'],
    ['exposure=flat%00', 'Valid values: grouped, flat, catalog.'],
    ['exposure=flat;describe=compact', 'Valid values: grouped, flat, catalog.'],
    ['exposure=flat&exposure=flat', 'The URL names exposure twice.'],
    ['read_only=true&read_only=false', 'The URL names read_only twice.'],
    ['read_only=1', 'Valid values: true, false.'],
    ['modules=content,', 'Valid values of modules'],
    ['tools=', 'Valid values of tools'],
    ['exclude=toString', 'Valid values of exclude'],
    ['__proto__=1', 'Valid ones: modules'],
    ['space[]=31', 'Valid ones: modules'],
    ['=x', 'Valid ones: modules'],
    ['sapce=31', 'Valid ones: modules, tools, exclude, read_only, exposure, describe, space, site, realm.'],
  ])('?%s is refused with the valid ones, by the connector and by its preview', async (query, valid) => {
    for (const { status, json } of [await post(`?${query}`, 'tools/list'), await preview(`?${query}`)]) {
      expect(status).toBe(400);
      expect(json).toMatchObject({
        error: 'invalid_request',
        error_description: expect.stringContaining(valid),
      });
    }
  });
});

describe('GET /tools.json', () => {
  const long = 'a'.repeat(10_000);
  test.each([
    ['a pin', `space=${long}`],
    ['tools', `tools=${long}`],
    ['a name', `${long}=1`],
  ])('refuses %s of ten thousand characters, and repeats none of them', async (_what, query) => {
    const { status, json } = await preview(`?${query}`);
    expect(status).toBe(400);
    expect(json.error_description).toContain('Valid');
    expect(JSON.stringify(json)).not.toContain('aaa');
  });

  test.each([
    '',
    '?exposure=flat&read_only=true',
    '?exposure=catalog&describe=compact',
    '?tools=content-entries-publish&space=blog',
  ])('shows what a connector with %j lists, without a token', async (query) => {
    const { status, headers, json } = await preview(query);
    expect(status).toBe(200);
    expect(json).toEqual({ tools: await toolsAt(query) });
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['?', '?&&', '?exposure=grouped&', '?modules=content%20,content'])(
    'takes %j as a connector does',
    async (query) => {
      expect((await preview(query)).json).toEqual({ tools: await toolsAt(query) });
    },
  );

  test('reads an address to its end, as a connector does', async () => {
    const port = Number(new URL(service.url).port);
    const authorization = `Bearer ${token}`;
    const [shown, listed] = await Promise.all([
      httpCall(port, { path: '/tools.json?exposure=flat#x' }),
      httpCall(port, {
        method: 'POST',
        path: '/mcp?exposure=flat#x',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      }),
    ]);
    expect([shown.status, shown.json]).toEqual([400, listed.json]);
  });

  test('is bound by the policy of the service', async () => {
    const bound = await startContentService({
      env: { READ_ONLY: 'true', EXPOSURE: 'flat', MODULES: 'content' },
    });
    const listed: Wire = await (await fetch(new URL('/tools.json?read_only=false', bound.url))).json();
    const unknown = await fetch(new URL('/tools.json?modules=core', bound.url));
    await bound.close();
    const names = listed.tools.map(({ name }: Named) => name);
    expect(names).toContain('content-entries-get');
    expect(names).not.toContain('content-entries-publish');
    expect(unknown.status).toBe(400);
  });
});

describe('the catalog exposure over HTTP', () => {
  const at = '?exposure=catalog';

  test('finds an action in Spanish, describes it and runs it', async () => {
    const found = await call(at, 'tools-search', { query: 'listar las entradas de un espacio' });
    expect(found.data.actions[0]).toMatchObject({ name: 'content-entries-list', run_with: 'tools-read' });
    const described = await call(at, 'tools-describe', { names: ['content-entries-list'] });
    expect(described.data.actions[0].input_schema.required).toEqual(['space']);
    const args = { space: 'banca-personas', per_page: 2 };
    const run = await call(at, 'tools-read', { name: 'content-entries-list', arguments: args });
    expect(run).toEqual(await call('', 'content-entries-list', args));
  });

  test.each([
    ['publicar una entrada', 'content-entries-publish'],
    ['despublicar', 'content-entries-unpublish'],
    ['borrar un espacio', 'content-spaces-delete'],
    ['eliminar entrada', 'content-entries-delete'],
    ['crear un tipo de contenido', 'content-types-create'],
    ['duplicar entrada', 'content-entries-clone'],
    ['agregar campos a un tipo', 'content-types-update'],
    ['archivar', 'content-entries-archive'],
    ['restaurar una entrada archivada', 'content-entries-restore'],
    ['mostrar espacios', 'content-spaces-get'],
    ['what spaces are there', 'content-spaces-list'],
    ['schedule publication', 'content-entries-publish'],
    ['edit the title of an entry', 'content-entries-update'],
    ['despublique la entrada', 'content-entries-unpublish'],
    ['dupilcar entrada', 'content-entries-clone'],
    ['espasios', 'content-spaces-list'],
    ['unpublsh entires', 'content-entries-unpublish'],
  ])('%j has %s among the first three', async (query, name) => {
    const { data } = await call(at, 'tools-search', { query, limit: 3 });
    expect(data.actions.map((action: Named) => action.name)).toContain(name);
  });

  test('a missing scope of the action inside is refused before any byte of an answer', async () => {
    const reader = await service.mint({ scopes: ['modyo:read'] });
    const run = (executor: string, name: string) =>
      post(
        at,
        'tools/call',
        { name: executor, arguments: { name, arguments: { space: 31, identifier: 1 } } },
        reader,
      );
    const refused = await run('tools-write', 'content-entries-publish');
    expect(refused.status).toBe(403);
    expect(refused.json.error).toBe('insufficient_scope');
    expect(refused.headers.get('www-authenticate')).toContain('modyo:write');
    expect((await run('tools-read', 'content-entries-publish')).status).toBe(200);
  });

  test('every answer of the five is structured as their output schema says', async () => {
    const { json } = await post(at, 'tools/call', { name: 'tools-search', arguments: { query: 'entries' } });
    expect(json.result.structuredContent).toEqual(JSON.parse(json.result.content[0].text));
    expect(json.result.structuredContent).toMatchObject({
      platform: {},
      data: { actions: expect.any(Array) },
    });
  });
});
