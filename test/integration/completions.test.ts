import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { eras, type MethodCallOptions, methodCalls } from '../support/method-calls.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', IDENTIFIER_TTL_SECONDS: '60' } });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const send = methodCalls(() => service);

interface Asked {
  readonly prompt?: string;
  readonly template?: string;
  readonly argument: string;
  readonly typed?: string;
  readonly chosen?: Readonly<Record<string, string>>;
}

function complete({ prompt, template, argument, typed = '', chosen }: Asked, options?: MethodCallOptions) {
  const ref =
    template === undefined
      ? { type: 'ref/prompt', name: prompt ?? 'content-translate-space' }
      : { type: 'ref/resource', uri: template };
  const context = chosen === undefined ? {} : { context: { arguments: chosen } };
  return send(
    'completion/complete',
    { ref, argument: { name: argument, value: typed }, ...context },
    options,
  );
}

async function valuesOf(asked: Asked, options?: MethodCallOptions): Promise<readonly string[]> {
  return (await complete(asked, options)).result.completion.values;
}

interface Named {
  readonly id: number;
  readonly uid: string;
}

const inSpace = { space: 'banca-personas' };
const typesTemplate = 'modyo-spaces://{space}/types';

describe.each(eras)('in the %s era', (era) => {
  test('spaces are proposed by the beginning of their uid or name, whatever the case', async () => {
    const { data } = await service.call('content-spaces-list', { per_page: 100 });
    const uids = data.spaces.map(({ id, uid }: Named) => (/^\d+$/.test(uid) ? String(id) : uid));
    const { result } = await complete({ argument: 'space' }, { era });
    expect([...result.completion.values].sort()).toEqual([...uids].sort());
    expect([result.completion.total, result.completion.hasMore]).toEqual([uids.length, false]);
    expect(await valuesOf({ argument: 'space', typed: 'BANCA-P' }, { era })).toEqual(['banca-personas']);
    const { name } = data.spaces.find(({ uid }: Named) => uid === 'retail');
    expect(await valuesOf({ argument: 'space', typed: name }, { era })).toEqual(['retail']);
    expect(await valuesOf({ argument: 'space', typed: 'zzz' }, { era })).toEqual([]);
  });

  test('types are those of the chosen space', async () => {
    const { data } = await service.call('content-types-list', { space: 31, per_page: 100 });
    const uids: readonly string[] = data.types.map(({ uid }: { uid: string }) => uid);
    const own = await valuesOf({ argument: 'type', chosen: inSpace }, { era });
    expect([...own].sort()).toEqual([...uids].sort());
    const others = await valuesOf({ argument: 'type', chosen: { space: 'retail' } }, { era });
    expect(others).not.toEqual(own);
    expect(await valuesOf({ argument: 'type', chosen: { space: '31' } }, { era })).toEqual(own);
    expect(await valuesOf({ argument: 'type', typed: 'prod', chosen: inSpace }, { era })).toEqual([
      'producto',
    ]);
  });

  test('locales are those of the chosen space, for both arguments that take one', async () => {
    const { data } = await service.call('content-spaces-get', { identifier: 31 });
    const locales = [...new Set([data.space.default_locale, ...data.space.locales])];
    for (const argument of ['locale', 'from_locale']) {
      expect(await valuesOf({ argument, chosen: inSpace }, { era })).toEqual(locales);
    }
  });

  test('without a space, or with one that does not exist, nothing depends on it', async () => {
    for (const chosen of [
      undefined,
      {},
      { space: '' },
      { space: 'none' },
      { space: '../32' },
      { space: '99999' },
    ]) {
      for (const argument of ['type', 'locale']) {
        const { result } = await complete({ argument, ...(chosen && { chosen }) }, { era });
        expect(result.completion).toEqual({ values: [], total: 0, hasMore: false });
      }
    }
  });

  test('parts of addresses are completed too', async () => {
    expect(await valuesOf({ template: typesTemplate, argument: 'space', typed: 'banca' }, { era })).toEqual([
      'banca-personas',
    ]);
    const documentation = 'modyo://docs/tools/{tool}';
    const tools = await valuesOf({ template: documentation, argument: 'tool', typed: 'content-sp' }, { era });
    expect(tools).toContain('content-spaces-list');
    const ofModule = 'modyo://mcp-{module}/tools/{tool}';
    expect(await valuesOf({ template: ofModule, argument: 'module' }, { era })).toContain('content');
    const core = await valuesOf(
      { template: ofModule, argument: 'tool', chosen: { module: 'core' } },
      { era },
    );
    expect(core.every((name) => name.startsWith('core-'))).toBe(true);
  });

  test('an argument without a list of values has none', async () => {
    const { result } = await complete(
      { prompt: 'modyo-create-space', argument: 'name', typed: 'a' },
      { era },
    );
    expect(result.completion).toEqual({ values: [], total: 0, hasMore: false });
  });

  test.each<Asked>([
    { prompt: 'none', argument: 'space' },
    { argument: 'none' },
    { argument: '__proto__' },
    { template: 'modyo-spaces://{space}', argument: 'space' },
    { template: typesTemplate, argument: 'type' },
    { template: '../', argument: 'space' },
  ])('%j is -32602', async (asked) => {
    const { status, error } = await complete(asked, { era });
    expect([status, error.code]).toEqual([200, -32602]);
  });

  test.each([
    {},
    { ref: { type: 'ref/other', name: 'x' }, argument: { name: 'a', value: '' } },
    { ref: { type: 'ref/prompt' }, argument: { name: 'a', value: '' } },
    { ref: { type: 'ref/prompt', name: 'content-audit' } },
    { ref: { type: 'ref/prompt', name: 'content-audit' }, argument: { name: 'space', value: 7 } },
    {
      ref: { type: 'ref/prompt', name: 'content-audit' },
      argument: { name: 'space', value: 'x'.repeat(1_000_000) },
    },
    {
      ref: { type: 'ref/prompt', name: 'content-audit' },
      argument: { name: 'type', value: '' },
      context: { arguments: { space: 31 } },
    },
  ])('parameters of another form are -32602 in our words (%#)', async (params) => {
    const { error } = await send('completion/complete', params, { era });
    expect(error.code).toBe(-32602);
    expect(error.message).toMatch(/^Invalid params/);
  });

  test('a token without the scope to read is challenged', async () => {
    expect((await complete({ argument: 'space' }, { era, scopes: [] })).status).toBe(403);
  });
});

test('a space whose uid is a number is proposed by its id, for a number is always an id', async () => {
  const { data } = await service.call('content-spaces-list', { per_page: 100 });
  const space = data.spaces.find(({ uid }: Named) => /^\d+$/.test(uid));
  const values = await valuesOf({ argument: 'space', typed: space.uid });
  expect(values).toEqual([]);
  expect(await valuesOf({ argument: 'space', typed: space.name })).toContain(String(space.id));
});

test('what was read once is not read again while it is remembered, until a write of ours', async () => {
  await valuesOf({ argument: 'space' });
  await valuesOf({ argument: 'type', chosen: inSpace });
  service.upstream();
  for (const typed of ['b', 'ba', 'ban']) {
    await valuesOf({ argument: 'space', typed });
    await valuesOf({ argument: 'type', typed, chosen: inSpace });
    await valuesOf({ argument: 'locale', typed, chosen: inSpace });
  }
  expect(service.upstream()).toEqual([]);
  const made = await service.call('content-spaces-manage', {
    name: 'Zona',
    uid: 'zona',
    default_locale: 'es-cl',
  });
  expect(made.isError).toBe(false);
  expect(await valuesOf({ argument: 'space', typed: 'zon' })).toEqual(['zona']);
  service.sandbox.reset();
});

test('another account is never served what was remembered for this one', async () => {
  const own = await valuesOf({ argument: 'space' });
  const other = await valuesOf({ argument: 'space' }, { tenant: 'b' });
  expect(other.length).toBeGreaterThan(0);
  expect(other).not.toEqual(own);
});

test('an answer holds a hundred values at most, and says that there are more', async () => {
  const own = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  const sendOwn = methodCalls(() => own);
  own.sandbox.faults.inject({
    match: { method: 'GET', path: '/spaces' },
    effect: {
      kind: 'answer',
      status: 200,
      body: {
        spaces: Array.from({ length: 250 }, (_, index) => ({
          id: index + 1,
          name: `Space ${index}`,
          uid: `space-${index}`,
          default_locale: 'en',
        })),
        meta: { total_entries: 250, per_page: 250, current_page: 1, total_pages: 1 },
      },
    },
  });
  const { result } = await sendOwn('completion/complete', {
    ref: { type: 'ref/prompt', name: 'content-audit' },
    argument: { name: 'space', value: 'space-' },
  });
  await own.close();
  expect(result.completion.values).toHaveLength(100);
  expect([result.completion.total, result.completion.hasMore]).toEqual([250, true]);
});

test('an account that does not answer is an error with its code', async () => {
  const own = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  own.sandbox.faults.inject({
    match: { method: 'GET', path: '/spaces' },
    effect: { kind: 'answer', status: 500, body: { secret: 'CANARY' } },
  });
  const { error } = await methodCalls(() => own)('completion/complete', {
    ref: { type: 'ref/prompt', name: 'content-audit' },
    argument: { name: 'space', value: '' },
  });
  await own.close();
  expect([error.code, error.data.code]).toEqual([-32603, 'UPSTREAM_ERROR']);
  expect(JSON.stringify(error)).not.toContain('CANARY');
});

test('completions follow the policy: hidden prompts, hidden tools, a fixed space', async () => {
  expect((await complete({ argument: 'space' }, { query: '?modules=core' })).error.code).toBe(-32602);
  service.upstream();
  const hidden = '?exclude=content-spaces-list';
  expect(await valuesOf({ argument: 'space' }, { query: hidden })).toEqual([]);
  expect(service.upstream()).toEqual([]);
  const fixed = '?space=banca-personas';
  expect((await complete({ argument: 'space' }, { query: fixed })).error.code).toBe(-32602);
  const own = await valuesOf({ argument: 'type', chosen: inSpace });
  expect(await valuesOf({ argument: 'type', chosen: { space: 'retail' } }, { query: fixed })).toEqual(own);
});
