import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exposures } from '../../src/tenant/policy.ts';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { eras, type MethodCallOptions, methodCalls } from '../support/method-calls.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const send = methodCalls(() => service);
const read = (uri: string, options?: MethodCallOptions) => send('resources/read', { uri }, options);
const notFoundIn = { '2025': -32002, '2026': -32602 } as const;

interface Listed {
  readonly name: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
}
async function addressesAt(query: string): Promise<readonly string[]> {
  const { result } = await send('resources/list', {}, { query });
  const { result: templates } = await send('resources/templates/list', {}, { query });
  return [
    ...result.resources.map(({ uri }: Listed) => uri),
    ...templates.resourceTemplates.map(({ uriTemplate }: Listed) => uriTemplate),
  ];
}

async function anEntry() {
  const { data } = await service.call('content-entries-list', { space: 31, per_page: 1 });
  return data.entries[0];
}

describe.each(eras)('in the %s era', (era) => {
  test('the spaces are read as their tool answers them', async () => {
    const answer = await service.call('content-spaces-list', { per_page: 100 });
    const { result } = await read('modyo-spaces://list', { era });
    expect(result.contents).toHaveLength(1);
    const [{ uri, mimeType, text }] = result.contents;
    expect([uri, mimeType]).toEqual(['modyo-spaces://list', 'application/json']);
    const { data, state, platform } = JSON.parse(text);
    expect({ data, state, platform }).toEqual({
      data: answer.data,
      state: answer.state,
      platform: answer.platform,
    });
    expect(data.spaces.length).toBeGreaterThan(1);
  });

  test.each(['31', 'banca-personas'])('the types of the space %s are read', async (space) => {
    const { result } = await read(`modyo-spaces://${space}/types`, { era });
    const { data, resource } = JSON.parse(result.contents[0].text);
    expect(resource).toMatchObject({ type: 'space', id: 31 });
    expect(data.types.map(({ uid }: { uid: string }) => uid)).toContain('producto');
  });

  test('an entry is read by its uuid', async () => {
    const { uuid } = await anEntry();
    const { result } = await read(`modyo-entries://banca-personas/${uuid}`, { era });
    const { data, resource } = JSON.parse(result.contents[0].text);
    expect([resource.type, resource.uuid, data.entry.uuid]).toEqual(['entry', uuid, uuid]);
    expect(Object.keys(data.fields).length).toBeGreaterThan(0);
  });

  test('the account is the only platform', async () => {
    const { result } = await read('platforms://list', { era });
    expect(JSON.parse(result.contents[0].text)).toEqual({
      platforms: [{ name: 'andes', host: 'andes.sandbox.invalid' }],
    });
    const other = await read('platforms://list', { era, tenant: 'b' });
    expect(other.result.contents[0].text).not.toContain('andes');
  });

  test('the documentation of a tool is read under its module and under the alias, and under no other module', async () => {
    const own = await read('modyo://mcp-content/tools/content-spaces-list', { era });
    const alias = await read('modyo://docs/tools/content-spaces-list', { era });
    expect(own.result.contents[0].text).toContain('# content-spaces-list\n');
    expect(alias.result.contents[0].text).toBe(own.result.contents[0].text);
    const wrong = await read('modyo://mcp-core/tools/content-spaces-list', { era });
    expect(wrong.error.code).toBe(notFoundIn[era]);
  });

  test.each([
    'modyo-spaces://',
    'modyo-spaces://list/',
    'modyo-spaces://list?x=1',
    'modyo-spaces://31/../32/types',
    'modyo-spaces://../types',
    'modyo-spaces://%2e%2e/types',
    'modyo-spaces://31%2f..%2f32/types',
    'modyo-spaces://31?x=/types',
    'modyo-spaces://31/types/1',
    'modyo-spaces://31/TYPES',
    'modyo-spaces://{space}/types',
    `modyo-spaces://${'9'.repeat(200)}/types`,
    'modyo-entries://31/1',
    'modyo-entries://31/../../users',
    'modyo-entries://31/%2e%2e%2fusers',
    'modyo-entries://31/00000000-0000-4000-8000-00000000000?',
    'MODYO-SPACES://list',
    'platforms://andes.sandbox.invalid',
    'modyo://context/../context/agent-rules',
    'modyo://docs/tools/../tools/content-spaces-list',
    'modyo://docs/tools/none',
    'file:///etc/passwd',
    'https://andes.sandbox.invalid/api/admin/spaces',
    '',
  ])('%j leads nowhere, and asks Modyo nothing', async (uri) => {
    service.upstream();
    const { status, error } = await read(uri, { era });
    expect([status, error.code, error.data]).toEqual([200, notFoundIn[era], { uri }]);
    expect(service.upstream()).toEqual([]);
  });

  test('what the account does not have leads nowhere', async () => {
    const missing = '00000000-0000-4000-8000-000000000000';
    for (const uri of [
      'modyo-spaces://99999/types',
      'modyo-spaces://none/types',
      `modyo-entries://31/${missing}`,
    ]) {
      const { error } = await read(uri, { era });
      expect([uri, error.code]).toEqual([uri, notFoundIn[era]]);
    }
  });

  test('an entry of another account or of another space leads nowhere', async () => {
    const { uuid } = await anEntry();
    for (const [uri, tenant] of [
      [`modyo-entries://31/${uuid}`, 'b'],
      [`modyo-entries://32/${uuid}`, 'a'],
    ] as const) {
      const { error } = await read(uri, { era, tenant });
      expect([uri, error.code]).toEqual([uri, notFoundIn[era]]);
    }
  });

  test('an account that does not answer is an error with its code, and no empty list', async () => {
    service.sandbox.faults.inject({
      match: { method: 'GET', path: '/spaces' },
      effect: { kind: 'answer', status: 500, body: { secret: 'CANARY' } },
    });
    const { error } = await read('modyo-spaces://list', { era });
    expect([error.code, error.message]).toEqual([-32603, 'The resource could not be read: UPSTREAM_ERROR.']);
    expect(error.data).toMatchObject({ code: 'UPSTREAM_ERROR', request_id: expect.any(String) });
    expect(JSON.stringify(error)).not.toContain('CANARY');
  });

  test('what is read is cleaned of secrets and cut to size like the answer of a tool', async () => {
    const types = Array.from({ length: 100 }, (_, index) => ({
      id: index + 1,
      name: `Type ${index}`,
      uid: `type-${index}`,
      description: 'x'.repeat(5_000),
      api_token: 'CANARY',
    }));
    const meta = { total_entries: 100, per_page: 100, current_page: 1, total_pages: 1 };
    service.sandbox.faults.inject({
      match: { method: 'GET', path: '/types' },
      effect: { kind: 'answer', status: 200, body: { types, meta } },
    });
    const { result } = await read('modyo-spaces://31/types', { era });
    const [{ text }] = result.contents;
    expect(text).not.toContain('CANARY');
    const { data, state } = JSON.parse(text);
    expect(data.types[0].api_token).toBe('[redacted]');
    expect(data.types.length).toBeLessThan(100);
    expect([state.returned, state.total, state.complete]).toEqual([data.types.length, 100, false]);
  });

  test('a token without the scope to read is challenged, but for what is ours to say', async () => {
    const none = { era, scopes: [] } as const;
    expect((await read('modyo-spaces://list', none)).status).toBe(403);
    expect((await read('modyo://context/agent-rules', none)).status).toBe(200);
  });
});

test('a resource that is read leaves the audit line of its tool, in every exposure', async () => {
  for (const exposure of exposures) {
    const before = service.logs.lines().length;
    await read('modyo-spaces://31/types', { query: `?exposure=${exposure}` });
    const audited = service.logs
      .lines()
      .slice(before)
      .filter(({ audit }) => audit === 'tool_call');
    expect(audited).toMatchObject([{ tool: 'content-types-list', outcome: 'ok' }]);
  }
});

test('the addresses of the account are listed, and its templates beside them', async () => {
  expect(await addressesAt('')).toEqual(
    expect.arrayContaining([
      'modyo://context/agent-rules',
      'platforms://list',
      'modyo-spaces://list',
      'modyo-spaces://{space}/types',
      'modyo-entries://{space}/{uuid}',
      'modyo://mcp-{module}/tools/{tool}',
      'modyo://docs/tools/{tool}',
    ]),
  );
});

test('every listed resource can be read, in every exposure and in read-only mode', async () => {
  for (const query of ['', '?read_only=true', ...exposures.map((exposure) => `?exposure=${exposure}`)]) {
    const { result } = await send('resources/list', {}, { query });
    for (const { uri } of result.resources) {
      const answer = await read(uri, { query });
      expect([query, uri, answer.result?.contents[0].uri]).toEqual([query, uri, uri]);
    }
    const types = await read('modyo-spaces://31/types', { query });
    expect(JSON.parse(types.result.contents[0].text).resource.id).toBe(31);
  }
});

test.each([
  [
    '?modules=core',
    ['modyo-spaces://list', 'modyo-spaces://{space}/types', 'modyo-entries://{space}/{uuid}'],
  ],
  ['?exclude=content-spaces-list', ['modyo-spaces://list']],
  ['?tools=content-spaces-list', ['modyo-spaces://{space}/types', 'modyo-entries://{space}/{uuid}']],
])('with %s what its tools are hidden for is neither listed nor read', async (query, hidden) => {
  const addresses = await addressesAt(query);
  for (const address of hidden) expect(addresses).not.toContain(address);
  service.upstream();
  for (const address of hidden) {
    const uri = address.replace('{space}', '31').replace('{uuid}', '00000000-0000-4000-8000-000000000000');
    expect((await read(uri, { query })).error.code).toBe(-32002);
  }
  expect(service.upstream()).toEqual([]);
});

test('a connection that fixes a space reads that space under any of its names, and no other', async () => {
  const query = '?space=banca-personas';
  for (const space of ['31', 'banca-personas']) {
    const { result } = await read(`modyo-spaces://${space}/types`, { query });
    expect(JSON.parse(result.contents[0].text).resource.id).toBe(31);
  }
  for (const space of ['32', 'retail', '99999']) {
    expect((await read(`modyo-spaces://${space}/types`, { query })).error.code).toBe(-32002);
  }
  const { uuid } = await anEntry();
  expect((await read(`modyo-entries://31/${uuid}`, { query })).error).toBeUndefined();
  expect((await read(`modyo-entries://32/${uuid}`, { query })).error.code).toBe(-32002);
});

test('the rules for agents say what this connection can do, and no more', async () => {
  const rules = async (query: string) =>
    (await read('modyo://context/agent-rules', { query })).result.contents[0].text as string;
  const all = await rules('');
  for (const title of ['Security', 'Ids, uids and uuids', 'Drafts and what is live', 'Deletion in stages']) {
    expect(all).toContain(`## ${title}\n`);
  }
  expect(all).not.toContain('This connection only reads');
  const reading = await rules('?read_only=true');
  expect(reading).toContain('This connection only reads');
  expect(reading).not.toContain('Deletion in stages');
  expect(await rules('?modules=core')).not.toContain('Drafts and what is live');
});

test('no connection is offered a subscription, since nothing would tell it of a change', async () => {
  const { result } = await send('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  });
  expect(result.capabilities.resources).toEqual({ subscribe: false, listChanged: false });
  const { error } = await send('resources/subscribe', { uri: 'modyo-spaces://list' });
  expect(error.code).toBe(-32601);
});
