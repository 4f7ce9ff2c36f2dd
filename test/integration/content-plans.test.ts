import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService, type ToolAnswer } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  const space = { name: 'Planes', uid: 'planes', default_locale: 'es-cl', locales: ['en'] };
  await service.call('content-spaces-manage', space);
  await addType('post', [
    { name: 'Title', type: 'string' },
    { name: 'Mood', type: 'dropdown', choices: ['Calm', 'Loud'] },
  ]);
});
afterAll(() => service.close());

const entries = (args: object) => service.call('content-entries-manage', { space: 'planes', ...args });
const types = (args: object) => service.call('content-types-manage', { space: 'planes', ...args });
const spaces = (args: object) => service.call('content-spaces-manage', args);
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

async function addType(uid: string, add_fields: readonly object[]): Promise<void> {
  await types({ name: uid, uid, ...(add_fields.length > 0 && { add_fields }) });
}

async function draft(name: string): Promise<number> {
  return (await entries({ type: 'post', name, fields: { Title: name, Mood: 'Calm' } })).data.entry.id;
}

async function archived(name: string): Promise<number> {
  const id = await draft(name);
  await service.confirm('content-entries-manage', { space: 'planes', action: 'archive', identifier: id });
  return id;
}

/** A dry run, which writes nothing. */
async function planned(call: (args: object) => Promise<ToolAnswer>, args: object): Promise<ToolAnswer> {
  service.upstream();
  const answer = await call({ ...args, dry_run: true });
  expect(written()).toEqual([]);
  expect(answer.error).toBeUndefined();
  expect(answer.control).toMatchObject({ dry_run: true, message: expect.any(String) });
  return answer;
}

describe('what a dry run of a deletion shows', () => {
  test('of a space: what goes with it, and how much of that readers have now', async () => {
    await spaces({ name: 'Entero', uid: 'entero', default_locale: 'es-cl', locales: ['en'] });
    const within = { space: 'entero', type: 'nota' };
    await service.call('content-types-manage', {
      space: 'entero',
      name: 'Nota',
      uid: 'nota',
      add_fields: [{ name: 'T', type: 'string' }],
    });
    const { data } = await service.call('content-entries-manage', { ...within, name: 'Una' });
    await service.call('content-entries-manage', { ...within, name: 'Otra' });
    const target = { space: 'entero', identifier: data.entry.id };
    await service.call('content-entries-manage', { ...target, locale: 'en', name: 'One' });
    await service.call('content-entries-manage', { ...target, action: 'publish', locale: 'en' });
    const args = { action: 'delete', identifier: 'entero', confirm_name: 'Entero' };
    const answer = await planned(spaces, args);
    expect(answer.data.plan).toMatchObject({
      deletes: {
        types: 1,
        entries: 2,
        live: [
          { locale: 'es-cl', entries: 0 },
          { locale: 'en', entries: 1 },
        ],
      },
    });
    expect(answer.resource).toMatchObject({ type: 'space', uid: 'entero', name: 'Entero' });
    expect(answer.control.message).toContain('"Entero"');
    const misnamed = await spaces({ ...args, confirm_name: 'entero', dry_run: true });
    expect(misnamed.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'confirm_name' }] });
  });

  test('of a type: its fields; and one that has entries is refused as the deletion is', async () => {
    await addType('vacio', [{ name: 'Uno', type: 'string' }]);
    const { data, resource } = await planned(types, { action: 'delete', identifier: 'vacio' });
    expect(data.plan).toMatchObject({ deletes: { fields: ['Uno'], entries: 0 } });
    expect(resource).toMatchObject({ type: 'type', uid: 'vacio' });
    const full = { space: 31, action: 'delete', identifier: 'noticia' };
    for (const args of [full, { ...full, dry_run: true }]) {
      const { error } = await types(args);
      expect(error).toMatchObject({ code: 'CONFLICT', details: { entries: expect.any(Number) } });
    }
  });

  test('of an entry: its language, and where it stays', async () => {
    const id = await archived('Dos lenguas');
    await entries({ identifier: id, locale: 'en', name: 'Two tongues' });
    const { data, resource } = await planned(entries, { action: 'delete', identifier: id });
    expect(data.plan).toMatchObject({ deletes: { locale: 'es-cl' }, locales_left: ['en'] });
    expect(resource).toMatchObject({ type: 'entry', id, name: 'Dos lenguas' });
    const early = await entries({ action: 'delete', identifier: await draft('Pronto'), dry_run: true });
    expect(early.error).toMatchObject({ code: 'STATE_CONFLICT', details: { steps: ['archive', 'delete'] } });
  });
});

describe('what a dry run of a move shows', () => {
  test('of unpublishing: what readers have now and the schedule that is lost', async () => {
    const id = await draft('En vivo');
    await entries({ action: 'publish', identifier: id, unpublish_at: '2034-12-24T11:00:00Z' });
    const { data } = await planned(entries, { action: 'unpublish', identifier: id });
    expect(data.plan).toMatchObject({
      before: { entry_status: 'published', is_live: true },
      after: { entry_status: 'draft', is_live: false },
      live_since: expect.any(String),
      schedule_cancelled: { unpublish_at: expect.any(String) },
    });
  });

  test('of archiving and of publishing: from where to where', async () => {
    const id = await draft('De aquí');
    const archiving = await planned(entries, { action: 'archive', identifier: id });
    expect(archiving.data.plan).toMatchObject({
      before: { entry_status: 'draft' },
      after: { entry_status: 'archived' },
    });
    const later = { publish_at: '2034-12-24T11:00:00Z' };
    const scheduling = await planned(entries, { action: 'publish', identifier: id, ...later });
    expect(scheduling.data.plan).toMatchObject({
      after: { entry_status: 'scheduled', is_live: false },
      publish_at: later.publish_at,
    });
  });
});

describe('what a dry run of an update shows', () => {
  test('of an entry: the difference, field by field, and nothing of the other fields', async () => {
    const id = await draft('Antes');
    const change = { identifier: id, name: 'Después', fields: { Title: 'Otro' } };
    const { data } = await planned(entries, change);
    expect(data.plan.changed).toEqual([
      { path: 'name', before: 'Antes', after: 'Después' },
      { path: 'fields.Title', before: 'Antes', after: 'Otro' },
    ]);
    const done = await entries({ ...change, verify: true });
    expect(done.data.changed).toEqual(expect.arrayContaining(data.plan.changed));
    const wrong = await entries({ identifier: id, fields: { Titel: 'x' }, dry_run: true });
    expect(wrong.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'fields.Titel' }] });
  });

  test('of an entry in a language that it lacks: that it is created', async () => {
    const id = await draft('Sola');
    const { data } = await planned(entries, { identifier: id, locale: 'en', fields: { Title: 'Alone' } });
    expect(data.plan).toMatchObject({
      locale: 'en',
      translation_created: true,
      changed: [{ path: 'fields.Title', after: 'Alone' }],
    });
  });

  test('of a space and of a type: what changes, and which values go', async () => {
    const space = await planned(spaces, {
      identifier: 'planes',
      description: 'Nueva',
      remove_locales: ['en'],
    });
    expect(space.data.plan.changed).toContainEqual({ path: 'description', before: '', after: 'Nueva' });
    expect(space.data.plan.locales_removed).toEqual(['en']);
    await draft('Con valor');
    const type = await planned(types, {
      identifier: 'post',
      update_fields: [{ field: 'Mood', choices: ['Loud', 'Wild'] }],
      remove_fields: ['Title'],
      add_fields: [{ name: 'Lead', type: 'text' }],
    });
    expect(type.data.plan).toMatchObject({
      fields_added: ['Lead'],
      fields_removed: ['Title'],
      choices_removed: [{ field: 'Mood', choices: ['Calm'] }],
      starts_reindex: true,
    });
    expect(type.data.plan.entries).toBeGreaterThan(0);
    const unknown = await types({ identifier: 'post', remove_fields: ['Titel'], dry_run: true });
    expect(unknown.error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'remove_fields.0' }] });
  });
});

describe('what a person is asked for', () => {
  const asked = (call: (args: object) => Promise<ToolAnswer>, args: object) => async () => {
    service.upstream();
    const answer = await call(args);
    expect(written()).toEqual([]);
    return answer;
  };

  test('F15.2 every deletion, unpublishing and archiving, with what would happen', async () => {
    const live = await draft('Pregunta');
    await entries({ action: 'publish', identifier: live });
    const gone = await archived('Fuera');
    await addType('breve', []);
    await spaces({ name: 'Corto', uid: 'corto' });
    for (const ask of [
      asked(entries, { action: 'unpublish', identifier: live }),
      asked(entries, { action: 'archive', identifier: await draft('Al archivo') }),
      asked(entries, { action: 'delete', identifier: gone }),
      asked(types, { action: 'delete', identifier: 'breve' }),
      asked(spaces, { action: 'delete', identifier: 'corto', confirm_name: 'Corto' }),
      asked(spaces, { identifier: 'planes', remove_locales: ['en'] }),
      asked(types, { identifier: 'post', remove_fields: ['Title'] }),
    ]) {
      const { control, data, resource } = await ask();
      expect(control).toMatchObject({
        confirmation_required: true,
        confirm_token: expect.any(String),
        expires_at: expect.any(String),
      });
      expect(data.plan).toEqual(expect.any(Object));
      expect(resource.id).toEqual(expect.any(Number));
    }
  });

  test('nothing where nothing would be lost', async () => {
    const id = await draft('Sin pérdida');
    const already = await entries({ action: 'unpublish', identifier: id });
    expect(already.state.status).toBe('unchanged');
    const more = {
      identifier: 'post',
      update_fields: [{ field: 'Mood', choices: ['Calm', 'Loud', 'Wild'] }],
    };
    expect((await types(more)).state.status).toBe('done');
    expect((await entries({ identifier: id, fields: { Title: 'Cambia' } })).state.status).toBe('done');
    expect((await entries({ action: 'publish', identifier: id })).state.status).toBe('done');
    const none = await spaces({ identifier: 'planes', remove_locales: ['fr'] });
    expect(none.control).toBeUndefined();
  });

  test('F15.3 an agreement is for the version that was shown', async () => {
    const id = await draft('Versión');
    const { control } = await entries({ action: 'archive', identifier: id });
    await entries({ identifier: id, fields: { Title: 'Otra' } });
    service.upstream();
    const late = { action: 'archive', identifier: id, confirm_token: control.confirm_token };
    expect((await entries(late)).error.code).toBe('CONFLICT');
    expect(written()).toEqual([]);
  });

  test('F15.3 an agreement for one entry is none for another, and none for a second time', async () => {
    const [one, other] = [await archived('Una'), await archived('Otra')];
    const { control } = await entries({ action: 'delete', identifier: one });
    const { confirm_token } = control;
    const wrong = await entries({ action: 'delete', identifier: other, confirm_token });
    expect(wrong.error.code).toBe('CONFLICT');
    expect((await entries({ identifier: other })).data.entry.id).toBe(other);
  });
});
