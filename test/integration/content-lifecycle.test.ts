import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createEntrySpace, type EntryMoves } from '../support/entry-moves.ts';

let service: ContentService;
let { draft, manage, move, writes } = {} as EntryMoves;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  ({ draft, manage, move, writes } = await createEntrySpace(service, 'Vidas'));
});
afterAll(() => service.close());

describe('publishing', () => {
  test('makes a draft live, by a re-read', async () => {
    const id = await draft('Publicar');
    const { data, state } = await move('publish', id, { verify: true });
    expect(data).toMatchObject({ entry_status: 'published', is_live: true, has_unpublished_changes: false });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data.changed).toContainEqual({ path: 'published', before: false, after: true });
  });

  test('of what is live already, verified, shows no difference', async () => {
    const id = await draft('Verificar');
    await move('publish', id);
    const { data } = await move('publish', id, { verify: true });
    expect(data.changed).toEqual([]);
  });

  test('of what is live already changes nothing and asks for nothing', async () => {
    const id = await draft('Ya publicada');
    await move('publish', id);
    service.upstream();
    const { data, state } = await move('publish', id);
    expect(state).toEqual({ status: 'unchanged' });
    expect(data.is_live).toBe(true);
    expect(writes()).toEqual([]);
  });

  test('at a given time is scheduled with its offset, and at once ends the schedule', async () => {
    const id = await draft('Programar');
    const times = { publish_at: '2034-12-24T09:00:00-03:00', unpublish_at: '2034-12-31T23:00:00Z' };
    const { data, state } = await move('publish', id, times);
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data).toMatchObject({ entry_status: 'scheduled', is_live: false });
    expect(Date.parse(data.schedule.publish_at)).toBe(Date.parse(times.publish_at));
    expect(Date.parse(data.schedule.unpublish_at)).toBe(Date.parse(times.unpublish_at));
    const now = await move('publish', id);
    expect(now.data).toMatchObject({ entry_status: 'published', is_live: true });
    expect(now.data).not.toHaveProperty('schedule');
  });

  test.each([
    ['a bare local time', { publish_at: '2034-12-24T09:00:00' }, 'publish_at'],
    ['a day', { publish_at: '2034-12-24' }, 'publish_at'],
    [
      'an end before the beginning',
      { publish_at: '2034-12-24T09:00:00-03:00', unpublish_at: '2034-12-24T11:00:00Z' },
      'unpublish_at',
    ],
  ])('refuses %s before Modyo is asked', async (_what, times, path) => {
    service.upstream();
    const { error } = await move('publish', 'Programar', times);
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path }] });
    expect(service.upstream()).toEqual([]);
  });

  test('says so where the platform accepted the call and the entry is not live', async () => {
    const id = await draft('Sin efecto');
    service.sandbox.faults.inject({
      match: { method: 'POST', path: `/${id}/publish` },
      times: 1,
      effect: { kind: 'answer', status: 200 },
    });
    const { data, state } = await move('publish', id);
    expect(data).toMatchObject({ entry_status: 'draft', is_live: false });
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'STATE_NOT_REACHED' }] });
  });

  test('tells the slug that the platform gave in place of one that was taken', async () => {
    for (const name of ['Mismo slug', 'Mismo slug (2)']) {
      await manage({ type: 'post', name, slug: 'mismo-slug', fields: { Title: name } });
    }
    await move('publish', 'Mismo slug');
    const { data, state } = await move('publish', 'Mismo slug (2)');
    expect(data.entry.slug).not.toBe('mismo-slug');
    expect(state.warnings).toMatchObject([{ code: 'SLUG_CHANGED' }]);
  });

  test('waits for the review that the space asks for, unless an admin forces it', async () => {
    const list = { space: 33, workflow_state: 'draft', states: ['unpublished'], per_page: 1 };
    const { data } = await service.call('content-entries-list', list);
    const args = { space: 33, action: 'publish', identifier: data.entries[0].id };
    service.upstream();
    const { error } = await service.call('content-entries-manage', args);
    expect(error).toMatchObject({ code: 'STATE_CONFLICT', details: { requires: ['approved'] } });
    expect(writes()).toEqual([]);
    const forced = await service.call('content-entries-manage', { ...args, force: true });
    expect(forced.data.is_live).toBe(true);
  });
});

describe('the staged way out', () => {
  test('names the missing step each time, and never takes it', async () => {
    const id = await draft('Por etapas');
    await move('publish', id);
    service.upstream();
    const live = await move('delete', id);
    expect(live.error).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { entry_status: 'published', steps: ['unpublish', 'archive', 'delete'] },
      available_actions: [{ tool: 'content-entries-manage', action: 'unpublish', args: { identifier: id } }],
    });
    const early = await move('archive', id);
    expect(early.error).toMatchObject({ details: { steps: ['unpublish', 'archive'] } });
    expect(writes()).toEqual([]);
    expect((await move('unpublish', id)).data).toMatchObject({ entry_status: 'draft', is_live: false });
    const unarchived = await move('delete', id);
    expect(unarchived.error.details.steps).toEqual(['archive', 'delete']);
    expect((await move('archive', id)).data.entry_status).toBe('archived');
    const deleted = await move('delete', id);
    expect(deleted).toMatchObject({
      data: { deleted: true, deleted_locale: 'es-cl' },
      state: { status: 'done' },
      resource: { id, name: 'Por etapas' },
    });
    expect((await manage({ identifier: id })).error.code).toBe('NOT_FOUND');
  });

  test('deletes one language and leaves the other', async () => {
    const id = await draft('Dos lenguas');
    const english = await manage({ identifier: id, locale: 'en', name: 'Two tongues' });
    await move('archive', id, { locale: 'en' });
    const { data } = await move('delete', id, { locale: 'en' });
    expect(data).toEqual({ deleted: true, deleted_locale: 'en' });
    expect((await manage({ identifier: id })).data.entry.locale).toBe('es-cl');
    expect((await manage({ identifier: english.data.entry.id })).error.code).toBe('NOT_FOUND');
  });

  test('an archived entry comes back as a draft with its values, and is not changed before', async () => {
    const id = await draft('De vuelta');
    await move('archive', id);
    const change = await manage({ identifier: id, fields: { Title: 'x' } });
    expect(change.error).toMatchObject({
      code: 'STATE_CONFLICT',
      available_actions: [{ action: 'restore' }],
    });
    const published = await move('publish', id);
    expect(published.error).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { steps: ['restore', 'publish'] },
    });
    expect((await move('restore', id)).data.entry_status).toBe('draft');
    expect((await manage({ identifier: id })).data.fields.Title).toBe('De vuelta');
  });

  test.each([
    ['unpublish', 'draft'],
    ['restore', 'draft'],
  ])('%s of a draft is already done', async (action, status) => {
    const id = await draft(`Ya ${action}`);
    const { data, state } = await move(action, id);
    expect(state).toEqual({ status: 'unchanged' });
    expect(data.entry_status).toBe(status);
  });

  test('takes the bulk action where the attribute has no effect', async () => {
    const id = await draft('Por lote');
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: `/entries/${id}` },
      times: 1,
      effect: { kind: 'answer', status: 200 },
    });
    service.upstream();
    const { data, state } = await move('archive', id);
    expect(writes().map((line) => line.replace(/.*entries/, ''))).toEqual([
      `/${id}`,
      '/bulk?bulk_action=archive',
    ]);
    expect(data).toMatchObject({ entry_status: 'archived', job_id: expect.any(String) });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
  });
});

describe('cloning', () => {
  test('makes a draft of its own with the values of the original', async () => {
    const id = await draft('Original');
    await move('publish', id);
    const { data, resource, state } = await move('clone', id);
    expect(data.entry.id).not.toBe(id);
    expect(data).toMatchObject({ fields: { Title: 'Original' }, entry_status: 'draft', is_live: false });
    expect(resource).toMatchObject({ id: data.entry.id, name: 'Copy of Original' });
    expect(state.next).toMatchObject([{ action: 'publish' }]);
    expect((await manage({ identifier: 'Copy of Original' })).data.entry.id).toBe(data.entry.id);
  });

  test('says so if the platform does not name the copy', async () => {
    const id = await draft('Anónima');
    service.sandbox.faults.inject({
      match: { method: 'POST', path: `/${id}/copy` },
      times: 1,
      effect: { kind: 'answer', status: 200 },
    });
    const { data, state } = await move('clone', id);
    expect(data).toEqual({});
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'COPY_NOT_NAMED' }] });
  });
});
