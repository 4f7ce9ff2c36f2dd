import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', CONCURRENCY: '64' } });
  for (const [name, uid] of [
    ['Origen', 'origen'],
    ['Destino', 'destino'],
  ]) {
    await service.call('content-spaces-manage', { name, uid, default_locale: 'es-cl' });
  }
  await makeCircle();
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const copy = (args: object) => service.call('content-types-copy', { space: 'origen', ...args });
const upsert = (args: object) => service.call('content-types-upsert', { space: 'origen', ...args });
const read = (space: string, identifier: string | number) =>
  service.call('content-types-get', { space, identifier });
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

/** `author` and `book` link to each other, and `book` to itself. */
async function makeCircle(): Promise<void> {
  await upsert({ uid: 'author', name: 'Author' });
  await upsert({
    uid: 'book',
    name: 'Book',
    description: 'Printed',
    fields: [
      { name: 'Title', type: 'string', required: true, length_max: 80, hint: 'Short' },
      { name: 'Genre', type: 'dropdown', choices: ['Novel', 'Poem'], default_choices: ['Poem'] },
      { name: 'Writer', type: 'content_type', linked_type: 'author' },
    ],
  });
  await upsert({ uid: 'book', fields: [{ name: 'Sequels', type: 'content_types', linked_type: 'book' }] });
  await upsert({
    uid: 'author',
    fields: [
      { name: 'Name', type: 'string' },
      { name: 'Books', type: 'content_types', linked_type: 'book' },
    ],
  });
}

const rulesOf = ({
  data,
}: {
  data: { type: { fields: readonly { name: string; validations: object }[] } };
}) => Object.fromEntries(data.type.fields.map(({ name, validations }) => [name, validations]));

describe('within one space', () => {
  test('a copy has the fields, links to the same types, and to itself where the source does', async () => {
    const { data, state, resource } = await copy({ identifier: 'book' });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(resource).toMatchObject({ name: 'Copy of Book', uid: 'copy-of-book' });
    const [author, book] = [await read('origen', 'author'), await read('origen', 'book')];
    expect(data.types).toEqual([
      { from: book.resource.id, to: resource.id, uid: 'copy-of-book', result: 'created' },
    ]);
    const rules = rulesOf(await read('origen', 'copy-of-book'));
    expect(rules).toMatchObject({
      Title: { required: true, length: 80 },
      Genre: { values: 'Novel\n*Poem' },
      Writer: { content_type: author.resource.id },
      Sequels: { content_type: resource.id },
    });
    expect(data.type.description).toBe('Printed');
  });

  test('a second one of the same uid is refused, and another uid is taken', async () => {
    service.upstream();
    const { error } = await copy({ identifier: 'book' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'uid' }] });
    expect(written()).toEqual([]);
    const { resource } = await copy({ identifier: 'book', uid: 'otro', name: 'Otro' });
    expect(resource).toMatchObject({ uid: 'otro', name: 'Otro' });
  });
});

describe('to another space', () => {
  test('types that the target lacks are named, and nothing is copied without them', async () => {
    service.upstream();
    const { error } = await copy({ identifier: 'book', to_space: 'destino' });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'include_linked' }],
      details: { missing: ['author'] },
    });
    expect(written()).toEqual([]);
  });

  test('a dry run shows what would be made and what stays behind', async () => {
    service.upstream();
    const args = { identifier: 'book', to_space: 'destino', include_linked: true, dry_run: true };
    const { data, control } = await copy(args);
    expect(control).toMatchObject({ dry_run: true });
    expect(data.plan).toMatchObject({
      creates: [{ uid: 'book' }, { uid: 'author' }],
      keeps: [],
      not_carried: expect.arrayContaining(['entries']),
    });
    expect(written()).toEqual([]);
  });

  test('types that link to each other in a circle come together, linked to each other there', async () => {
    const { data, state } = await copy({ identifier: 'book', to_space: 'destino', include_linked: true });
    expect(state.status).toBe('done');
    expect(state).not.toHaveProperty('warnings');
    expect(data.types.map(({ uid, result }: { uid: string; result: string }) => [uid, result])).toEqual([
      ['book', 'created'],
      ['author', 'created'],
    ]);
    const [book, author] = [await read('destino', 'book'), await read('destino', 'author')];
    expect(rulesOf(book)).toMatchObject({
      Writer: { content_type: author.resource.id },
      Sequels: { content_type: book.resource.id },
    });
    expect(rulesOf(author)).toMatchObject({ Books: { content_type: book.resource.id } });
    const source = await read('origen', 'author');
    expect(author.resource.id).not.toBe(source.resource.id);
  });

  test('the same again is unchanged, if that is said to be meant', async () => {
    const args = { identifier: 'book', to_space: 'destino', include_linked: true };
    expect((await copy(args)).error.fields).toMatchObject([{ path: 'uid' }]);
    service.upstream();
    const { state, data } = await copy({ ...args, resume: true });
    expect(state.status).toBe('unchanged');
    expect(data.types).toMatchObject([{ result: 'kept' }, { result: 'kept' }]);
    expect(written()).toEqual([]);
  });

  test('a linked type of the same uid is linked to as it is', async () => {
    const { data } = await copy({ identifier: 'copy-of-book', to_space: 'destino', uid: 'ensayo' });
    const author = await read('destino', 'author');
    expect(data.links).toContainEqual({ from: expect.any(Number), to: author.resource.id });
    expect(rulesOf(await read('destino', 'ensayo'))).toMatchObject({
      Writer: { content_type: author.resource.id },
    });
  });
});

describe('what did not happen is not told as done', () => {
  const failing = (path: RegExp, method: string) =>
    service.sandbox.faults.inject({
      match: { method, path },
      times: 1,
      effect: { kind: 'answer', status: 409, body: { errors: ['Refused'] } },
    });

  test('a copy without its fields is partial, and is completed by the next', async () => {
    failing(/types\/\d+$/, 'PUT');
    const first = await copy({ identifier: 'book', uid: 'medio', name: 'Medio' });
    expect(first.state).toMatchObject({
      status: 'partial',
      warnings: [
        { code: 'TYPE_NOT_COPIED', path: 'types.medio', message: expect.stringContaining('Refused') },
      ],
    });
    expect(first.data.types).toMatchObject([{ uid: 'medio', result: 'incomplete', code: 'CONFLICT' }]);
    const second = await copy({ identifier: 'book', uid: 'medio', name: 'Medio', resume: true });
    expect(second.data.types).toMatchObject([{ uid: 'medio', result: 'completed' }]);
    expect(second.data.type.fields).toHaveLength(4);
  });

  test('a copy that the platform refuses altogether is an error', async () => {
    failing(/types$/, 'POST');
    const { error } = await copy({ identifier: 'book', uid: 'nada' });
    expect(error).toMatchObject({ code: 'CONFLICT', details: { types: expect.any(Number) } });
    expect((await read('origen', 'nada')).error.code).toBe('NOT_FOUND');
  });

  test('fields that were dropped or changed on the way are named', async () => {
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: /types\/\d+$/ },
      times: 1,
      effect: {
        kind: 'alter-body',
        change: (body) => ({
          ...body,
          fields: (body['fields'] as object[]).slice(1).map(withoutHint) as never,
        }),
      },
    });
    const { state } = await copy({ identifier: 'book', uid: 'roto' });
    expect(state.warnings).toMatchObject([
      { code: 'FIELD_NOT_STORED', path: 'types.roto.fields.Title' },
      { code: 'FIELD_CHANGED', path: 'types.roto.fields.Genre' },
      { code: 'FIELD_CHANGED', path: 'types.roto.fields.Writer' },
      { code: 'FIELD_CHANGED', path: 'types.roto.fields.Sequels' },
    ]);
  });
});

const withoutHint = (field: object) => ({ ...field, hint: 'moved' });

test('twenty equal copies at once make one type', async () => {
  const calls = Array.from({ length: 20 }, () => copy({ identifier: 'author', uid: 'veinte', resume: true }));
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ resource }) => resource.id)).size).toBe(1);
  const results = answers.map(({ data }) => data.types[0].result);
  expect(results.filter((result) => result === 'created')).toHaveLength(1);
  expect(results.filter((result) => result === 'kept')).toHaveLength(19);
});

describe('identifiers that lead nowhere are refused, and nothing is written', () => {
  test.each([
    [{ identifier: 'nadie' }, 'identifier'],
    [{ identifier: 'book', to_space: 'nowhere' }, 'to_space'],
    [{ identifier: 'book', to_space: '../origen' }, 'to_space'],
    [{ identifier: 'book', to_space: 999_999 }, 'to_space'],
    [{ identifier: 'book', space: 'retail' }, 'identifier'],
  ])('%j', async (args, path) => {
    service.upstream();
    const { error } = await copy(args);
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path }] });
    expect(written()).toEqual([]);
  });

  test.each([
    [{ identifier: 'book', uid: '../x' }, 'uid'],
    [{ identifier: 'book', name: 'n'.repeat(1_000_000) }, 'name'],
    [{ identifier: 'book', to: 'destino' }, 'to'],
  ])('%j', async (args, path) => {
    service.upstream();
    const { error } = await copy(args);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(written()).toEqual([]);
  });
});
