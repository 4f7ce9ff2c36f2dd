import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ContentService, startContentService, type ToolAnswer } from '../../support/content-service.ts';
import { createToolHost } from '../../support/tool-host.ts';

let service: ContentService;
beforeEach(async () => {
  service = await startContentService();
});
afterEach(() => service.close());

/** What is stored is not what was sent: every text that the call asked for becomes another one. */
function alterTexts(from: string, to: string) {
  const change = (body: object) => JSON.parse(JSON.stringify(body).replaceAll(from, to));
  service.sandbox.faults.inject({ match: { method: 'POST' }, effect: { kind: 'alter-body', change } });
  service.sandbox.faults.inject({ match: { method: 'PUT' }, effect: { kind: 'alter-body', change } });
}

/** The upstream says that all is well and does nothing. */
function doNothing(path: RegExp) {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    service.sandbox.faults.inject({
      match: { method, path },
      effect: { kind: 'answer', status: 200, body: {} },
    });
  }
}

const entry = { space: 31, identifier: 549_895 };
const writes: readonly (readonly [string, string, object])[] = [
  ['a space created', 'content-spaces-manage', { name: 'Sentinel' }],
  ['a space changed', 'content-spaces-manage', { identifier: 31, description: 'Sentinel' }],
  ['a type created', 'content-types-manage', { space: 31, name: 'Sentinel' }],
  ['a type changed', 'content-types-manage', { space: 31, identifier: 'noticia', description: 'Sentinel' }],
  ['a type upserted', 'content-types-upsert', { space: 31, uid: 'nueva', name: 'Sentinel' }],
  ['a type upserted again', 'content-types-upsert', { space: 31, uid: 'noticia', description: 'Sentinel' }],
  ['a type copied', 'content-types-copy', { space: 31, identifier: 52, name: 'Sentinel', uid: 'copia' }],
  [
    'a space copied',
    'content-spaces-copy',
    { identifier: 33, name: 'Sentinel', uid: 'copia', dry_run: false },
  ],
  [
    'a field added',
    'content-types-manage',
    { space: 31, identifier: 'noticia', add_fields: [{ name: 'Sentinel', type: 'string' }] },
  ],
  [
    'an entry created',
    'content-entries-manage',
    { space: 31, type: 'noticia', name: 'Sentinel', fields: { Título: 'Sentinel' } },
  ],
  [
    'an entry upserted, new',
    'content-entries-upsert',
    { space: 31, type: 'noticia', slug: 'del-todo-nueva', name: 'Sentinel', fields: { Título: 'Sentinel' } },
  ],
  [
    'an entry upserted, existing',
    'content-entries-upsert',
    { space: 31, type: 'noticia', slug: '549897', locale: 'es-cl', fields: { Título: 'Sentinel' } },
  ],
  ['a media file described', 'content-assets-manage', { identifier: 601, title: 'Sentinel' }],
  ['an entry changed', 'content-entries-manage', { ...entry, fields: { Título: 'Sentinel' } }],
  [
    'a user created',
    'core-users-manage',
    { email: 'new@andes.example', first_name: 'Sentinel', last_name: 'User' },
  ],
  ['a user changed', 'core-users-manage', { identifier: 41, first_name: 'Sentinel' }],
  [
    'a user upserted',
    'core-users-upsert',
    { email: 'other@andes.example', first_name: 'Sentinel', last_name: 'User' },
  ],
  ['a group created', 'core-groups-manage', { name: 'Sentinel' }],
  ['a group changed', 'core-groups-manage', { identifier: 4, name: 'Sentinel' }],
  ['a group upserted', 'core-groups-upsert', { name: 'Sentinel' }],
  [
    'a role created',
    'core-roles-create',
    { name: 'Sentinel', scope: 'content', permissions: ['view_categories'] },
  ],
  ['a role changed', 'core-roles-manage', { identifier: 'space_auditor', name: 'Sentinel' }],
  ['a setting changed', 'core-settings-manage', { name: 'Sentinel' }],
];

/** What the answer claims: data and resource. What is said *about* the loss may quote what was asked for. */
const claims = ({ data, resource, error }: ToolAnswer) => JSON.stringify({ data, resource, error });

describe('F9.9 what a write answers was read, not copied from the request', () => {
  test.each(writes)('%s', async (_name, tool, args) => {
    alterTexts('Sentinel', 'Stored instead');
    const answer = await service.call(tool, args);
    expect(answer.error).toBeUndefined();
    expect(claims(answer)).toContain('Stored instead');
    expect(claims(answer)).not.toContain('Sentinel');
  });

  test.each([
    ['publish', 'unpublished'],
    ['unpublish', 'published'],
    ['archive', 'unpublished'],
  ])('%s that had no effect is not answered as done', async (action, state) => {
    const where = { space: 31, type: 'noticia' };
    const listed = await service.call('content-entries-list', { ...where, states: [state], per_page: 1 });
    const target = { space: 31, identifier: listed.data.entries[0].id };
    const before = await service.call('content-entries-get', target);
    doNothing(/entries/);
    const answer = await service.confirm('content-entries-manage', { action, ...target });
    if (answer.data !== undefined) expect(answer.data.entry_status).toBe(before.data.entry_status);
    expect(answer.state?.status).not.toBe('done');
  });

  test('a reindex that had no effect is not answered as done', async () => {
    doNothing(/reindex/);
    const args = { space: 31, identifier: 'noticia', action: 'reindex' };
    const { state } = await service.call('content-types-manage', args);
    expect(state.status).not.toBe('done');
  });

  test('a deletion that had no effect is not answered as done', async () => {
    await service.call('content-types-manage', { space: 31, name: 'Vacío', uid: 'vacio' });
    doNothing(/types/);
    const target = { action: 'delete', space: 31, identifier: 'vacio' };
    const answer = await service.confirm('content-types-manage', target);
    expect(answer.data.deleted).toBe(false);
    expect(answer.state?.status).not.toBe('done');
  });

  test('a write of the kit alone', async () => {
    const host = createToolHost();
    host.notes.storeInstead((note) => ({ ...note, title: 'Stored instead' }));
    const { body } = await host.call('content-notes-manage', {
      identifier: 1,
      title: 'Sentinel',
      verify: true,
    });
    expect(body.data).toMatchObject({
      note: { title: 'Stored instead' },
      after: { title: 'Stored instead' },
    });
    expect(JSON.stringify(body)).not.toContain('Sentinel');
  });
});
