import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import { createRedisStore } from '../../src/infrastructure/redis-store.ts';
import type { SharedStore } from '../../src/infrastructure/shared-store.ts';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createLogCapture } from '../support/log-capture.ts';

const env = { RATE_PER_MINUTE: '100000', CONCURRENCY: '64' };

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env });
  await addSpace(service);
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

async function addSpace({ call }: ContentService): Promise<void> {
  const space = { name: 'Fichas', uid: 'fichas', default_locale: 'es-cl', locales: ['en'] };
  await call('content-spaces-manage', space);
  const add_fields = [
    { name: 'Title', type: 'string' },
    { name: 'Body', type: 'rich_text' },
    { name: 'Section', type: 'multiple', choices: ['News', 'Tips', 'Press'] },
    { name: 'Price', type: 'decimal' },
    { name: 'Day', type: 'date' },
    { name: 'Related', type: 'content_types' },
  ];
  await call('content-types-manage', { space: 'fichas', name: 'Post', uid: 'post', add_fields });
  await call('content-types-manage', { space: 'fichas', name: 'Nota', uid: 'nota' });
}

const where = { space: 'fichas', type: 'post' };
const upsert = (args: object) => service.call('content-entries-upsert', { ...where, ...args });
const read = (identifier: string | number, locale = 'es-cl') =>
  service.call('content-entries-get', { ...where, identifier, locale });
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

describe('twenty equal calls at once', () => {
  const call = {
    slug: 'lanzamiento',
    name: 'Lanzamiento',
    tags: ['a', 'b'],
    fields: { Title: 'Hola', Body: { markdown: '# Hola' }, Section: ['Tips', 'News'], Day: '2026-12-24' },
  };

  test('make one entry, and the others find it as they want it', async () => {
    service.upstream();
    const answers = await Promise.all(Array.from({ length: 20 }, () => upsert(call)));
    expect(answers.map(({ error }) => error)).toEqual(Array(20).fill(undefined));
    expect(new Set(answers.map(({ resource }) => resource.id)).size).toBe(1);
    expect(answers.filter(({ data }) => data.entry_created)).toHaveLength(1);
    expect(answers.filter(({ state }) => state.status === 'unchanged')).toHaveLength(19);
    expect(written()).toEqual([expect.stringMatching(/^POST .*\/entries$/)]);
  });

  test('make one translation', async () => {
    service.upstream();
    const english = { slug: 'lanzamiento', locale: 'en', fields: { Title: 'Hello' } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => upsert(english)));
    expect(answers.filter(({ data }) => data.translation_created)).toHaveLength(1);
    expect(answers.filter(({ state }) => state.status === 'unchanged')).toHaveLength(19);
    expect(written()).toHaveLength(1);
  });

  test('make one entry though the search of the platform does not show it yet', async () => {
    service.sandbox.faults.inject({
      match: { method: 'GET', path: /\/entries\?/ },
      effect: { kind: 'answer', status: 200, body: { entries: [], meta: emptyMeta } },
    });
    service.upstream();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upsert({ slug: 'sin-indice', name: 'Sin índice' })),
    );
    expect(new Set(answers.map(({ resource }) => resource.id)).size).toBe(1);
    expect(written()).toHaveLength(1);
  });
});

const emptyMeta = { total_entries: 0, per_page: 100, current_page: 1, total_pages: 0 };

describe.each<readonly [string, () => Promise<SharedStore>]>([
  ['memory', async () => createMemoryStore(systemClock)],
  ['Redis', () => createRedisStore({ url: inject('redisUrl'), mode: 'single', log: createLogCapture().log })],
])('two replicas over one store in %s', (_name, open) => {
  test('make one entry of twenty equal calls', async () => {
    const stores = [await open(), _name === 'Redis' ? await open() : undefined];
    const first = await startContentService({ env, app: { store: stores[0] as SharedStore } });
    const second = await startContentService({
      env,
      app: { store: stores[1] ?? stillOpen(stores[0] as SharedStore), sandboxUrl: first.sandbox.url },
    });
    try {
      await addSpace(first);
      first.upstream();
      const call = { ...where, slug: 'doble', name: 'Doble' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? first : second).call('content-entries-upsert', call),
        ),
      );
      expect(answers.map(({ error }) => error)).toEqual(Array(20).fill(undefined));
      expect(new Set(answers.map(({ resource }) => resource.id)).size).toBe(1);
      expect(answers.filter(({ data }) => data.entry_created)).toHaveLength(1);
      expect(first.upstream().filter((line) => line.startsWith('POST'))).toHaveLength(1);
    } finally {
      await second.close();
      await first.close();
    }
  });
});

/** The store of another app, which that app closes. */
function stillOpen(store: SharedStore): SharedStore {
  return { ...store, close: async () => {} };
}

describe('an entry that is new', () => {
  test('is a draft in the default language with the slug that it was asked for by', async () => {
    const { data, resource, state } = await upsert({
      slug: 'nueva',
      name: 'Otra cosa',
      fields: { Price: 9.5 },
    });
    expect(data).toMatchObject({
      entry_created: true,
      is_live: false,
      entry: { slug: 'nueva', locale: 'es-cl', name: 'Otra cosa' },
      fields: { Price: 9.5, Title: null },
    });
    expect(resource).toMatchObject({ type: 'entry', id: data.entry.id });
    expect(state.next).toMatchObject([{ action: 'publish' }]);
  });

  test('needs a name, also in a dry run', async () => {
    service.upstream();
    for (const rest of [{}, { dry_run: true }]) {
      const { error } = await upsert({ slug: 'sin-nombre', ...rest });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'name' }] });
    }
    expect(written()).toEqual([]);
  });

  test('is planned, and nothing is written', async () => {
    service.upstream();
    const { data } = await upsert({ slug: 'plan', name: 'Plan', fields: { Title: 'x' }, dry_run: true });
    expect(data.plan).toMatchObject({ creates: true, slug: 'plan', locale: 'es-cl', fields: 1 });
    expect(written()).toEqual([]);
  });

  test('is not the one of another type with the same slug', async () => {
    await service.call('content-entries-upsert', { ...where, type: 'nota', slug: 'comun', name: 'Nota' });
    const { data } = await upsert({ slug: 'comun', name: 'Post' });
    expect(data.entry_created).toBe(true);
  });

  test('tells what was stored otherwise', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: '/entries' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, name: 'Cambiado', slug: 'otro' }) },
    });
    const { data, state } = await upsert({ slug: 'mutada', name: 'Mutada' });
    expect(data.entry.name).toBe('Cambiado');
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'name' },
      { code: 'VALUE_CHANGED', path: 'slug' },
    ]);
  });
});

describe('the category of an entry', () => {
  const branch = { space: 31, type: 'sucursal', slug: 'sucursal-nueva', name: 'Sucursal nueva' };
  const place = (args: object) => service.call('content-entries-upsert', { ...branch, ...args });

  test('is named by its path, and stays until another one or none is', async () => {
    const { resource } = await service.call('content-categories-get', {
      space: 31,
      identifier: 'inicio/ahorro',
    });
    const first = await place({ category: 'inicio/ahorro', fields: { Nombre: 'Nueva' } });
    expect(first.data).toMatchObject({ entry_created: true, entry: { category_id: resource.id } });
    expect((await place({ category: 'inicio/ahorro' })).state.status).toBe('unchanged');
    expect((await place({ name: 'Otro nombre' })).data.entry.category_id).toBe(resource.id);
    expect((await place({ remove_category: true })).data.entry.category_id).toBeNull();
  });

  test.each(['inicio/nada', '../inicio', 'inicio%2fahorro', 'inicio?x=1'])(
    'that does not exist is refused: %s',
    async (category) => {
      service.upstream();
      const { error } = await place({ category });
      expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'category' }] });
      expect(written()).toEqual([]);
    },
  );
});

describe('an entry that exists', () => {
  test('keeps every field, attribute and language that is not sent', async () => {
    await upsert({ slug: 'entera', name: 'Entera', tags: ['x'], fields: { Title: 'Uno', Price: 1 } });
    await upsert({ slug: 'entera', locale: 'en', name: 'Whole', fields: { Title: 'One', Price: 2 } });
    const { data, state } = await upsert({ slug: 'entera', fields: { Price: 3 } });
    expect(state.status).toBe('done');
    expect(data).toMatchObject({
      entry_created: false,
      entry: { name: 'Entera', tags: ['x'], locale: 'es-cl' },
      fields: { Title: 'Uno', Price: 3 },
    });
    expect((await read('entera', 'en')).data).toMatchObject({
      entry: { name: 'Whole', locale: 'en' },
      fields: { Title: 'One', Price: 2 },
    });
  });

  test('is found by its uuid too', async () => {
    const { data } = await upsert({ slug: 'por-uuid', name: 'Por uuid' });
    const { uuid } = data.entry;
    const changed = await upsert({ uuid, fields: { Title: 'Dos' } });
    expect(changed.data).toMatchObject({ entry_created: false, entry: { uuid }, fields: { Title: 'Dos' } });
    expect((await upsert({ uuid, fields: { Title: 'Dos' } })).state.status).toBe('unchanged');
  });

  test('follows list_mode, and a list is not made shorter without it', async () => {
    await upsert({ slug: 'lista', name: 'Lista', fields: { Section: ['News', 'Tips'] } });
    service.upstream();
    const { error } = await upsert({ slug: 'lista', fields: { Section: ['Press'] } });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'fields.Section' }] });
    expect(written()).toEqual([]);
    const append = { slug: 'lista', fields: { Section: ['Press'] }, list_mode: 'append' };
    expect((await upsert(append)).data.fields.Section).toEqual(['News', 'Tips', 'Press']);
    expect((await upsert(append)).state.status).toBe('unchanged');
  });

  test('is changed where only the order of its links is another', async () => {
    const made = [await upsert({ slug: 'uno', name: 'Uno' }), await upsert({ slug: 'dos', name: 'Dos' })];
    const links = made.map(({ data }) => data.entry.uuid);
    const ids = made.map(({ data }) => data.entry.id);
    await upsert({ slug: 'enlaces', name: 'Enlaces', fields: { Related: links } });
    expect((await upsert({ slug: 'enlaces', fields: { Related: ids } })).state.status).toBe('unchanged');
    const turned = await upsert({ slug: 'enlaces', fields: { Related: [...ids].reverse() } });
    expect(turned.state.status).toBe('done');
    expect(turned.data.fields.Related).toEqual([...links].reverse());
  });

  test('shows the difference in a dry run', async () => {
    await upsert({ slug: 'difiere', name: 'Difiere', fields: { Price: 1 } });
    service.upstream();
    const { data } = await upsert({ slug: 'difiere', fields: { Price: 2 }, dry_run: true });
    expect(data.plan).toMatchObject({
      creates: false,
      changed: [{ path: 'fields.Price', before: 1, after: 2 }],
    });
    expect(written()).toEqual([]);
  });

  test('and is archived is not changed, and the step that comes first is named', async () => {
    await upsert({ slug: 'archivada', name: 'Archivada' });
    await service.confirm('content-entries-manage', { ...where, action: 'archive', identifier: 'archivada' });
    const { error } = await upsert({ slug: 'archivada', name: 'Otra' });
    expect(error).toMatchObject({ code: 'STATE_CONFLICT', details: { steps: ['restore', 'update'] } });
  });

  test('has its slug in one language only, and is found by it for the other', async () => {
    const { data } = await upsert({ slug: 'hola', name: 'Hola' });
    await service.call('content-entries-manage', {
      ...where,
      identifier: data.entry.id,
      locale: 'en',
      name: 'Hello',
      slug: 'hello',
    });
    for (const slug of ['hola', 'hello']) {
      const changed = await upsert({ slug, locale: 'en', name: `By ${slug}` });
      expect(changed.data).toMatchObject({
        entry_created: false,
        entry: { uuid: data.entry.uuid, slug: 'hello', locale: 'en' },
      });
    }
  });
});

describe('a call that is refused writes nothing', () => {
  test('where two entries of the type have the slug, and names them', async () => {
    for (const name of ['Gemela una', 'Gemela dos'])
      await service.call('content-entries-manage', { ...where, name, slug: 'gemela' });
    service.upstream();
    const { error } = await upsert({ slug: 'gemela', name: 'Gemela' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 }, fields: [{ path: 'slug' }] });
    expect(error.details.candidates).toHaveLength(2);
    expect(written()).toEqual([]);
  });

  test('where more entries match than are read', async () => {
    const entries = Array.from({ length: 45 }, (_, at) => ({ name: `Muchas ${at}`, slug: `muchas-${at}` }));
    await service.confirm('content-entries-bulk', { action: 'create', ...where, entries, dry_run: false });
    service.upstream();
    const { error } = await upsert({ slug: 'muchas', name: 'Muchísimas' });
    expect(error).toMatchObject({ code: 'STATE_CONFLICT', fields: [{ path: 'slug' }] });
    expect(written()).toEqual([]);
  });

  test.each([
    ['neither slug nor uuid', { name: 'x' }, 'INVALID_PARAMS', 'slug'],
    ['both', { slug: 'x', uuid: 'y', name: 'x' }, 'INVALID_PARAMS', 'slug'],
    ['a uuid that is not there', { uuid: '00000000-0000-4000-8000-000000000000' }, 'NOT_FOUND', 'uuid'],
    ['a hostile slug', { slug: '../spaces', name: 'x' }, 'INVALID_PARAMS', 'slug'],
    ['a hostile uuid', { uuid: '%2e%2e' }, 'INVALID_PARAMS', 'uuid'],
    ['a slug with a query', { slug: 'a?x=1', name: 'x' }, 'INVALID_PARAMS', 'slug'],
    [
      'a language that the space has not',
      { slug: 'x', name: 'x', locale: 'pt-br' },
      'INVALID_PARAMS',
      'locale',
    ],
    ['a type that does not exist', { type: 'nada', slug: 'x', name: 'x' }, 'NOT_FOUND', 'type'],
    [
      'a field that does not exist',
      { slug: 'x', name: 'x', fields: { Nada: 1 } },
      'INVALID_PARAMS',
      'fields.Nada',
    ],
    ['a wrong value', { slug: 'x', name: 'x', fields: { Price: 'x' } }, 'INVALID_PARAMS', 'fields.Price'],
    ['a category that does not exist', { slug: 'x', name: 'x', category: 'nada' }, 'NOT_FOUND', 'category'],
    ['a list of another kind', { slug: 'x', name: 'x', tags: 'a' }, 'INVALID_PARAMS', 'tags'],
  ])('with %s', async (_what, args, code, path) => {
    service.upstream();
    const { error } = await upsert(args);
    expect(error).toMatchObject({ code, fields: [{ path }] });
    expect(written()).toEqual([]);
  });

  test('with a uuid of another type', async () => {
    const nota = await service.call('content-entries-upsert', {
      ...where,
      type: 'nota',
      slug: 'de-nota',
      name: 'De nota',
    });
    const { error } = await upsert({ uuid: nota.data.entry.uuid, name: 'x' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'type' }] });
  });

  test('by a reader', async () => {
    service.upstream();
    const { error } = await service.call(
      'content-entries-upsert',
      { space: 31, type: 'noticia', slug: 'lector', name: 'x', fields: { Título: 'x' } },
      { modyoToken: 'sandbox-token-andes-viewer' },
    );
    expect(error.code).toBe('FORBIDDEN');
  });
});
