import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', CONCURRENCY: '64' } });
  await service.call('content-spaces-manage', { name: 'Moldes', uid: 'moldes', default_locale: 'es-cl' });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const upsert = (args: object) => service.call('content-types-upsert', { space: 'moldes', ...args });
const read = (identifier: string) => service.call('content-types-get', { space: 'moldes', identifier });
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

const post = {
  name: 'Post',
  fields: [
    { name: 'Title', type: 'string', required: true, length_max: 80 },
    { name: 'Body', type: 'rich_text' },
    { name: 'Mood', type: 'dropdown', choices: ['Calm', 'Loud'] },
  ],
};

describe('twenty equal calls at once', () => {
  test('make one type with its fields, and the others find it', async () => {
    service.upstream();
    const calls = Array.from({ length: 20 }, () => upsert({ uid: 'post', ...post }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ error }) => error)).toEqual(Array(20).fill(undefined));
    expect(new Set(answers.map(({ resource }) => resource.id)).size).toBe(1);
    expect(answers.filter(({ data }) => data.type_created)).toHaveLength(1);
    expect(answers.filter(({ state }) => state.status === 'unchanged')).toHaveLength(19);
    expect(written()).toEqual([
      expect.stringMatching(/^POST .*\/types$/),
      expect.stringMatching(/^PUT .*\/types\/\d+$/),
    ]);
    const { data } = await service.call('content-types-list', { space: 'moldes', query: 'Post' });
    expect(data.types).toHaveLength(1);
  });
});

describe('a type that is new', () => {
  test('is made with its fields, linked to a type that exists', async () => {
    await upsert({ uid: 'author', name: 'Author' });
    const fields = [{ name: 'Writer', type: 'content_type', linked_type: 'author' }];
    const { data, state, resource } = await upsert({ uid: 'essay', name: 'Essay', fields });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(resource).toMatchObject({ type: 'type', uid: 'essay', name: 'Essay' });
    expect(data).toMatchObject({ type_created: true, fields_added: ['Writer'] });
  });

  test('needs a name', async () => {
    service.upstream();
    for (const rest of [{}, { dry_run: true }]) {
      const { error } = await upsert({ uid: 'sin-nombre', ...rest });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'name' }] });
    }
    expect(written()).toEqual([]);
  });

  test.each([
    ['a repeated name', [post.fields[0], { ...post.fields[0], name: 'title' }], 'fields.1.name'],
    ['a rule of another kind', [{ name: 'N', type: 'integer', length_max: 3 }], 'fields.0.length_max'],
    [
      'a type that does not exist',
      [{ name: 'L', type: 'content_type', linked_type: 'x' }],
      'fields.0.linked_type',
    ],
  ])('is not made half for %s', async (_what, fields, path) => {
    service.upstream();
    const { error } = await upsert({ uid: 'medio', name: 'Medio', fields });
    expect(error.fields).toMatchObject([{ path }]);
    expect(written()).toEqual([]);
    expect((await read('medio')).error.code).toBe('NOT_FOUND');
  });

  test('whose fields are refused is there without them, and the same call completes it', async () => {
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/types/' },
      times: 1,
      effect: {
        kind: 'answer',
        status: 409,
        body: { errors: [{ field: 'fields[1][name]', messages: ['Name is reserved'], details: [] }] },
      },
    });
    const first = await upsert({ uid: 'incompleto', ...post });
    expect(first.data).toMatchObject({ type_created: true, fields_added: [] });
    expect(first.state).toMatchObject({
      status: 'partial',
      warnings: [
        { code: 'FIELDS_NOT_SAVED', path: 'fields' },
        { code: 'FIELD_REFUSED', path: 'fields.1.name', message: 'Name is reserved' },
      ],
    });
    const second = await upsert({ uid: 'incompleto', ...post });
    expect(second.data).toMatchObject({ type_created: false, fields_added: ['Title', 'Body', 'Mood'] });
    expect(second.state.status).toBe('done');
  });

  test('that another service makes at the same moment is found', async () => {
    await upsert({ uid: 'carrera', name: 'Carrera' });
    service.sandbox.faults.inject({
      match: { method: 'GET', path: /\/types\?.*only/ },
      times: 1,
      effect: { kind: 'answer', status: 200, body: { types: [], meta: emptyMeta } },
    });
    const { data, state } = await upsert({ uid: 'carrera', name: 'Carrera' });
    expect(data).toMatchObject({ type_created: false, type: { uid: 'carrera' } });
    expect(state.status).toBe('unchanged');
  });
});

const emptyMeta = { total_entries: 0, per_page: 100, current_page: 1, total_pages: 0 };

describe('a type that exists', () => {
  test('is brought to what is sent, and keeps the rest', async () => {
    await upsert({ uid: 'crece', ...post });
    const fields = [
      { name: 'Title', type: 'string', length_max: 120 },
      { name: 'Lead', type: 'text' },
    ];
    const { data, state } = await upsert({ uid: 'crece', name: 'Crece', fields });
    expect(state.status).toBe('done');
    expect(data).toMatchObject({ type_created: false, fields_added: ['Lead'], type: { name: 'Crece' } });
    const [title, body] = data.type.fields;
    expect(title.validations).toMatchObject({ required: true, length: 120 });
    expect(body.name).toBe('Body');
  });

  test('is found by its uid alone: another one of that name is not meant', async () => {
    await upsert({ uid: 'uno', name: 'dos' });
    const { data } = await upsert({ uid: 'dos', name: 'Dos' });
    expect(data.type_created).toBe(true);
  });

  test('keeps the kind of its fields', async () => {
    service.upstream();
    const fields = [
      { name: 'Lead', type: 'text' },
      { name: 'Body', type: 'string' },
    ];
    const { error } = await upsert({ uid: 'crece', fields });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'fields.1.type', expected: 'rich_text' }],
    });
    expect(written()).toEqual([]);
  });

  test('is asked about where a choice that entries hold would go', async () => {
    await upsert({ uid: 'humor', ...post });
    await service.call('content-entries-manage', {
      space: 'moldes',
      type: 'humor',
      name: 'Uno',
      fields: { Title: 'x', Mood: 'Loud' },
    });
    service.upstream();
    const less = { uid: 'humor', fields: [{ name: 'Mood', type: 'dropdown', choices: ['Calm'] }] };
    const { control, data } = await upsert(less);
    expect(control).toMatchObject({ confirmation_required: true });
    expect(data.plan).toMatchObject({
      creates: false,
      choices_removed: [{ field: 'Mood', choices: ['Loud'] }],
      values_held: { fields: [{ field: 'Mood', entries: 1 }], complete: true },
    });
    expect(written()).toEqual([]);
    const done = await service.confirm('content-types-upsert', { space: 'moldes', ...less });
    expect(done.state.status).toBe('done');
  });

  test('and what the platform stored otherwise is told', async () => {
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/types/' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, description: 'Otra' }) },
    });
    const { state } = await upsert({ uid: 'crece', description: 'Esta' });
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'description' }]);
  });
});

describe('input that is wrong is refused, and nothing is written', () => {
  test.each([
    ['a uid that leads elsewhere', { uid: '../types', name: 'A' }, 'uid'],
    ['an encoded one', { uid: '%2e%2e', name: 'A' }, 'uid'],
    ['one with a query', { uid: 'a?x=1', name: 'A' }, 'uid'],
    ['a long one', { uid: 'u'.repeat(256), name: 'A' }, 'uid'],
    ['a megabyte of name', { uid: 'largo', name: 'n'.repeat(1_000_000) }, 'name'],
    ['an unknown parameter', { uid: 'x', name: 'A', color: 'red' }, 'color'],
    ['a field without a type', { uid: 'x', name: 'A', fields: [{ name: 'T' }] }, 'fields.0.type'],
  ])('%s', async (_what, args, path) => {
    service.upstream();
    const { error } = await upsert(args);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS' });
    expect(error.fields.map((fault: { path: string }) => fault.path)).toContain(path);
    expect(written()).toEqual([]);
  });
});
