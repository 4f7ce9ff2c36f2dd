import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService, type ToolAnswer } from '../support/content-service.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';

let service: ContentService;
let uuids: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', CONCURRENCY: '64' } });
  uuids = await makeLibrary();
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const inLibrary = { space: 'biblioteca' };
const types = (args: object) => service.call('content-types-upsert', { ...inLibrary, ...args });
const entries = (args: object) => service.call('content-entries-manage', { ...inLibrary, ...args });
const copy = (args: object): Promise<ToolAnswer> =>
  service.call('content-spaces-copy', { identifier: 'biblioteca', dry_run: false, ...args });
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

async function category(name: string, parent?: string): Promise<void> {
  const args = { ...inLibrary, name, slug: name.toLowerCase(), ...(parent !== undefined && { parent }) };
  const { error } = await service.call('content-categories-manage', args);
  expect(error).toBeUndefined();
}

async function entry(args: object): Promise<{ readonly id: number; readonly uuid: string }> {
  const { data, error } = await entries(args);
  expect(error).toBeUndefined();
  return data.entry;
}

/** Two types that link to each other, three levels of categories, and entries that link in a circle. */
async function makeLibrary(): Promise<Readonly<Record<string, string>>> {
  await service.call('content-spaces-manage', {
    name: 'Biblioteca',
    uid: 'biblioteca',
    default_locale: 'es-cl',
    locales: ['en'],
    description: 'Libros',
    cache_enabled: true,
    cache_max_age: 60,
    team_review: true,
  });
  await types({ uid: 'autor', name: 'Autor' });
  await types({
    uid: 'libro',
    name: 'Libro',
    fields: [
      { name: 'Título', type: 'string', required: true },
      { name: 'Género', type: 'multiple', choices: ['Novela', 'Poesía'] },
      { name: 'Autor', type: 'content_type', linked_type: 'autor' },
    ],
  });
  await types({
    uid: 'libro',
    fields: [{ name: 'Relacionados', type: 'content_types', linked_type: 'libro' }],
  });
  await types({
    uid: 'autor',
    fields: [
      { name: 'Nombre', type: 'string' },
      { name: 'Obra', type: 'content_type', linked_type: 'libro' },
    ],
  });
  await category('Arte');
  await category('Letras', 'arte');
  await category('Cuento', 'arte/letras');
  const autor = await entry({ type: 'autor', name: 'Autora', fields: { Nombre: 'A' } });
  const uno = await entry({
    type: 'libro',
    name: 'Uno',
    slug: 'primero',
    category: 'arte/letras/cuento',
    tags: ['clásico'],
    fields: { Título: 'Uno', Género: ['Novela', 'Poesía'], Autor: autor.uuid },
  });
  const dos = await entry({
    type: 'libro',
    name: 'Dos',
    fields: { Título: 'Dos', Relacionados: [uno.uuid] },
  });
  await entry({ identifier: uno.id, fields: { Relacionados: [uno.uuid, dos.uuid] } });
  await entry({ identifier: uno.id, locale: 'en', name: 'One', fields: { Título: 'One' } });
  await entry({ identifier: autor.id, fields: { Obra: uno.uuid } });
  const fuera = await entry({ type: 'libro', name: 'Fuera', fields: { Título: 'F' } });
  await service.confirm('content-entries-manage', { ...inLibrary, action: 'archive', identifier: fuera.id });
  return { autor: autor.uuid, uno: uno.uuid, dos: dos.uuid, fuera: fuera.uuid };
}

interface Mapped {
  readonly from: number | string;
  readonly to: number | string;
  readonly uid?: string;
  readonly path?: string;
  readonly result: string;
}

const resultsOf = (items: readonly Mapped[]) => new Set(items.map(({ result }) => result));

describe('what a copy would do', () => {
  test('is shown first, unless it is told to be done', async () => {
    service.upstream();
    const args = { identifier: 'biblioteca', name: 'Plan', uid: 'plan', include_entries: true };
    const { data, control } = await service.call('content-spaces-copy', args);
    expect(control).toMatchObject({ dry_run: true });
    expect(data.plan).toMatchObject({
      creates: { name: 'Plan', uid: 'plan', default_locale: 'es-cl', cache_max_age: 60 },
      types: expect.arrayContaining([expect.objectContaining({ uid: 'libro' })]),
      categories: [{ path: 'arte' }, { path: 'arte/letras' }, { path: 'arte/letras/cuento' }],
      entries: 3,
      entry_versions: 4,
      archived_left_out: 1,
      counts_complete: true,
    });
    expect(data.plan.creates).not.toHaveProperty('team_review');
    const left = data.plan.not_carried.join();
    for (const word of ['review rules', 'realm', 'schedules', 'segments', 'files', 'archived'])
      expect(left).toContain(word);
    expect(written()).toEqual([]);
  });

  test.each([
    ['the uid of another space', { name: 'X', uid: 'retail' }, 'uid'],
    ['its own uid', { name: 'X', uid: 'biblioteca', resume: true }, 'uid'],
    ['a uid that leads elsewhere', { name: 'X', uid: '../x' }, 'uid'],
    ['a megabyte of name', { name: 'n'.repeat(1_000_000), uid: 'x' }, 'name'],
    ['no uid', { name: 'X' }, 'uid'],
    ['an unknown parameter', { name: 'X', uid: 'x', realm: 1 }, 'realm'],
  ])('is refused for %s, and nothing is written', async (_what, args, path) => {
    service.upstream();
    const { error } = await copy(args);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(written()).toEqual([]);
  });
});

describe('a copy without entries', () => {
  test('has the attributes, the types linked to each other, and the categories', async () => {
    const { data, state, resource } = await copy({ name: 'Vacía', uid: 'vacia' });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(resource).toMatchObject({ type: 'space', name: 'Vacía', uid: 'vacia' });
    expect(data.space).toMatchObject({
      description: 'Libros',
      cache_enabled: true,
      cache_max_age: 60,
      team_review: false,
    });
    expect([...data.space.locales].sort()).toEqual(['en', 'es-cl']);
    expect(data.mapping.entries).toEqual([]);
    expect(data.mapping.categories.map(({ path }: Mapped) => path)).toEqual([
      'arte',
      'arte/letras',
      'arte/letras/cuento',
    ]);
    const ids = new Map(data.mapping.types.map(({ uid, to }: Mapped) => [uid, to]));
    const libro = await service.call('content-types-get', { space: 'vacia', identifier: 'libro' });
    const rules = libro.data.type.fields.map(
      (field: { validations: { content_type?: number } }) => field.validations,
    );
    expect(rules[2].content_type).toBe(ids.get('autor'));
    expect(rules[3].content_type).toBe(ids.get('libro'));
  });
});

describe('a copy with entries', () => {
  test('makes drafts of every language that link to each other in the new space', async () => {
    const { data, state } = await copy({ name: 'Llena', uid: 'llena', include_entries: true });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data).toMatchObject({ space_created: true, entries_left: 0, warnings_total: 0 });
    const to = new Map<string, string>(data.mapping.entries.map((item: Mapped) => [item.from, item.to]));
    expect([...to.keys()].sort()).toEqual([uuids['autor'], uuids['uno'], uuids['dos']].sort());
    const read = (uuid: string | undefined, locale?: string) =>
      service.call('content-entries-get', {
        space: 'llena',
        identifier: to.get(uuid ?? ''),
        ...(locale && { locale }),
      });
    const uno = await read(uuids['uno']);
    expect(uno.data).toMatchObject({ entry_status: 'draft', is_live: false });
    expect(uno.data.entry).toMatchObject({ slug: 'primero', tags: ['clásico'] });
    expect(uno.data.fields).toEqual({
      Título: 'Uno',
      Género: ['Novela', 'Poesía'],
      Autor: to.get(uuids['autor'] ?? ''),
      Relacionados: [to.get(uuids['uno'] ?? ''), to.get(uuids['dos'] ?? '')],
    });
    const [, , deepest] = data.mapping.categories;
    expect(uno.data.entry.category_id).toBe(deepest.to);
    expect((await read(uuids['uno'], 'en')).data.fields.Título).toBe('One');
    expect((await read(uuids['autor'])).data.fields.Obra).toBe(to.get(uuids['uno'] ?? ''));
  });

  test('is gone on with where an earlier one ended, and makes nothing twice', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: /entries$/ },
      effect: { kind: 'answer', status: 409, body: { errors: ['Refused'] } },
    });
    const args = { name: 'A plazos', uid: 'a-plazos', include_entries: true };
    const first = await copy(args);
    expect(first.state.status).toBe('partial');
    expect(resultsOf(first.data.mapping.entries)).toEqual(new Set(['failed']));
    expect(first.state.warnings[0]).toMatchObject({
      code: 'ENTRY_NOT_COPIED',
      path: expect.stringMatching(/^entries\./),
      message: expect.stringContaining('Refused'),
    });
    service.sandbox.faults.clear();
    expect((await copy(args)).error.fields).toMatchObject([{ path: 'uid' }]);
    const second = await copy({ ...args, resume: true });
    expect(second.state.status).toBe('done');
    expect(second.data.space_created).toBe(false);
    expect(resultsOf(second.data.mapping.types)).toEqual(new Set(['kept']));
    expect(resultsOf(second.data.mapping.categories)).toEqual(new Set(['kept']));
    expect(resultsOf(second.data.mapping.entries)).toEqual(new Set(['created']));
    service.upstream();
    const third = await copy({ ...args, resume: true });
    expect(third.state.status).toBe('unchanged');
    expect(third.data.mapping.entries.map(({ to }: Mapped) => to).sort()).toEqual(
      second.data.mapping.entries.map(({ to }: Mapped) => to).sort(),
    );
    expect(written()).toEqual([]);
  });

  test('tells of a link that leads to an entry without a copy', async () => {
    await entries({ action: 'restore', identifier: uuids['fuera'] });
    const { data } = await entries({
      type: 'libro',
      name: 'Suelto',
      fields: { Título: 'S', Relacionados: [uuids['fuera'], uuids['dos']] },
    });
    await service.confirm('content-entries-manage', {
      ...inLibrary,
      action: 'archive',
      identifier: uuids['fuera'],
    });
    const copied = await copy({ name: 'Suelta', uid: 'suelta', include_entries: true });
    expect(copied.state).toMatchObject({
      status: 'partial',
      warnings: [{ code: 'LINK_NOT_REBUILT', path: `entries.${data.entry.uuid}.es-cl.fields.Relacionados` }],
    });
    expect(copied.data.mapping.entries).toContainEqual(
      expect.objectContaining({ from: data.entry.uuid, result: 'incomplete', code: 'LINK_NOT_REBUILT' }),
    );
    await service.confirm('content-entries-manage', {
      ...inLibrary,
      action: 'archive',
      identifier: data.entry.id,
    });
  });
});

describe('what the platform did otherwise is told', () => {
  test('of a value of an entry', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: /entries$/ },
      effect: { kind: 'alter-body', change: (body) => ({ ...body, name: 'Cambiado', tags: ['x'] }) },
    });
    const { state, data } = await copy({ name: 'Alterada', uid: 'alterada', include_entries: true });
    expect(data.warnings_total).toBeGreaterThan(0);
    expect(state.warnings).toContainEqual(
      expect.objectContaining({ code: 'VALUE_CHANGED', path: expect.stringMatching(/^entries\..*\.name$/) }),
    );
  });

  test('of an attribute of the space', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: /spaces$/ },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, description: 'Otra' }) },
    });
    const { state } = await copy({ name: 'Otra', uid: 'otra' });
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'space.description' }]);
  });

  test('of a category and a type that were refused, beside what was made', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: /categories$/ },
      times: 1,
      effect: { kind: 'answer', status: 409, body: { errors: ['No category'] } },
    });
    service.sandbox.faults.inject({
      match: { method: 'POST', path: /types$/ },
      times: 1,
      effect: {
        kind: 'answer',
        status: 409,
        body: { errors: ["You've reached the maximum number of content types on this space"] },
      },
    });
    const { state, data } = await copy({ name: 'Trunca', uid: 'trunca' });
    expect(state.status).toBe('partial');
    expect(data.mapping.categories.map(({ result }: Mapped) => result)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    expect(data.mapping.types.map(({ result }: Mapped) => result).sort()).toEqual(['created', 'failed']);
    expect(state.warnings.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['CATEGORY_NOT_COPIED', 'TYPE_NOT_COPIED', 'LINK_NOT_REBUILT']),
    );
    const whole = await copy({ name: 'Trunca', uid: 'trunca', resume: true });
    expect(resultsOf(whole.data.mapping.categories)).toEqual(new Set(['created']));
    expect(whole.data.mapping.types).toMatchObject([
      { uid: 'autor', result: 'created' },
      { uid: 'libro', result: 'completed' },
    ]);
    const { data: read } = await service.call('content-types-get', { space: 'trunca', identifier: 'libro' });
    const [, , author] = read.type.fields;
    expect(author.validations.content_type).toBe(whole.data.mapping.types[0].to);
  });

  test('of a space whose creation is refused for the plan of the account', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: /spaces$/ },
      effect: {
        kind: 'answer',
        status: 409,
        body: { errors: ["You've reached the maximum number of spaces for your current plan"] },
      },
    });
    const { error } = await copy({ name: 'Más', uid: 'mas' });
    expect(error).toMatchObject({ code: 'CONFLICT', details: { spaces: expect.any(Number) } });
  });
});

test('a space of the account that is not there is not found, and nothing is written', async () => {
  service.upstream();
  const { error } = await copy({ identifier: 'nadie', name: 'X', uid: 'x' });
  expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'identifier' }] });
  expect(written()).toEqual([]);
});

test('what an earlier copy had to leave out of an entry is added, and the rest of it stays', async () => {
  const refuse = (path: RegExp, method: string, times: number) =>
    service.sandbox.faults.inject({
      match: { method, path },
      times,
      effect: { kind: 'answer', status: 409, body: { errors: ['Refused'] } },
    });
  refuse(/entries\/\d+$/, 'PUT', 10);
  const args = { name: 'Por partes', uid: 'por-partes', include_entries: true };
  const first = await copy(args);
  expect(first.state.status).toBe('partial');
  expect([...resultsOf(first.data.mapping.entries)]).toContain('incomplete');
  service.sandbox.faults.clear();
  const uno = first.data.mapping.entries.find(({ from }: Mapped) => from === uuids['uno']).to;
  const inCopy = { space: 'por-partes', identifier: uno };
  await service.call('content-entries-manage', { ...inCopy, name: 'Editado' });
  const english = await service.call('content-entries-get', { ...inCopy, locale: 'en' });
  const gone = { space: 'por-partes', identifier: english.data.entry.id, locale: 'en' };
  await service.confirm('content-entries-manage', { ...gone, action: 'archive' });
  await service.confirm('content-entries-manage', { ...gone, action: 'delete' });
  const second = await copy({ ...args, resume: true });
  expect(second.state.status).toBe('done');
  expect([...resultsOf(second.data.mapping.entries)]).toContain('completed');
  const read = await service.call('content-entries-get', inCopy);
  expect(read.data.entry.name).toBe('Editado');
  expect(read.data.fields.Relacionados).toHaveLength(2);
  expect((await service.call('content-entries-get', { ...inCopy, locale: 'en' })).data.fields.Título).toBe(
    'One',
  );
  expect((await copy({ ...args, resume: true })).state.status).toBe('unchanged');
});

test('more entries than one call makes are left for the next, with the links between them', async () => {
  const { data } = await service.call('content-spaces-manage', {
    name: 'Gran',
    uid: 'gran',
    default_locale: 'en',
  });
  const nota = await service.call('content-types-upsert', {
    space: 'gran',
    uid: 'nota',
    name: 'Nota',
    fields: [{ name: 'Siguiente', type: 'content_type' }],
  });
  const platform = createSandboxClient(service.sandbox);
  const path = `/content/spaces/${data.space.id}/entries`;
  const made: Named[] = [];
  for (let number = 0; number < 205; number += 1) {
    const body = { content_type_id: nota.resource.id, name: `Nota ${number}` };
    made.push((await platform.post(path, body)).body);
  }
  const [first, last] = [made[0], made.at(-1)];
  const field = { field_id: nota.data.type.fields[0].id, type: 'content_type', value: last?.uuid };
  await platform.put(`${path}/${first?.id}`, { field_values: [field] });
  const args = { identifier: 'gran', name: 'Gran copia', uid: 'gran-copia', include_entries: true };
  const begun = await copy(args);
  expect(begun.state.status).toBe('partial');
  expect(begun.data).toMatchObject({ entries_left: 5 });
  expect(begun.state.warnings).toMatchObject([
    { code: 'LINK_NOT_REBUILT', path: `entries.${first?.uuid}.en.fields.Siguiente` },
  ]);
  const ended = await copy({ ...args, resume: true });
  expect(ended.state.status).toBe('done');
  expect(ended.data).toMatchObject({ entries_left: 0, space_created: false });
  const listed = await service.call('content-entries-list', { space: 'gran-copia', type: 'nota' });
  expect(listed.state.total).toBe(205);
  const to = (uuid: string | undefined) =>
    ended.data.mapping.entries.find(({ from }: Mapped) => from === uuid)?.to;
  const relinked = await service.call('content-entries-get', {
    space: 'gran-copia',
    identifier: to(first?.uuid),
  });
  expect(relinked.data.fields.Siguiente).toBe(to(last?.uuid));
});

interface Named {
  readonly id: number;
  readonly uuid: string;
}
