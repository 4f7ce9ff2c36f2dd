import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createEntrySpace, type EntryMoves } from '../support/entry-moves.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';

let service: ContentService;
let { draft, manage, move, writes } = {} as EntryMoves;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  ({ draft, manage, move, writes } = await createEntrySpace(service, 'Verdad', ['nota']));
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

/** The platform says yes to every move of publication and makes none. */
function ignorePublication(): void {
  service.sandbox.faults.inject({
    match: { method: 'POST', path: 'publish' },
    effect: { kind: 'answer', status: 200, body: {} },
  });
}

type Body = Readonly<Record<string, unknown>>;

function alter(method: 'POST' | 'PUT', change: (body: Body) => Body): void {
  const effect = { kind: 'alter-body', change: change as never } as const;
  service.sandbox.faults.inject({ match: { method, path: '/entries' }, times: 1, effect });
}

describe('a publication that had no effect is not done', () => {
  const later = '2034-01-01T00:00:00Z';
  const evenLater = '2034-02-01T00:00:00Z';

  test('where a live entry has changes', async () => {
    const id = await draft('Cambios');
    await move('publish', id);
    await manage({ identifier: id, fields: { Title: 'Otro' } });
    ignorePublication();
    const { state, data } = await move('publish', id);
    expect(data.has_unpublished_changes).toBe(true);
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'STATE_NOT_REACHED' }] });
  });

  test('where a live entry should be published anew later', async () => {
    const id = await draft('Más tarde');
    await move('publish', id);
    ignorePublication();
    const { state } = await move('publish', id, { publish_at: later });
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'STATE_NOT_REACHED' }] });
  });

  test('where an end was asked for', async () => {
    const id = await draft('Con fin');
    await move('publish', id);
    ignorePublication();
    const { state } = await move('publish', id, { unpublish_at: later });
    expect(state).toMatchObject({
      status: 'accepted',
      warnings: [{ code: 'SCHEDULE_NOT_STORED', path: 'unpublish_at' }],
    });
  });

  test('where an earlier schedule stays', async () => {
    const id = await draft('Programa anterior');
    await move('publish', id, { publish_at: later });
    ignorePublication();
    const moved = await move('publish', id, { publish_at: evenLater });
    expect(moved.state).toMatchObject({
      status: 'accepted',
      warnings: [{ code: 'SCHEDULE_NOT_STORED', path: 'publish_at' }],
    });
    for (const action of ['publish', 'unpublish']) {
      const { state } = await move(action, id);
      expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'STATE_NOT_REACHED' }] });
    }
  });

  test('and a moment that has passed publishes at once', async () => {
    const { state, data } = await move('publish', await draft('Ayer'), {
      publish_at: '2020-01-01T00:00:00Z',
    });
    expect(data.is_live).toBe(true);
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
  });
});

test.each(['2034-02-31T09:00:00Z', '2034-13-01T09:00:00Z', '2034-01-01T99:00:00Z'])(
  'a moment that does not exist is refused before Modyo is asked: %s',
  async (publish_at) => {
    service.upstream();
    const { error } = await move('publish', 1, { publish_at });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'publish_at' }] });
    expect(service.upstream()).toEqual([]);
  },
);

describe('what the platform did otherwise is told', () => {
  test('a new entry in another language', async () => {
    alter('POST', ({ locale: _locale, ...body }) => body);
    const { data, state } = await manage({ type: 'post', name: 'Idioma', locale: 'en' });
    expect(data.entry.locale).toBe('es-cl');
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'locale' }]);
  });

  test('an entry of its own in place of a translation', async () => {
    const id = await draft('Traducir');
    alter('POST', ({ uuid: _uuid, ...body }) => body);
    const { data, state } = await manage({ identifier: id, locale: 'en', name: 'Translate' });
    expect(data.translation_created).toBe(false);
    expect(state.warnings).toMatchObject([{ code: 'VALUE_CHANGED', path: 'identifier' }]);
  });

  test.each([
    ['an update', (id: number) => manage({ identifier: id, fields: { Title: 'x' } })],
    ['an archiving', (id: number) => move('archive', id)],
  ])('attributes that moved with %s', async (_what, write) => {
    const id = await draft('Arrastre');
    alter('PUT', (body) => ({ ...body, name: 'Otro nombre', tags: ['ajena'] }));
    const { state } = await write(id);
    expect(state.warnings).toMatchObject([
      { code: 'OTHER_VALUE_CHANGED', path: 'name' },
      { code: 'OTHER_VALUE_CHANGED', path: 'tags' },
    ]);
  });

  test.each([
    ['content-spaces-manage', { identifier: 'verdad', description: 'a' }],
    ['content-types-manage', { space: 'verdad', identifier: 'nota', description: 'a' }],
  ])('attributes that moved with a write of %s', async (tool, args) => {
    service.sandbox.faults.inject({
      match: { method: 'PUT' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, name: 'Movido' }) },
    });
    const { state } = await service.call(tool, args);
    expect(state.warnings).toMatchObject([{ code: 'OTHER_VALUE_CHANGED', path: 'name' }]);
  });

  test('a link that is sent twice is kept twice, and no loss', async () => {
    const add_fields = [{ name: 'Links', type: 'content_types' }];
    await service.call('content-types-manage', { space: 'verdad', name: 'Lista', uid: 'lista', add_fields });
    const id = await draft('Enlazada');
    const { state } = await manage({ type: 'lista', name: 'Dos veces', fields: { Links: [id, id] } });
    expect(state).not.toHaveProperty('warnings');
  });
});

describe('a slug', () => {
  test('that entries of two types have is ambiguous, also for a deletion', async () => {
    for (const type of ['post', 'nota']) await manage({ type, name: `De ${type}`, slug: 'compartido' });
    const args = { space: 'verdad', identifier: 'compartido' };
    service.upstream();
    for (const read of [
      await service.call('content-entries-get', args),
      await move('delete', 'compartido'),
    ]) {
      expect(read.error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    }
    expect(writes()).toEqual([]);
    const told = await service.call('content-entries-get', { ...args, type: 'nota' });
    expect(told.resource.name).toBe('De nota');
  });

  test('is found behind many entries whose names look like it', async () => {
    await manage({ type: 'post', name: 'Zeta', slug: 'oferta' });
    for (let number = 0; number < 20; number += 1) await manage({ type: 'post', name: `Oferta ${number}` });
    const { resource } = await service.call('content-entries-get', { space: 'verdad', identifier: 'oferta' });
    expect(resource.name).toBe('Zeta');
  });

  test('that the platform changed at a publication no longer means the entry', async () => {
    for (const name of ['Primera', 'Segunda']) await manage({ type: 'post', name, slug: 'repetido' });
    await move('publish', 'Primera');
    await move('publish', 'Segunda');
    const { resource } = await service.call('content-entries-get', {
      space: 'verdad',
      identifier: 'repetido',
    });
    expect(resource.name).toBe('Primera');
  });
});

describe('a remembered name that now means another entry', () => {
  async function exchangeElsewhere(name: string): Promise<{ old: number; present: number }> {
    const old = await draft(name);
    const present = await draft(`${name} nueva`);
    await service.call('content-entries-get', { space: 'verdad', identifier: name });
    const { resource } = await service.call('content-spaces-get', { identifier: 'verdad' });
    const platform = createSandboxClient(service.sandbox);
    const rename = (id: number, to: string) =>
      platform.put(`/content/spaces/${resource.id}/entries/${id}`, { name: to });
    await rename(old, `${name} vieja`);
    await rename(present, name);
    return { old, present };
  }

  test('is looked up again before it is published', async () => {
    const { old, present } = await exchangeElsewhere('Portada');
    const { resource } = await move('publish', 'Portada');
    expect(resource.id).toBe(present);
    expect((await manage({ identifier: old })).data.is_live).toBe(false);
  });

  test('and its own new name does not lose it', async () => {
    const id = await draft('Renombrada');
    await manage({ identifier: 'Renombrada' });
    const { isError, resource, data } = await manage({
      identifier: 'Renombrada',
      name: 'Con otro nombre',
      verify: true,
    });
    expect(isError).toBe(false);
    expect(resource).toMatchObject({ id, name: 'Con otro nombre' });
    expect(data.changed).toContainEqual({ path: 'name', before: 'Renombrada', after: 'Con otro nombre' });
  });

  test('or a second one as well is ambiguous for a deletion', async () => {
    const { old, present } = await exchangeElsewhere('Gemela');
    for (const id of [old, present]) await move('archive', id);
    await service.call('content-entries-get', { space: 'verdad', identifier: 'Gemela' });
    const { resource } = await service.call('content-spaces-get', { identifier: 'verdad' });
    const created = { content_type_id: undefined as unknown, name: 'Gemela', locale: 'es-cl' };
    created.content_type_id = (
      await service.call('content-types-get', { space: 'verdad', identifier: 'post' })
    ).resource.id;
    await createSandboxClient(service.sandbox).post(`/content/spaces/${resource.id}/entries`, created);
    const { error } = await move('delete', 'Gemela');
    expect(error.code).toBe('AMBIGUOUS');
  });
});

describe('the languages of a space', () => {
  const space = (args: object) => service.call('content-spaces-manage', { identifier: 'verdad', ...args });

  test('never lose the default one, and the answer says so', async () => {
    service.upstream();
    const { error } = await space({ remove_locales: ['es_CL'] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'remove_locales' }] });
    expect(writes()).toEqual([]);
  });

  test('are not added and taken out in one call', async () => {
    const { error } = await space({ locales: ['fr'], remove_locales: ['FR'] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'remove_locales' }] });
  });
});

test('an id of another type than the call names is not acted on', async () => {
  const identifier = await draft('De su tipo');
  service.upstream();
  const { error } = await move('publish', identifier, { type: 'nota' });
  expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'type' }] });
  expect(writes()).toEqual([]);
});

test('a page past the end says which one is the last', async () => {
  const { state } = await service.call('content-entries-list', { space: 'verdad', page: 99 });
  expect(state).toMatchObject({
    returned: 0,
    complete: false,
    warnings: [{ code: 'PAGE_PAST_END', path: 'page' }],
  });
});

describe('a type', () => {
  const type = (args: object) => service.confirm('content-types-manage', { space: 'verdad', ...args });

  test.each([
    ['a line break', ['a\nb']],
    ['a mark', ['*a']],
    ['spaces around it', ['a ']],
    ['a repetition', ['a', 'a']],
  ])('refuses a choice with %s, which the platform would take for another list', async (_what, choices) => {
    const add_fields = [{ name: 'Opciones', type: 'dropdown', choices }];
    const { error } = await type({ identifier: 'nota', add_fields });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields[0].path).toMatch(/^add_fields\.0\.choices/);
  });

  test.each([
    ['number_min', { type: 'string', number_min: 1 }],
    ['length_max', { type: 'integer', length_max: 1 }],
    ['date_max', { type: 'text', date_max: '2034-01-01' }],
    ['number_max', { type: 'integer', number_min: 5, number_max: 1 }],
    ['date_max', { type: 'date', date_min: '2034-01-02', date_max: '2034-01-01' }],
    ['date_min', { type: 'date', date_min: '2034-02-31' }],
  ])('refuses a rule that can have no effect: %s of %o', async (rule, field) => {
    service.upstream();
    const { error } = await type({ identifier: 'nota', add_fields: [{ name: 'Regla', ...field }] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: `add_fields.0.${rule}` }] });
    expect(writes()).toEqual([]);
  });

  test('that lost a choice does not keep an entry that has it from being archived', async () => {
    const add_fields = [{ name: 'Color', type: 'dropdown', choices: ['Rojo', 'Azul'] }];
    await type({ name: 'Pintura', uid: 'pintura', add_fields });
    const { data } = await manage({ type: 'pintura', name: 'Roja', fields: { Color: 'Rojo' } });
    await type({ identifier: 'pintura', update_fields: [{ field: 'Color', choices: ['Azul'] }] });
    const archived = await move('archive', data.entry.id);
    expect(archived.data.entry_status).toBe('archived');
    expect(archived.state.status).toBe('done');
  });
});
