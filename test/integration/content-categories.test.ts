import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000', IDENTIFIER_TTL_SECONDS: '60' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const tool = 'content-categories-manage';
const manage = (args: object) => service.call(tool, { space: 31, ...args });
const confirmed = (args: object) => service.confirm(tool, { space: 31, ...args });
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

interface Row {
  readonly full_path: string;
}
const pathsIn = async (args: object = {}) => {
  const { data } = await service.call('content-categories-list', { space: 31, ...args });
  return data.categories.map((row: Row) => row.full_path);
};

function alter(method: 'POST' | 'PUT', change: (body: Record<string, unknown>) => object): void {
  service.sandbox.faults.inject({
    match: { method, path: '/categories' },
    effect: { kind: 'alter-body', change: change as never },
  });
}

function doNothing(method: string): void {
  service.sandbox.faults.inject({
    match: { method, path: '/categories' },
    effect: { kind: 'answer', status: 200, body: {} },
  });
}

describe('the list', () => {
  test('is the tree in order, each with its path, depth and number of children', async () => {
    const { data, resource, state } = await service.call('content-categories-list', {
      space: 'banca-personas',
    });
    expect(resource).toMatchObject({ type: 'space', id: 31 });
    expect(data.categories.map(({ full_path }: Row) => full_path)).toEqual([
      'ayuda',
      'canary_andes',
      'inicio',
      'inicio/ahorro',
      'inicio/credito',
      'inicio/credito/hipotecario',
    ]);
    expect(data.categories[4]).toEqual({
      id: 13,
      name: 'Crédito',
      slug: 'credito',
      full_path: 'inicio/credito',
      parent_id: 11,
      depth: 1,
      children_count: 1,
    });
    expect(state).toMatchObject({ returned: 6, total: 6, searched: 6, complete: true });
  });

  test('is narrowed by words and by what lies above, and says what it searched', async () => {
    const { data, state } = await service.call('content-categories-list', {
      space: 31,
      parent: 'inicio',
      query: 'CRED',
    });
    expect(data.categories.map(({ full_path }: Row) => full_path)).toEqual([
      'inicio/credito',
      'inicio/credito/hipotecario',
    ]);
    expect(data.filters).toEqual({ query: 'CRED', parent: 11 });
    expect(state).toMatchObject({ returned: 2, total: 2, searched: 6, complete: true });
  });

  test('turns pages, and says where they end', async () => {
    const first = await service.call('content-categories-list', { space: 31, per_page: 2 });
    expect(first.state).toMatchObject({ returned: 2, total: 6, page: 1, complete: false });
    expect(await pathsIn({ per_page: 2, page: 3 })).toEqual(['inicio/credito', 'inicio/credito/hipotecario']);
    const past = await service.call('content-categories-list', { space: 31, per_page: 2, page: 9 });
    expect(past.state.warnings).toMatchObject([{ code: 'PAGE_PAST_END' }]);
  });

  test('is the same where Modyo lists the roots alone, with the others inside them', async () => {
    const leaf = { id: 4, name: 'Leaf', slug: 'leaf' };
    const branch = { id: 3, name: 'Branch', slug: 'branch', children: [leaf] };
    const roots = [{ id: 2, name: 'Root', slug: 'root', parent_id: null, children: [branch] }];
    const meta = { total_entries: 1, per_page: 100, current_page: 1, total_pages: 1 };
    service.sandbox.faults.inject({
      match: { method: 'GET', path: '/categories' },
      effect: { kind: 'answer', status: 200, body: { categories: roots, meta } },
    });
    expect(await pathsIn()).toEqual(['root', 'root/branch', 'root/branch/leaf']);
  });

  test('that could not be read whole is not complete', async () => {
    const meta = { total_entries: 300, per_page: 100, current_page: 1, total_pages: 3 };
    const one = { id: 2, name: 'Root', slug: 'root', parent_id: null };
    service.sandbox.faults.inject({
      match: { method: 'GET', path: '/categories' },
      effect: { kind: 'answer', status: 200, body: { categories: [one], meta } },
    });
    const { state } = await service.call('content-categories-list', { space: 31 });
    expect(state).toMatchObject({ complete: false, warnings: [{ code: 'TREE_INCOMPLETE' }] });
  });
});

describe('one category', () => {
  test.each(['inicio/credito', 'credito', 'Crédito', 13, '13'])('is found by %j', async (identifier) => {
    const { data, resource } = await service.call('content-categories-get', { space: 31, identifier });
    expect(resource).toMatchObject({ type: 'category', id: 13, name: 'Crédito' });
    expect(data).toMatchObject({
      full_path: 'inicio/credito',
      children: [{ id: 14, full_path: 'inicio/credito/hipotecario' }],
      entries_count: expect.any(Number),
    });
    expect(data.entries_count).toBeGreaterThan(0);
  });

  test('is ambiguous by a slug that two have', async () => {
    await manage({ name: 'Ahorro', parent: 'ayuda' });
    const { error } = await manage({ identifier: 'ahorro' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    expect((await manage({ identifier: 'ayuda/ahorro' })).data.full_path).toBe('ayuda/ahorro');
  });
});

describe('a creation', () => {
  test('below another one answers what is stored, with its path', async () => {
    const { data, resource, state } = await manage({ name: 'Autos Usados', parent: 'inicio/credito' });
    expect(resource).toMatchObject({ type: 'category', id: expect.any(Number), name: 'Autos Usados' });
    expect(data).toMatchObject({ full_path: 'inicio/credito/autos-usados', children: [] });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
  });

  test('with a slug that a sibling has is refused in our names', async () => {
    const { error } = await manage({ name: 'Otra', slug: 'credito', parent: 'inicio' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'slug' }] });
  });

  test('of which something was stored otherwise says so', async () => {
    alter('POST', (body) => ({ ...body, name: 'Cambiada', parent_id: null }));
    const { data, state } = await manage({ name: 'Pedida', slug: 'pedida', parent: 'inicio' });
    expect(data.category.name).toBe('Cambiada');
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'name' },
      { code: 'VALUE_CHANGED', path: 'parent' },
    ]);
  });
});

describe('a rename', () => {
  test('of the name keeps slug and place, whatever the platform does with what is left out', async () => {
    const { data, state } = await manage({ identifier: 13, name: 'Préstamos', verify: true });
    expect(data).toMatchObject({ category: { name: 'Préstamos', slug: 'credito' }, paths_rewritten: 0 });
    expect(data.changed).toEqual([{ path: 'name', before: 'Crédito', after: 'Préstamos' }]);
    expect(state).not.toHaveProperty('warnings');
    const sent = service.sandbox.requests.list().find(({ method }) => method === 'PUT');
    expect(JSON.parse(sent?.body ?? '')).toEqual({ name: 'Préstamos', slug: 'credito', parent_id: 11 });
  });

  test('of the slug is refused until it is said to be meant', async () => {
    service.upstream();
    const { error } = await manage({ identifier: 13, slug: 'prestamos' });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'slug', suggestion: 'allow_rename: true' }],
    });
    expect(writes()).toEqual([]);
  });

  test('of the slug rewrites the paths below, which a dry run foretells and the answer tells', async () => {
    const change = { identifier: 13, slug: 'prestamos', allow_rename: true };
    const paths = [
      { id: 13, before: 'inicio/credito', after: 'inicio/prestamos' },
      { id: 14, before: 'inicio/credito/hipotecario', after: 'inicio/prestamos/hipotecario' },
    ];
    const planned = await manage({ ...change, dry_run: true });
    expect(planned.data.plan).toMatchObject({
      changed: [{ path: 'slug', before: 'credito', after: 'prestamos' }],
      paths_rewritten: 2,
      paths,
      entries_affected: expect.any(Number),
    });
    const { data } = await manage(change);
    expect(data).toMatchObject({ full_path: 'inicio/prestamos', paths_rewritten: 2, paths });
    expect(await pathsIn()).toContain('inicio/prestamos/hipotecario');
    expect((await manage({ identifier: 'inicio/credito' })).error.code).toBe('NOT_FOUND');
  });

  test('that had no effect, or moved something else, says so', async () => {
    doNothing('PUT');
    const ignored = await manage({ identifier: 13, slug: 'prestamos', allow_rename: true });
    expect(ignored.data).toMatchObject({ category: { slug: 'credito' }, paths_rewritten: 0 });
    expect(ignored.state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'slug' },
      { code: 'PATHS_NOT_REWRITTEN' },
    ]);
    service.sandbox.faults.clear();
    alter('PUT', (body) => ({ ...body, slug: 'regenerado' }));
    const moved = await manage({ identifier: 13, name: 'Regenerado' });
    expect(moved.state.warnings).toMatchObject([{ code: 'OTHER_VALUE_CHANGED', path: 'slug' }]);
  });
});

describe('a move', () => {
  const move = (args: object) => manage({ action: 'move', ...args });

  test('takes everything below along', async () => {
    const { data } = await move({ identifier: 'inicio/credito', parent: 'ayuda' });
    expect(data).toMatchObject({ full_path: 'ayuda/credito', paths_rewritten: 2 });
    expect(await pathsIn({ parent: 'ayuda' })).toEqual(['ayuda/credito', 'ayuda/credito/hipotecario']);
    const root = await move({ identifier: 14, to_root: true });
    expect(root.data.full_path).toBe('hipotecario');
  });

  test.each([{ parent: 14 }, { parent: 13 }])('below itself is refused before it is sent', async (place) => {
    service.upstream();
    const { error } = await move({ identifier: 13, ...place });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'parent' }] });
    expect(writes()).toEqual([]);
  });

  test.each([{}, { parent: 11, to_root: true }, { to_root: false }])(
    'to no one place is refused',
    async (place) => {
      const { error } = await move({ identifier: 13, ...place });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'parent' }] });
    },
  );

  test('that had no effect says so', async () => {
    doNothing('PUT');
    const { data, state } = await move({ identifier: 13, parent: 'ayuda' });
    expect(data.full_path).toBe('inicio/credito');
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'parent' },
      { code: 'PATHS_NOT_REWRITTEN' },
    ]);
  });
});

describe('a deletion', () => {
  const remove = { action: 'delete', identifier: 'inicio/credito' };

  test('is asked about with what goes and how many entries lose their category', async () => {
    service.upstream();
    const { control, data, resource } = await manage(remove);
    expect(writes()).toEqual([]);
    expect(control).toMatchObject({ confirmation_required: true, confirm_token: expect.any(String) });
    expect(resource).toMatchObject({ type: 'category', id: 13 });
    const held = await manage({ identifier: 13 });
    expect(data.plan).toEqual({
      deletes: { categories: 2, paths: ['inicio/credito', 'inicio/credito/hipotecario'] },
      uncategorises: { entries: held.data.entries_count },
    });
    expect(control.message).toContain(`${held.data.entries_count} entries lose their category`);
  });

  test('answers what is gone and what became of the entries, by a re-read', async () => {
    const held = await manage({ identifier: 13 });
    const { data, state } = await confirmed(remove);
    expect(data).toMatchObject({
      deleted: true,
      categories_deleted: [{ id: 13 }, { id: 14 }],
      entries_uncategorised: data.entries_read,
    });
    expect(data.entries_read).toBe(Math.min(100, held.data.entries_count));
    expect(state.status).toBe('done');
    expect(await pathsIn()).toEqual(['ayuda', 'canary_andes', 'inicio', 'inicio/ahorro']);
  });

  test('agreed to is none for a category that has gained one below it', async () => {
    const { control } = await manage(remove);
    await manage({ name: 'Nueva', parent: 13 });
    service.upstream();
    const { error } = await manage({ ...remove, confirm_token: control.confirm_token });
    expect(error.code).toBe('CONFLICT');
    expect(writes()).toEqual([]);
  });

  test('that had no effect is not answered as done', async () => {
    doNothing('DELETE');
    const { data, state } = await confirmed(remove);
    expect(data).toMatchObject({ deleted: false, categories_deleted: [], entries_uncategorised: 0 });
    expect(state.status).toBe('accepted');
  });

  test('that left the entries where they were says so', async () => {
    const { control } = await manage(remove);
    const listed = await service.call('content-entries-list', { space: 31, category: 14, per_page: 1 });
    const [row] = listed.data.entries;
    service.sandbox.faults.inject({
      match: { method: 'GET', path: /entries\?.*byIds/ },
      effect: {
        kind: 'answer',
        status: 200,
        body: { entries: [row], meta: { total_entries: 1, per_page: 100, current_page: 1, total_pages: 1 } },
      },
    });
    const { state } = await manage({ ...remove, confirm_token: control.confirm_token });
    expect(state.warnings).toContainEqual(
      expect.objectContaining({ code: 'ENTRIES_STILL_CATEGORISED', path: 'data.entries_uncategorised' }),
    );
  });
});

describe('what cannot be', () => {
  test.each([
    ['an empty name', { name: '' }],
    ['a slug with a slash', { name: 'x', slug: '../x' }],
    ['an encoded slug', { name: 'x', slug: '%2e%2e' }],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['a number for a name', { name: 7 }],
    ['a field that there is not', { name: 'x', colour: 'red' }],
    ['a parent in the wrong form', { name: 'x', parent: ['inicio'] }],
    ['nothing to create', {}],
    ['a creation with a move', { action: 'move', identifier: 13, name: 'x' }],
  ])('%s is refused, and nothing is written', async (_what, args) => {
    service.upstream();
    const { error } = await manage(args);
    expect(error.code).toBe('INVALID_PARAMS');
    expect(writes()).toEqual([]);
  });

  test.each(['../14', '%2e%2e', '13?x=1', '13/../14', '\u0000'])(
    'nothing is found by %j',
    async (identifier) => {
      service.upstream();
      for (const args of [
        { identifier, name: 'x' },
        { name: 'x', parent: identifier },
      ]) {
        expect((await manage(args)).error.code).toMatch(/NOT_FOUND|INVALID_PARAMS/);
      }
      expect(writes()).toEqual([]);
    },
  );

  test('a category of another space', async () => {
    const other = await service.call('content-categories-list', { space: 'retail' });
    const { id } = other.data.categories[0];
    service.upstream();
    for (const args of [
      { identifier: id, name: 'x' },
      { action: 'move', identifier: 13, parent: id },
    ]) {
      expect((await manage(args)).isError).toBe(true);
    }
    const listed = await service.call('content-categories-list', { space: 31, parent: id });
    expect(listed.error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'parent' }] });
  });
});
