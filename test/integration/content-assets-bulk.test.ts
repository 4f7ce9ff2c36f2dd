import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

const tool = 'content-assets-bulk';
const content_base64 = Buffer.from('PICTURE of thirty bytes, about').toString('base64');
const png = (name: string) => ({ content_base64, file_name: `${name}.png` });

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
beforeEach(() => {
  service.sandbox.reset();
  service.upstream();
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const upload = (files: readonly object[], args: object = { dry_run: false }) =>
  service.call(tool, { files, ...args });
/** Of one file: for the plan of a confirmed call, then for its run. */
const readsBefore = 2;
const writes = () => service.upstream().filter((line) => !line.startsWith('GET '));

describe('an upload of several files', () => {
  test('is a preview unless it is meant, which reads no address and writes nothing', async () => {
    const files = [
      png('one'),
      { url: 'https://nowhere.invalid/two.png' },
      { content_base64: '!', file_name: 'three.png' },
    ];
    const { data, control } = await upload(files, {});
    expect(control).toMatchObject({
      dry_run: true,
      message: expect.stringContaining('2 files are uploaded'),
    });
    expect(data.plan).toMatchObject({
      files: [
        {
          index: 0,
          will_upload: true,
          source: 'base64',
          file_name: 'one.png',
          content_type: 'image/png',
          bytes: 30,
        },
        { index: 1, will_upload: true, source: 'url', file_name: 'two.png' },
        { index: 2, will_upload: false, code: 'INVALID_PARAMS' },
      ],
      uploads: 2,
      remaining_space: expect.any(Number),
    });
    expect(JSON.stringify(data)).not.toContain('nowhere');
    expect(service.upstream()).toEqual(['GET /api/admin/content/assets/remaining_space']);
  });

  test('says of each what became of it, and one that is refused spoils no other', async () => {
    const files = [
      { ...png('one'), title: 'One', tags: ['bulk'] },
      png('two.final'),
      { ...png('three'), klass: 'logo' },
      { ...png('four'), content_type: 'image/jpeg' },
      { ...png('five'), content_base64: '?' },
    ];
    const { data, state, isError } = await upload(files);
    expect(isError).toBe(false);
    expect(data).toMatchObject({ uploaded: 2, failed: 3 });
    expect(data.files).toMatchObject([
      { index: 0, result: 'uploaded', file_name: 'one.png', asset_id: expect.any(Number) },
      {
        index: 1,
        result: 'failed',
        code: 'INVALID_PARAMS',
        faults: [{ code: 'INVALID_PARAMS', path: 'files.1.file_name', message: "shouldn't include dots" }],
      },
      { index: 2, result: 'uploaded', file_name: 'three.png' },
      { index: 3, result: 'failed', faults: [{ path: 'files.3.content_type' }] },
      { index: 4, result: 'failed', faults: [{ path: 'files.4.content_base64' }] },
    ]);
    expect(state).toMatchObject({ status: 'partial', returned: 5, total: 5, complete: true });
    const { data: read } = await service.call('content-assets-get', { identifier: data.files[0].asset_id });
    expect(read.asset).toMatchObject({ title: 'One', tags: ['bulk'] });
  });

  test('that all succeed is done', async () => {
    const { data, state } = await upload([png('one'), png('two')]);
    expect(data).toMatchObject({ uploaded: 2, failed: 0 });
    expect(state.status).toBe('done');
  });

  test('of which none is taken is refused, with all reasons', async () => {
    const { error } = await upload([png('a.b'), { ...png('c'), file_name: 'c.svg' }]);
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [
        { path: 'files.0.file_name', message: "shouldn't include dots" },
        { path: 'files.1.content_base64', message: expect.stringContaining('SVG') },
      ],
      details: { failed: 2 },
    });
  });

  test('ends with what would stop the files after it too', async () => {
    const refused = { kind: 'answer', status: 401 } as const;
    service.sandbox.faults.inject({ match: { method: 'POST' }, effect: refused });
    expect((await upload([png('one'), png('two')])).error.code).toBe('FORBIDDEN');
    expect(writes()).toEqual(['POST /api/admin/content/assets']);
    service.sandbox.faults.clear();
    const busy = { kind: 'answer', status: 429 } as const;
    const remove = service.sandbox.faults.inject({ match: { method: 'POST' }, effect: busy });
    service.sandbox.faults.inject({
      match: { method: 'POST' },
      times: 1,
      effect: { kind: 'delay', delayMs: 1 },
    });
    const { data } = await upload([png('one'), png('two'), png('three')]);
    remove();
    expect(data.files.map(({ result }: { result: string }) => result)).toEqual([
      'uploaded',
      'failed',
      'not_tried',
    ]);
    expect(writes()).toHaveLength(2);
  });

  test('never repeats a file, and says of which the outcome is not known', async () => {
    const broken = { kind: 'reset', isApplied: true } as const;
    service.sandbox.faults.inject({ match: { method: 'POST' }, times: 1, effect: broken });
    const { data, state } = await upload([png('one'), png('two')]);
    expect(data.files).toMatchObject([
      { result: 'unknown', code: 'UPSTREAM_ERROR' },
      { result: 'uploaded', file_name: 'two.png' },
    ]);
    expect(state.status).toBe('partial');
    expect(writes()).toHaveLength(2);
  });

  test('tells what is stored otherwise', async () => {
    const change = (body: object) => ({
      ...body,
      data: { file_name: 'one.png', content_type: 'image/png', base64: 'AAAA' },
    });
    service.sandbox.faults.inject({
      match: { method: 'POST' },
      times: 1,
      effect: { kind: 'alter-body', change: change as never },
    });
    const { data, state } = await upload([png('one')]);
    expect(data.files[0].faults).toMatchObject([{ code: 'VALUE_CHANGED', path: 'files.0.content_base64' }]);
    expect(state.status).toBe('partial');
  });

  test.each([
    [{ files: [] }, 'files'],
    [{ files: Array.from({ length: 11 }, () => png('x')) }, 'files'],
    [{ files: 'one.png' }, 'files'],
    [{ files: [{ title: 'none' }] }, 'files.0.url'],
    [{ files: [png('a'), { content_base64 }] }, 'files.1.file_name'],
    [{ files: [{ ...png('a'), name: 'x' }] }, 'files.0.name'],
    [{ files: [1, 2].map((at) => ({ ...png(`${at}`), content_base64: 'A'.repeat(800_000) })) }, 'files'],
    [{ files: [png('a')], tags: ['x'] }, 'tags'],
  ])('of a wrong form is refused before anything is sent: %.60j', async (args, path) => {
    const { error } = await service.call(tool, { dry_run: false, ...args });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(service.upstream()).toEqual([]);
  });

  test('of a reader is FORBIDDEN, and of a Modyo that does not answer UPSTREAM_ERROR', async () => {
    const viewer = { modyoToken: 'sandbox-token-andes-viewer' };
    const args = { files: [png('one')], dry_run: false };
    expect((await service.call(tool, args, viewer)).error.code).toBe('FORBIDDEN');
    const slow = await startContentService({ env: { UPSTREAM_TIMEOUT_MS: '300' } });
    slow.sandbox.faults.inject({ match: { method: 'POST' }, effect: { kind: 'hang' } });
    const { data } = await slow.call(tool, args);
    expect(data.files).toMatchObject([{ result: 'unknown', code: 'UPSTREAM_ERROR' }]);
    await slow.close();
  });
});

describe('the tags of several files', () => {
  const tagging = {
    action: 'tags',
    assets: ['601', 'portada_02.png', 'nothing', 'tarifas.pdf', '601'],
    tags: ['a', 'b'],
  };
  const meant = { ...tagging, dry_run: false };
  const tagsOf = async (identifier: number) =>
    (await service.call('content-assets-get', { identifier })).data.asset.tags;

  test('are a preview unless it is meant, and then agreed to by a person', async () => {
    const preview = await service.call(tool, tagging);
    expect(preview.data.plan).toMatchObject({
      tags: ['a', 'b'],
      assets: [
        { index: 0, asset_id: 601, tags: ['portada'], will_change: true },
        { index: 1, asset_id: 602, will_change: true },
        { index: 2, code: 'NOT_FOUND' },
        { index: 3, code: 'AMBIGUOUS' },
        { index: 4, asset_id: 601, code: 'DUPLICATE' },
      ],
      changes: 2,
    });
    expect((await service.call(tool, meant)).control).toMatchObject({ confirmation_required: true });
    expect(writes()).toEqual([]);
  });

  test('are set in one request and read again, with a result for each file', async () => {
    const { data, state } = await service.confirm(tool, meant);
    expect(data).toMatchObject({ changed: 2, unchanged: 0, failed: 3 });
    expect(data.assets).toMatchObject([
      { index: 0, result: 'changed', tags: ['a', 'b'] },
      { index: 1, result: 'changed', tags: ['a', 'b'] },
      { index: 2, result: 'failed', code: 'NOT_FOUND' },
      { index: 3, result: 'failed', code: 'AMBIGUOUS' },
      { index: 4, result: 'failed', code: 'DUPLICATE' },
    ]);
    expect(state.status).toBe('partial');
    expect(await tagsOf(602)).toEqual(['a', 'b']);
    const sent = service.sandbox.requests.list().filter(({ method }) => method === 'PATCH');
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([{ id: [601, 602], tags: ['a', 'b'] }]);
    expect(sent[0]?.path).toBe('/api/admin/content/assets/bulk?act=tags');
  });

  test('that are there already are unchanged, nobody is asked, and nothing is sent', async () => {
    const { data, state } = await service.call(tool, {
      action: 'tags',
      assets: ['601'],
      tags: ['portada'],
      dry_run: false,
    });
    expect(data).toMatchObject({ changed: 0, unchanged: 1, failed: 0 });
    expect(state.status).toBe('unchanged');
    expect(writes()).toEqual([]);
  });

  test('that the platform does not set, or sets otherwise, are not answered as changed', async () => {
    const args = { ...meant, assets: ['601'] };
    service.sandbox.faults.inject({
      match: { method: 'PATCH' },
      times: 1,
      effect: { kind: 'answer', status: 200 },
    });
    const ignored = await service.confirm(tool, args);
    expect(ignored.data.assets).toMatchObject([
      { result: 'failed', code: 'STATE_NOT_REACHED', tags: ['portada'] },
    ]);
    expect(ignored.state.status).toBe('partial');
    service.sandbox.faults.inject({
      match: { method: 'PATCH' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, tags: ['a'] }) },
    });
    const cut = await service.confirm(tool, args);
    expect(cut.data.assets).toMatchObject([{ result: 'failed', code: 'STATE_NOT_REACHED', tags: ['a'] }]);
  });

  test('of files that do not exist are refused, also by id', async () => {
    const { error } = await service.confirm(tool, { ...meant, assets: ['nothing', '999999'] });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      fields: [{ path: 'assets' }],
      available_actions: [{ tool: 'content-assets-list' }],
    });
    expect((await service.confirm(tool, { ...meant, assets: ['tarifas.pdf'] })).error.code).toBe('AMBIGUOUS');
    expect(writes()).toEqual([]);
  });

  test('that Modyo refuses are refused under our parameter, and of a reader FORBIDDEN', async () => {
    const args = { ...meant, assets: ['601'] };
    const body = { errors: [{ field: 'tag_list', messages: ['is too long'], details: [] }] };
    service.sandbox.faults.inject({
      match: { method: 'PATCH' },
      effect: { kind: 'answer', status: 409, body },
    });
    expect((await service.confirm(tool, args)).error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'tags', message: 'is too long' }],
    });
    service.sandbox.faults.clear();
    const viewer = { modyoToken: 'sandbox-token-andes-viewer' };
    expect((await service.confirm(tool, args, viewer)).error.code).toBe('FORBIDDEN');
  });

  test('whose result cannot be read say that they were sent', async () => {
    const args = { action: 'tags', assets: ['601'], tags: ['late'], dry_run: false };
    const { control } = await service.call(tool, args);
    // The reading of what is to be tagged comes first, and the one that fails is that of the result.
    service.sandbox.faults.inject({
      match: { method: 'GET', path: /assets\/601$/ },
      effect: { kind: 'html' },
    });
    service.sandbox.faults.inject({
      match: { method: 'GET', path: /assets\/601$/ },
      times: readsBefore,
      effect: { kind: 'delay', delayMs: 1 },
    });
    const { error } = await service.call(tool, { ...args, confirm_token: control.confirm_token });
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('accepted the change'),
      details: { written: true, state_unknown: true },
    });
    expect(writes()).toHaveLength(1);
  });

  test.each([
    [{ assets: [], tags: ['a'] }, 'assets'],
    [{ assets: ['601'] }, 'tags'],
    [{ assets: ['601'], tags: [''] }, 'tags.0'],
    [{ assets: ['601'], tags: ['x'.repeat(1024 * 1024)] }, 'tags.0'],
    [{ assets: [601], tags: ['a'] }, 'assets.0'],
  ])('of a wrong form are refused before anything is sent: %.60j', async (args, path) => {
    const { error } = await service.call(tool, { action: 'tags', dry_run: false, ...args });
    expect(error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(service.upstream()).toEqual([]);
  });
});
