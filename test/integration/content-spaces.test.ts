import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
afterAll(() => service.close());

const manage = (args: object) => service.confirm('content-spaces-manage', args);

describe('listing spaces', () => {
  test('answers the same through the tool of its own and through manage', async () => {
    const alone = await service.call('content-spaces-list', { sort_by: 'id', order: 'asc' });
    const grouped = await manage({ action: 'list', sort_by: 'id', order: 'asc' });
    expect(alone.data).toEqual(grouped.data);
    expect(alone.data.spaces.slice(0, 2).map((space: { id: number }) => space.id)).toEqual([31, 33]);
    expect(alone.structured).toMatchObject({ data: alone.data, state: alone.state });
  });

  test('says how much a page covers', async () => {
    const { state } = await service.call('content-spaces-list', { per_page: 1, page: 2 });
    expect(state).toMatchObject({ returned: 1, page: 2, per_page: 1, complete: false });
    expect(state.total).toBeGreaterThan(2);
  });

  test('explains an empty answer by the size of the corpus and the filters', async () => {
    const { data, state } = await service.call('content-spaces-list', { query: 'no such words' });
    expect(data).toEqual({ spaces: [], filters: { query: 'no such words' } });
    expect(state).toMatchObject({ returned: 0, total: 0, complete: true });
    expect(state.searched).toBeGreaterThanOrEqual(3);
  });

  test('refuses a sort key that Modyo would ignore, without asking it', async () => {
    service.upstream();
    const { error } = await service.call('content-spaces-list', { sort_by: 'popularity' });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'sort_by' }] });
    expect(service.upstream()).toEqual([]);
  });
});

describe('reading a space', () => {
  test.each([31, '31', 'banca-personas', 'Banca Personas', 'banca personas'])(
    'finds it by %j and echoes what was found',
    async (identifier) => {
      const { data, resource } = await service.call('content-spaces-get', { identifier });
      expect(resource).toMatchObject({
        type: 'space',
        id: 31,
        name: 'Banca Personas',
        uid: 'banca-personas',
      });
      expect(data.space.default_locale).toBe('es-cl');
    },
  );

  test('names the candidates where digits are the id of one and the uid of another', async () => {
    const { error } = await service.call('content-spaces-get', { identifier: '2026' });
    expect(error.code).toBe('AMBIGUOUS');
    expect(error.details.candidates.map((space: { id: number }) => space.id).sort()).toEqual([2026, 33]);
  });

  test('shows near names and the next step for one that does not exist', async () => {
    const { error } = await service.call('content-spaces-get', { identifier: 'banca-personal' });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      details: { near_names: [{ uid: 'banca-personas' }] },
      available_actions: [{ tool: 'content-spaces-list' }],
    });
  });
});

describe('creating and changing a space', () => {
  test('creates it with its languages and answers what was stored', async () => {
    const { data, resource, state } = await manage({
      name: 'Diario',
      uid: 'diario',
      default_locale: 'es_CL',
      locales: ['EN'],
      description: 'Noticias',
      cache_enabled: true,
      cache_max_age: 60,
    });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data.space).toMatchObject({ name: 'Diario', default_locale: 'es-cl', cache_max_age: 60 });
    expect(data.space.locales).toEqual(['es-cl', 'en']);
    expect(resource).toMatchObject({ type: 'space', id: data.space.id, uid: 'diario' });
  });

  test('names the parameter that Modyo refuses', async () => {
    const { error } = await manage({ name: 'Otro', uid: 'banca-personas' });
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'uid', message: 'Must be unique' }],
    });
  });

  test('changes only what is sent, and shows before and after from re-reads', async () => {
    await manage({ name: 'Revista', uid: 'revista', description: 'Se queda', default_locale: 'es-cl' });
    const { data, state } = await manage({
      identifier: 'revista',
      name: 'La Revista',
      locales: ['en'],
      verify: true,
    });
    expect(state.status).toBe('done');
    expect(data.space).toMatchObject({
      name: 'La Revista',
      description: 'Se queda',
      locales: ['es-cl', 'en'],
    });
    expect(data.changed).toContainEqual({ path: 'name', before: 'Revista', after: 'La Revista' });
    expect(data.changed.map((change: { path: string }) => change.path)).not.toContain('description');
    const renamed = await service.call('content-spaces-get', { identifier: 'La Revista' });
    expect(renamed.resource.uid).toBe('revista');
  });

  test('takes a language out only where it is named', async () => {
    await manage({ name: 'Lenguas', uid: 'lenguas', default_locale: 'es-cl', locales: ['en'] });
    const { data } = await manage({ identifier: 'lenguas', remove_locales: ['en'] });
    expect(data.space.locales).toEqual(['es-cl']);
  });

  test('changes a uid only if that is said to be meant', async () => {
    await manage({ name: 'Fijo', uid: 'fijo' });
    const refused = await manage({ identifier: 'fijo', uid: 'movido' });
    expect(refused.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'uid' }] });
    const same = await manage({ identifier: 'fijo', uid: 'fijo', description: 'x' });
    expect(same.isError).toBe(false);
    const { resource } = await manage({ identifier: 'fijo', uid: 'movido', allow_rename: true });
    expect(resource.uid).toBe('movido');
  });

  test('says so if what is stored is not what was sent', async () => {
    await manage({ name: 'Alterado', uid: 'alterado' });
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/content/spaces/' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, name: 'Otra cosa' }) },
    });
    const { data, state } = await manage({ identifier: 'alterado', name: 'Pedido' });
    expect(data.space.name).toBe('Otra cosa');
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'name' }]);
  });
});

describe('deleting a space', () => {
  test('needs the exact name', async () => {
    await manage({ name: 'Efímero', uid: 'efimero' });
    service.upstream();
    const refused = await manage({ action: 'delete', identifier: 'efimero', confirm_name: 'efímero' });
    expect(refused.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'confirm_name' }] });
    expect(service.upstream().filter((line) => line.startsWith('DELETE'))).toEqual([]);
    const done = await manage({ action: 'delete', identifier: 'efimero', confirm_name: 'Efímero' });
    expect(done).toMatchObject({
      data: { deleted: true },
      state: { status: 'done' },
      resource: { name: 'Efímero' },
    });
    const gone = await service.call('content-spaces-get', { identifier: 'efimero' });
    expect(gone.error.code).toBe('NOT_FOUND');
  });

  test('is refused without confirm_name before Modyo is asked', async () => {
    service.upstream();
    const { error } = await manage({ action: 'delete', identifier: 31 });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'confirm_name' }] });
    expect(service.upstream()).toEqual([]);
  });
});

test('a deletion that takes its time is accepted, not done', async () => {
  const slow = await startContentService({ jobDurationMs: 60_000 });
  try {
    await slow.call('content-spaces-manage', { name: 'Lento', uid: 'lento' });
    const args = { action: 'delete', identifier: 'lento', confirm_name: 'Lento' };
    const { data, state } = await slow.confirm('content-spaces-manage', args);
    expect(data).toEqual({ deleted: false });
    expect(state.status).toBe('accepted');
  } finally {
    await slow.close();
  }
});
