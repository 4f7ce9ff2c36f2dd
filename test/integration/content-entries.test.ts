import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  const space = { name: 'Textos', uid: 'textos', default_locale: 'es-cl', locales: ['en'] };
  await service.call('content-spaces-manage', space);
  await service.call('content-types-manage', {
    space: 'textos',
    name: 'Post',
    uid: 'post',
    add_fields: [
      { name: 'Title', type: 'string', required: true },
      { name: 'Body', type: 'rich_text' },
      { name: 'Section', type: 'multiple', choices: ['News', 'Tips', 'Press'] },
      { name: 'Mood', type: 'dropdown', choices: ['Calm', 'Loud'] },
      { name: 'Price', type: 'decimal', number_min: 0 },
      { name: 'Day', type: 'date' },
      { name: 'Related', type: 'content_types' },
    ],
  });
});
afterAll(() => service.close());

const manage = (args: object) => service.call('content-entries-manage', { space: 'textos', ...args });
const create = (name: string, fields: object, rest: object = {}) =>
  manage({ type: 'post', name, fields: { Title: name, ...fields }, ...rest });
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

describe('creating an entry', () => {
  test('saves a draft with its values by field name, and says that it is not live', async () => {
    const { data, resource, state } = await create(
      'Hola mundo',
      { Body: '<p>ñandú</p>', Section: ['Press', 'News'], Mood: 'Calm', Price: 9.5, Day: '2026-12-24' },
      { slug: 'hola', tags: ['launch', 'verano'], private: true },
    );
    expect(data.fields).toMatchObject({
      Title: 'Hola mundo',
      Body: '<p>ñandú</p>',
      Section: ['News', 'Press'],
      Mood: 'Calm',
      Price: 9.5,
      Day: expect.stringMatching(/^2026-12-24/),
      Related: null,
    });
    expect(data).toMatchObject({ entry_status: 'draft', is_live: false, has_unpublished_changes: true });
    expect(data.entry).toMatchObject({
      locale: 'es-cl',
      slug: 'hola',
      tags: ['launch', 'verano'],
      private: true,
    });
    expect(resource).toMatchObject({
      type: 'entry',
      id: data.entry.id,
      name: 'Hola mundo',
      uuid: data.entry.uuid,
    });
    expect(state.status).toBe('done');
    expect(state.warnings).toBeUndefined();
    expect(state.next).toMatchObject([{ tool: 'content-entries-manage', action: 'publish' }]);
  });

  test('refuses unknown and wrong values at once, lists what is valid, and writes nothing', async () => {
    service.upstream();
    const { error } = await create('Mal', {
      Titel: 'x',
      Price: 'cheap',
      Mood: 'Sad',
      Day: '2026-12-24T09:00',
    });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields).toMatchObject([
      { path: 'fields.Titel', expected: 'one of: Title, Body, Section, Mood, Price, Day, Related' },
      { path: 'fields.Price', expected: expect.stringContaining('a number from 0') },
      { path: 'fields.Mood', expected: 'one of: Calm, Loud' },
      { path: 'fields.Day', expected: expect.stringContaining('offset') },
    ]);
    expect(writes()).toEqual([]);
  });

  test('reports the choices that the platform dropped', async () => {
    const { data, state } = await create('Opciones', { Section: ['News', 'Sport', 'Fun'] });
    expect(data.fields.Section).toEqual(['News']);
    expect(state.warnings).toEqual([
      { code: 'CHOICE_DROPPED', path: 'fields.Section', message: 'Not stored: "Sport", "Fun".' },
    ]);
  });

  test('reports a number that the platform rounded', async () => {
    const { data, state } = await create('Redondeo', { Price: 9.999 });
    expect(data.fields.Price).toBe(10);
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'fields.Price' }]);
  });

  test('answers what was stored where that is not what was sent', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: '/entries' },
      times: 1,
      effect: {
        kind: 'alter-body',
        change: (body) => ({
          ...body,
          name: 'Otro nombre',
          tags: [],
          field_values: (body['field_values'] as { value: string }[]).map((value) => ({
            ...value,
            value: String(value.value).slice(0, 4),
          })),
        }),
      },
    });
    const { data, resource, state } = await create('Pedido entero', {}, { tags: ['a'] });
    expect(resource.name).toBe('Otro nombre');
    expect(data).toMatchObject({ entry: { name: 'Otro nombre', tags: [] }, fields: { Title: 'Pedi' } });
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'name' },
      { code: 'VALUE_CHANGED', path: 'tags' },
      { code: 'VALUE_TRUNCATED', path: 'fields.Title' },
    ]);
  });

  test('names the field that needs a value', async () => {
    const { error } = await manage({ type: 'post', name: 'Sin título', fields: { Price: 1 } });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'fields.Title' }] });
  });

  test.each(['inicio/ahorro', 'ahorro', 'Ahorro'])('finds its category by %s', async (category) => {
    const { data } = await service.call('content-entries-manage', {
      space: 31,
      type: 'sucursal',
      name: `Sucursal ${category}`,
      category,
      fields: { Nombre: 'Nueva' },
    });
    const byId = await service.call('content-entries-list', {
      space: 31,
      category: data.entry.category_id,
      query: `Sucursal ${category}`,
    });
    expect(byId.data.entries.map((entry: { id: number }) => entry.id)).toContain(data.entry.id);
  });

  test('refuses a locale that the space does not have, and lists those it has', async () => {
    service.upstream();
    const { error } = await create('Olá', {}, { locale: 'pt-br' });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'locale', expected: 'one of: es-cl, en' }],
    });
    expect(writes()).toEqual([]);
  });

  test('takes the fields as the JSON text that some clients send', async () => {
    const { data } = await manage({ type: 'post', name: 'Texto', fields: '{"Title":"De texto"}' });
    expect(data.fields.Title).toBe('De texto');
  });
});

describe('two languages of one entry', () => {
  test('are written apart: neither a field nor a language that is not sent changes', async () => {
    const spanish = await create('Receta', { Body: '<p>uno</p>', Price: 1, Section: ['Tips'] });
    const english = await manage({
      identifier: 'Receta',
      locale: 'EN',
      name: 'Recipe',
      fields: { Title: 'Recipe', Body: '<p>one</p>' },
    });
    expect(english.data).toMatchObject({
      translation_created: true,
      entry: { locale: 'en', name: 'Recipe' },
    });
    expect(english.data.entry.uuid).toBe(spanish.data.entry.uuid);
    const changed = await manage({ identifier: 'Receta', fields: { Price: 2 } });
    expect(changed.data.fields).toEqual({ ...spanish.data.fields, Price: 2 });
    expect(changed.data.entry).toMatchObject({ name: 'Receta', locale: 'es-cl' });
    expect(changed.state.warnings).toBeUndefined();
    const englishAfter = await manage({ identifier: spanish.data.entry.uuid, locale: 'en' });
    expect(englishAfter.data.fields).toEqual(english.data.fields);
    expect(englishAfter.data.entry.id).toBe(english.data.entry.id);
  });

  test('a language that does not exist is not found, and the answer says how to make it', async () => {
    const { data } = await create('Solo español', {});
    const { error } = await service.call('content-entries-get', {
      space: 'textos',
      identifier: data.entry.id,
      locale: 'en',
    });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      details: { locale: 'en', existing_locale: 'es-cl' },
      available_actions: [{ tool: 'content-entries-manage', action: 'manage' }],
    });
  });
});

describe('changing an entry', () => {
  test('null empties a field and nothing else', async () => {
    const before = await create('Vaciar', { Body: '<p>x</p>', Price: 3 });
    const { data, state } = await manage({ identifier: 'Vaciar', fields: { Body: null }, verify: true });
    expect(data.fields).toEqual({ ...before.data.fields, Body: null });
    expect(state.warnings).toBeUndefined();
    expect(data.changed.map((change: { path: string }) => change.path)).toContain('fields.Body');
    expect(data.changed.map((change: { path: string }) => change.path)).not.toContain('fields.Price');
  });

  test('says which other field moved with it', async () => {
    await create('Mover', { Body: '<p>x</p>', Price: 3 });
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/entries/' },
      times: 1,
      effect: {
        kind: 'alter-body',
        change: (body) => ({
          ...body,
          field_values: (body['field_values'] as { type: string }[]).map((value) =>
            value.type === 'rich_text' ? { ...value, value: '<p>y</p>' } : value,
          ),
        }),
      },
    });
    const { data, state } = await manage({ identifier: 'Mover', fields: { Price: 4 } });
    expect(data.fields.Body).toBe('<p>y</p>');
    expect(state.warnings).toMatchObject([{ code: 'OTHER_FIELD_CHANGED', path: 'fields.Body' }]);
  });

  test('takes an entry out of its category only if that is said', async () => {
    const args = { space: 31, type: 'sucursal', name: 'Con categoría', category: 'ahorro' };
    const { data } = await service.call('content-entries-manage', { ...args, fields: { Nombre: 'x' } });
    const change = { space: 31, identifier: data.entry.id };
    const kept = await service.call('content-entries-manage', { ...change, tags: ['a'] });
    expect(kept.data.entry.category_id).toBe(data.entry.category_id);
    const both = await service.call('content-entries-manage', {
      ...change,
      category: 'ahorro',
      remove_category: true,
    });
    expect(both.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'remove_category' }] });
    const removed = await service.call('content-entries-manage', { ...change, remove_category: true });
    expect(removed.data.entry.category_id).toBeNull();
    expect(removed.state.warnings).toBeUndefined();
  });

  test('changes the slug of a draft, and of a live entry only if that is said to be meant', async () => {
    const { data } = await create('Dirección', {}, { slug: 'direccion' });
    const identifier = data.entry.id;
    expect((await manage({ identifier, slug: 'otra' })).data.entry.slug).toBe('otra');
    await manage({ identifier, action: 'publish' });
    const refused = await manage({ identifier, slug: 'tercera' });
    expect(refused.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'slug' }] });
    const meant = await manage({ identifier, slug: 'tercera', allow_rename: true });
    expect(meant.data.entry.slug).toBe('tercera');
  });

  test('an update of a live entry is saved and not live', async () => {
    const { data } = await create('En vivo', {});
    const identifier = data.entry.id;
    await manage({ identifier, action: 'publish' });
    const changed = await manage({ identifier, fields: { Price: 7 } });
    expect(changed.data).toMatchObject({
      entry_status: 'pending_changes',
      is_live: true,
      has_unpublished_changes: true,
    });
    expect(changed.state.next).toMatchObject([
      { action: 'publish', reason: expect.stringContaining('not live') },
    ]);
  });

  test('an identifier without changes reads', async () => {
    const { data } = await create('Leer', { Price: 1 });
    service.upstream();
    const read = await manage({ identifier: data.entry.id });
    expect(read.data.fields).toEqual(data.fields);
    expect(writes()).toEqual([]);
  });
});

describe('finding an entry', () => {
  test('by id, uuid, slug and name', async () => {
    const { data } = await create('Buscada', {}, { slug: 'la-buscada' });
    const { id, uuid } = data.entry;
    for (const identifier of [id, String(id), uuid, 'la-buscada', 'Buscada', 'BUSCADA']) {
      const { resource } = await service.call('content-entries-get', { space: 'textos', identifier });
      expect(resource).toEqual({ type: 'entry', id: data.entry.id, uuid: data.entry.uuid, name: 'Buscada' });
    }
  });

  test('a name that two entries have is ambiguous', async () => {
    await create('Gemela', {}, { slug: 'gemela-1' });
    await create('Gemela', {}, { slug: 'gemela-2' });
    const { error } = await service.call('content-entries-get', { space: 'textos', identifier: 'Gemela' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
  });

  test('digits that are the id of one entry and the slug of another are ambiguous', async () => {
    const { error } = await service.call('content-entries-get', { space: 31, identifier: '549897' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    const { resource } = await service.call('content-entries-get', { space: 31, identifier: 549_897 });
    expect(resource.id).toBe(549_897);
  });

  test('an id of another space is not found', async () => {
    const { error } = await service.call('content-entries-get', { space: 'textos', identifier: 549_895 });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      available_actions: [{ tool: 'content-entries-list' }, { tool: 'content-types-list' }],
    });
  });

  test.each(['../../31', '%2e%2e', '?x=1', '31/types', '\u0000'])(
    'the hostile identifier %j reaches no other path',
    async (identifier) => {
      service.upstream();
      const { error } = await service.call('content-entries-get', { space: 'textos', identifier });
      expect(['NOT_FOUND', 'INVALID_PARAMS']).toContain(error.code);
      for (const line of service.upstream())
        expect(line).toMatch(/^GET \/api\/admin\/content\/spaces(\/\d+\/entries)?(\?|$)/);
    },
  );
});

describe('listing entries', () => {
  test('narrows by every filter, and says what it covered', async () => {
    const { data, resource, state } = await service.call('content-entries-list', {
      space: 'banca-personas',
      type: 'noticia',
      states: ['published'],
      tags: ['archivo'],
      locale: 'en',
      per_page: 5,
      sort_by: 'id',
      order: 'asc',
    });
    expect(data.filters).toEqual({ type: 52, states: ['published'], tags: ['archivo'], locale: 'en' });
    expect(data.entries).toHaveLength(5);
    for (const entry of data.entries) {
      expect(entry).toMatchObject({ content_type_id: 52, locale: 'en', published: true });
      expect(entry.tags).toContain('archivo');
    }
    expect(resource).toMatchObject({ type: 'space', id: 31 });
    expect(state).toMatchObject({ returned: 5, complete: false });
    expect(state.searched).toBeGreaterThan(state.total);
  });

  test('finds what is below a category as well', async () => {
    const wide = await service.call('content-entries-list', { space: 31, category: 'inicio' });
    const narrow = await service.call('content-entries-list', { space: 31, category: 'inicio/ahorro' });
    expect(wide.state.total).toBeGreaterThan(narrow.state.total);
  });

  test('answers the keys that were chosen, and those that tell an entry from another', async () => {
    const args = { space: 31, type: 'noticia', entry_fields: ['status', 'workflow'], per_page: 3 };
    const { data } = await service.call('content-entries-list', args);
    expect(data.entries).toHaveLength(3);
    for (const entry of data.entries) {
      expect(Object.keys(entry).sort()).toEqual(['id', 'name', 'status', 'uuid', 'workflow']);
    }
    const whole = await service.call('content-entries-list', { ...args, entry_fields: undefined });
    expect(Object.keys(whole.data.entries[0]).length).toBeGreaterThan(10);
  });

  test.each([
    ['type', 'no such type'],
    ['type', 999_999],
    ['category', 'no/such/category'],
    ['category', 999_999],
    ['space', 999_999],
    ['space', 'no such space'],
  ])('names the parameter %s where %j leads nowhere', async (parameter, value) => {
    const { error } = await service.call('content-entries-list', { space: 31, [parameter]: value });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: parameter }] });
    const offered = error.available_actions.map(({ tool }: { tool: string }) => tool);
    expect(offered).toEqual(expect.arrayContaining(['content-spaces-list', 'content-types-list']));
  });

  test('explains an empty answer', async () => {
    const { data, state } = await service.call('content-entries-list', {
      space: 31,
      type: 'aviso-legal',
      query: 'nothing like this',
    });
    expect(data).toEqual({ entries: [], filters: { type: 54, query: 'nothing like this' } });
    expect(state).toMatchObject({ returned: 0, total: 0, complete: true });
    expect(state.searched).toBeGreaterThanOrEqual(200);
  });

  test.each([
    ['states', ['live']],
    ['workflow_state', 'done'],
    ['sort_by', 'popularity'],
    ['order', 'up'],
    ['locale', '../en'],
    ['per_page', 101],
  ])('refuses %s %j, which Modyo would ignore', async (parameter, value) => {
    service.upstream();
    const { error } = await service.call('content-entries-list', { space: 31, [parameter]: value });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields[0].path).toMatch(new RegExp(`^${parameter}`));
    expect(service.upstream()).toEqual([]);
  });
});
