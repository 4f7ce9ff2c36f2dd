import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

const manageTool = 'content-assets-manage';
/** Not a picture that anybody could see; the platform looks at name, type and size alone. */
const content_base64 = Buffer.from('PICTURE of thirty bytes, about').toString('base64');
const cover = { content_base64, file_name: 'cover.png' };

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

const manage = (args: object) => service.call(manageTool, args);
const agreed = (args: object) => service.confirm(manageTool, args);
const stored = async (identifier: number | string) =>
  (await service.call('content-assets-get', { identifier })).data.asset;

function alter(method: 'POST' | 'PUT', change: (body: Readonly<Record<string, unknown>>) => object): void {
  const effect = { kind: 'alter-body', change: change as never } as const;
  service.sandbox.faults.inject({ match: { method, path: '/assets' }, times: 1, effect });
}

/** The file of a request with something else in it. */
const otherFile = (change: object) => (body: Readonly<Record<string, unknown>>) => ({
  ...body,
  data: { ...(body['data'] as object), ...change },
});

describe('an upload', () => {
  test('sends the file in a form, tells the rest of it afterwards, and answers what is stored', async () => {
    const texts = { title: 'Cover', alt_text: 'Hills', description: 'Front page', tags: ['covers', 'new'] };
    const { data, resource, state, error } = await manage({ ...cover, ...texts });
    expect(error).toBeUndefined();
    expect(data.asset).toMatchObject({
      ...texts,
      name: 'cover.png',
      data_content_type: 'image/png',
      data_file_size: 30,
    });
    expect(data.asset.url).toContain(data.asset.uuid);
    expect(resource).toEqual({
      type: 'asset',
      id: data.asset.id,
      name: 'Cover',
      uid: 'cover.png',
      uuid: data.asset.uuid,
    });
    expect(state).toEqual({ status: 'done', invalidates: ['content-assets.*'] });
    const [upload, update] = service.sandbox.requests.list();
    expect(upload).toMatchObject({ method: 'POST', path: '/api/admin/content/assets' });
    expect(JSON.parse(upload?.body ?? '')).toEqual({
      klass: 'picture',
      data: { file_name: 'cover.png', content_type: 'image/png', base64: 30 },
    });
    expect(update).toMatchObject({ method: 'PUT', path: `/api/admin/content/assets/${data.asset.id}` });
    expect(JSON.parse(update?.body ?? '')).toEqual(texts);
  });

  test('without anything to tell is one write', async () => {
    await manage(cover);
    expect(service.upstream()).toEqual([
      'POST /api/admin/content/assets',
      expect.stringMatching(/^GET .*\/assets\/\d+$/),
    ]);
  });

  test.each([
    ['clip.mp4', undefined, 'video'],
    ['song.mp3', undefined, 'audio'],
    ['prices.pdf', undefined, 'file'],
    ['icon.png', 'favicon', 'favicon'],
  ])('of %s with the class %s is one of class %s', async (file_name, klass, expected) => {
    await manage({ content_base64, file_name, ...(klass && { klass }) });
    expect(JSON.parse(service.sandbox.requests.list()[0]?.body ?? '').klass).toBe(expected);
  });

  test('of exactly 1 MB fits into a request, and one of a byte more does not', async () => {
    const whole = Buffer.alloc(1024 * 1024, 7).toString('base64');
    const { data } = await manage({ content_base64: whole, file_name: 'whole.png' });
    expect(data.asset.data_file_size).toBe(1024 * 1024);
    service.upstream();
    const more = Buffer.alloc(1024 * 1024 + 3, 7).toString('base64');
    const { error } = await manage({ content_base64: more, file_name: 'more.png' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'content_base64' }] });
    expect(service.upstream()).toEqual([]);
  });

  test('is never repeated: a connection that breaks leaves one file and an outcome that is not known', async () => {
    const effect = { kind: 'reset', isApplied: true } as const;
    service.sandbox.faults.inject({ match: { method: 'POST' }, effect });
    const { error } = await manage(cover);
    expect(error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { state_unknown: true } });
    expect(service.upstream()).toEqual(['POST /api/admin/content/assets']);
    service.sandbox.faults.clear();
    const { data } = await service.call('content-assets-list', { query: 'cover.png' });
    expect(data.assets).toHaveLength(1);
  });

  test('whose texts are refused leaves the file, and says so', async () => {
    const refusal = { errors: [{ field: 'alt_text', messages: ['is reserved'], details: [] }] };
    service.sandbox.faults.inject({
      match: { method: 'PUT' },
      effect: { kind: 'answer', status: 422, body: refusal },
    });
    const { data, state } = await manage({ ...cover, alt_text: 'Hills' });
    expect(data.asset.name).toBe('cover.png');
    expect(state).toMatchObject({
      status: 'partial',
      warnings: [
        { code: 'TEXTS_NOT_STORED', path: 'asset' },
        { code: 'TEXT_REFUSED', path: 'alt_text', message: 'is reserved' },
        { code: 'VALUE_CHANGED', path: 'alt_text' },
      ],
    });
  });

  test('whose result cannot be read says that it was made', async () => {
    service.sandbox.faults.inject({ match: { method: 'GET' }, effect: { kind: 'html' } });
    const { error } = await manage(cover);
    expect(error.details).toMatchObject({ written: true, state_unknown: true, id: expect.any(Number) });
  });

  test.each([
    ['another name', { file_name: 'other.png' }, 'file_name'],
    ['another type', { file_name: 'cover.jpg', content_type: 'image/jpeg' }, 'content_type'],
    ['fewer bytes', { base64: 'AAAA' }, 'content_base64'],
  ])('that is stored with %s says so', async (_what, change, path) => {
    alter('POST', otherFile(change));
    const { state } = await manage(cover);
    expect(state.warnings).toContainEqual(expect.objectContaining({ code: 'VALUE_CHANGED', path }));
  });

  test('whose name the platform cleans says so', async () => {
    const { data, state } = await manage({ ...cover, file_name: 'my cover (1).png' });
    expect(data.asset.name).toBe('my_cover__1_.png');
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'file_name' }]);
  });
});

describe('what Modyo does not take is refused with its own reason, under our parameter', () => {
  test.each([
    [
      'SVG',
      { ...cover, file_name: 'logo.svg' },
      {
        path: 'content_base64',
        message: "Can't upload or update SVG files due to configured security policies",
      },
    ],
    [
      'a second dot',
      { ...cover, file_name: 'cover.final.png' },
      { path: 'file_name', message: "shouldn't include dots" },
    ],
    [
      'a type that the extension does not have',
      { ...cover, content_type: 'image/jpeg' },
      { path: 'content_type', message: "content type does not match the file's extension" },
    ],
  ])('%s', async (_what, args, fault) => {
    for (const call of [manage(args), agreed({ ...args, action: 'replace', identifier: 602 })]) {
      const { error, isError } = await call;
      expect(isError).toBe(true);
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [fault] });
    }
    const { state } = await service.call('content-assets-list');
    expect(state.total).toBe(24);
    expect(await stored(602)).toMatchObject({ name: 'portada_02.png', data_content_type: 'image/png' });
  });

  test('an extension that is not allowed', async () => {
    const { error } = await manage({ ...cover, file_name: 'tool.exe', content_type: 'application/zip' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'file_name' }] });
  });

  test('a file for which the plan has no room, with the room that there is', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST' },
      effect: { kind: 'answer', status: 409, body: { errors: ['Se acabó el espacio'] } },
    });
    service.sandbox.faults.inject({
      match: { method: 'GET', path: 'remaining_space' },
      effect: { kind: 'answer', status: 200, body: { remaining_space: 12 } },
    });
    const { error } = await manage(cover);
    expect(error).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: 'content_base64', message: 'Se acabó el espacio' }],
      details: { remaining_space: 12, file_bytes: 30 },
    });
  });

  test('a reason stands even if the room cannot be read', async () => {
    service.sandbox.faults.inject({
      match: { method: 'GET', path: 'remaining_space' },
      effect: { kind: 'answer', status: 500 },
    });
    const { error } = await manage({ ...cover, file_name: 'logo.svg' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'content_base64' }] });
  });
});

describe('bad input is refused before anything is sent', () => {
  test.each([
    [{ ...cover, content_base64: 'not base64!' }, 'content_base64'],
    [{ ...cover, content_base64: `data:image/png;base64,${content_base64}` }, 'content_base64'],
    [{ ...cover, content_base64: '====' }, 'content_base64'],
    [{ ...cover, url: 'https://files.example/a.png' }, 'url'],
    [{ title: 'No file' }, 'url'],
    [{ content_base64 }, 'file_name'],
    [{ ...cover, file_name: '../cover.png' }, 'file_name'],
    [{ ...cover, file_name: 'a\r\nb.png' }, 'file_name'],
    [{ ...cover, content_type: 'image/png; charset=x' }, 'content_type'],
    [{ ...cover, klass: 'picutre' }, 'klass'],
    [{ ...cover, tags: 'covers' }, 'tags'],
    [{ ...cover, title: 'x'.repeat(1024 * 1024) }, 'title'],
    [{ ...cover, space: 31 }, 'space'],
    [{ action: 'replace', identifier: 601 }, 'url'],
    [{ action: 'replace', identifier: 601, content_base64: '!' }, 'content_base64'],
    [{ identifier: 601, url: 'https://files.example/a.png' }, 'url'],
  ])('%j', async (args, path) => {
    const { error } = await agreed(args);
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(service.upstream()).toEqual([]);
  });

  test.each(['../', '%2e%2e', '?x=', '601/../602', '..'])('a hostile identifier: %j', async (identifier) => {
    for (const args of [{ identifier }, { identifier, title: 'x' }, { action: 'delete', identifier }]) {
      expect((await agreed(args)).error.code).toBe('NOT_FOUND');
    }
    expect(service.upstream().filter((line) => !line.startsWith('GET /api/admin/content/assets?'))).toEqual(
      [],
    );
  });

  test('an empty call makes nothing', async () => {
    expect((await manage({})).isError).toBe(true);
    expect(service.upstream()).toEqual([]);
  });
});

describe('an update', () => {
  test('changes what is sent and keeps the rest, and an empty list clears the tags', async () => {
    const before = await stored(601);
    const { data, state } = await manage({ identifier: 601, alt_text: 'A door', tags: [] });
    expect(data.asset).toMatchObject({
      alt_text: 'A door',
      tags: [],
      title: before.title,
      description: before.description,
      uuid: before.uuid,
      data_file_size: before.data_file_size,
    });
    expect(state).toEqual({ status: 'done', invalidates: ['content-assets.*'] });
  });

  test('can empty a text, and shows both sides when asked to verify', async () => {
    const { data, state } = await manage({ identifier: 601, title: '', verify: true });
    expect(data.asset.title).toBe('');
    expect(data.changed).toMatchObject([{ path: 'title', before: 'Portada 1', after: '' }]);
    expect(state.warnings).toBeUndefined();
  });

  test('that is rehearsed writes nothing', async () => {
    const { data } = await manage({ identifier: 601, title: 'New', dry_run: true });
    expect(data.plan.changed).toMatchObject([{ path: 'title', before: 'Portada 1', after: 'New' }]);
    expect(service.upstream().every((line) => line.startsWith('GET '))).toBe(true);
  });

  test('that is stored otherwise says so, and what moved beside it too', async () => {
    alter('PUT', () => ({ title: 'Cut', tags: ['other'] }));
    const { data, state } = await manage({ identifier: 601, title: 'Cut short', alt_text: 'A door' });
    expect(data.asset.title).toBe('Cut');
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'title' },
      { code: 'VALUE_CHANGED', path: 'alt_text' },
      { code: 'OTHER_VALUE_CHANGED', path: 'tags' },
    ]);
  });
});

describe('a replacement', () => {
  const replacement = { action: 'replace', identifier: 602, content_base64 };

  test('is agreed to by a person, keeps the address, and shows the new file', async () => {
    const before = await stored(602);
    const asked = await manage(replacement);
    expect(asked.control).toMatchObject({ confirmation_required: true });
    expect(asked.data.plan).toEqual({
      replaces: { file_name: 'portada_02.png', content_type: 'image/png', bytes: 75_776 },
      by: { source: 'base64', bytes: 30 },
    });
    const { data, state } = await agreed(replacement);
    expect(data.asset).toMatchObject({
      id: 602,
      uuid: before.uuid,
      url: before.url,
      name: before.name,
      title: before.title,
      data_file_size: 30,
    });
    expect(state).toEqual({ status: 'done', invalidates: ['content-assets.*'] });
    expect(service.upstream()).toContain('PUT /api/admin/content/assets/602/change_asset');
  });

  test('that is cut says so', async () => {
    alter('PUT', otherFile({ base64: 'AAAA' }));
    const { state } = await agreed(replacement);
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'content_base64' }]);
  });

  test('that had no effect says so', async () => {
    service.sandbox.faults.inject({
      match: { method: 'PUT' },
      effect: { kind: 'answer', status: 200, body: {} },
    });
    const { state } = await agreed(replacement);
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'content_base64' }]);
  });
});

describe('a deletion', () => {
  const deletion = { action: 'delete', identifier: 'bienvenida.mp4' };

  test('is agreed to by a person, and the file is gone', async () => {
    const asked = await manage(deletion);
    expect(asked.control).toMatchObject({
      confirmation_required: true,
      message: expect.stringContaining('cannot be brought back'),
    });
    expect(asked.data.plan.deletes).toMatchObject({ file_name: 'bienvenida.mp4' });
    const { data, resource, state } = await agreed(deletion);
    expect(data).toMatchObject({ deleted: true });
    expect(resource).toMatchObject({ type: 'asset', name: 'Bienvenida', uid: 'bienvenida.mp4' });
    expect(state.status).toBe('done');
    expect((await service.call('content-assets-get', { identifier: resource.id })).error.code).toBe(
      'NOT_FOUND',
    );
  });

  test('that had no effect is not answered as done', async () => {
    service.sandbox.faults.inject({ match: { method: 'DELETE' }, effect: { kind: 'answer', status: 200 } });
    const { data, state } = await agreed(deletion);
    expect([data.deleted, state.status]).toEqual([false, 'accepted']);
  });

  test('that Modyo refuses is a conflict', async () => {
    const body = { errors: ['This element cannot be deleted'] };
    service.sandbox.faults.inject({
      match: { method: 'DELETE' },
      effect: { kind: 'answer', status: 409, body },
    });
    expect((await agreed(deletion)).error).toMatchObject({
      code: 'CONFLICT',
      fields: [{ path: '', message: 'This element cannot be deleted' }],
    });
  });
});

describe('a media file is found', () => {
  test('by id, uuid, file name and title', async () => {
    const { uuid } = await stored(603);
    for (const identifier of [603, '603', uuid, 'portada_03.jpg', 'Portada 3', 'portada 3']) {
      expect((await stored(identifier)).id).toBe(603);
    }
  });

  test('by a file name that two have only with their candidates', async () => {
    const { error } = await service.call('content-assets-get', { identifier: 'tarifas.pdf' });
    expect(error).toMatchObject({
      code: 'AMBIGUOUS',
      fields: [{ path: 'identifier' }],
      details: { matches: 2, candidates: [{ name: 'Tarifas 2026' }, { name: 'Tarifas 2025' }] },
    });
  });

  test('after a rename under the new title, and no more under the old one', async () => {
    expect((await stored('Glosario')).name).toBe('glosario.csv');
    await manage({ identifier: 'Glosario', title: 'Términos' });
    expect((await stored('Términos')).name).toBe('glosario.csv');
    const { error } = await service.call('content-assets-get', { identifier: 'Glosario' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', available_actions: [{ tool: 'content-assets-list' }] });
  });

  test('of this account alone', async () => {
    const mine = await service.call('content-assets-get', { identifier: 601 });
    const theirs = await service.call('content-assets-get', { identifier: 601 }, { tenant: 'b' });
    expect(mine.data.asset.description).toContain('CANARY_ANDES');
    expect(theirs.data.asset.description).toContain('CANARY_PAMPA');
    const { error } = await service.call(
      'content-assets-get',
      { identifier: mine.data.asset.uuid },
      { tenant: 'b' },
    );
    expect(error.code).toBe('NOT_FOUND');
  });
});

describe('the list', () => {
  test.each([
    [{ query: 'portada' }, 4],
    [{ extensions: ['pdf', 'csv'] }, 3],
    [{ tags: ['legal'] }, 3],
    [{ extensions: ['pdf'], tags: ['campaña'] }, 0],
  ])('narrowed by %j says what it searched', async (filters, total) => {
    const { data, state } = await service.call('content-assets-list', filters);
    expect(state).toMatchObject({ total, searched: 24, complete: true });
    expect(data).toMatchObject({ filters });
  });

  test('is sorted and paged as asked, with the keys that are wanted', async () => {
    const { data, state } = await service.call('content-assets-list', {
      sort_by: 'data_file_size',
      order: 'desc',
      per_page: 2,
      fields: ['name'],
    });
    expect(data.assets[0]).toEqual({ id: 623, uuid: expect.any(String), name: 'bienvenida.mp4' });
    expect(state).toMatchObject({ returned: 2, total: 24, complete: false });
  });
});

describe('the limits', () => {
  test('are those of the account', async () => {
    const { data, state } = await manage({ action: 'limits' });
    expect(data.extensions).toEqual(expect.arrayContaining(['png', 'pdf']));
    expect(data.extensions).not.toContain('svg');
    expect(data.remaining_space).toBeGreaterThan(50 * 1024 * 1024);
    expect(state?.warnings).toBeUndefined();
  });

  test.each([
    [['png'], 7, { extensions: ['png'], remaining_space: 7 }],
    [
      { image: ['png'], other: ['pdf'] },
      { remaining_space: '7' },
      { extensions: ['png', 'pdf'], remaining_space: 7 },
    ],
    [{ current_extensions: ['png'] }, { remaining_space: 7 }, { extensions: ['png'], remaining_space: 7 }],
  ])('are read from %j and %j', async (extensions, space, expected) => {
    answerLimits(extensions, space);
    expect((await manage({ action: 'limits' })).data).toEqual(expected);
  });

  test('in a form that nobody knows are said not to be understood', async () => {
    answerLimits({ what: 1 }, { ever: 'x' });
    const { data, state } = await manage({ action: 'limits' });
    expect(data).toEqual({});
    expect(state.warnings.map(({ code, path }: { code: string; path: string }) => [code, path])).toEqual([
      ['NOT_UNDERSTOOD', 'extensions'],
      ['NOT_UNDERSTOOD', 'remaining_space'],
    ]);
  });

  function answerLimits(extensions: unknown, space: unknown): void {
    for (const [path, body] of [
      ['current_extensions', extensions],
      ['remaining_space', space],
    ] as const) {
      service.sandbox.faults.inject({
        match: { path },
        effect: { kind: 'answer', status: 200, body: body as never },
      });
    }
  }
});
