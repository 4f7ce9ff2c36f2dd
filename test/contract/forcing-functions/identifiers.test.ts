import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../../support/content-service.ts';
import { createToolHost } from '../../support/tool-host.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '1000000' } });
});
afterAll(() => service.close());

describe('identifiers of one digit or more', () => {
  test('A.1 a text of digits that is no uid and no name is an id', async () => {
    const { resource } = await service.call('content-entries-get', { space: 31, identifier: '549895' });
    expect(resource).toMatchObject({ type: 'entry', id: 549_895 });
  });

  test('A.2 a text of digits that is the uid of one and the id of another is ambiguous', async () => {
    const { error } = await service.call('content-spaces-get', { identifier: '2026' });
    expect(error.code).toBe('AMBIGUOUS');
    expect(error.details.candidates.map(({ id }: { id: number }) => id).sort()).toEqual([2026, 33]);
  });

  test('A.3 verifying a write that changes nothing finds no difference', async () => {
    const first = await service.call('content-spaces-manage', { identifier: 31, description: 'Same' });
    expect(first.isError).toBe(false);
    const second = await service.call('content-spaces-manage', {
      identifier: 31,
      description: 'Same',
      verify: true,
    });
    expect(second.data.changed).toEqual([]);
    expect(second.data.before).toEqual(second.data.after);
    const note = await createToolHost().call('content-notes-manage', {
      identifier: 1,
      title: 'Note 1',
      verify: true,
    });
    expect(note.body.data?.['changed']).toEqual([]);
  });
});

describe('F9.10 what a text identifier meant is echoed', () => {
  test.each([
    [
      'content-spaces-get',
      { identifier: 'banca-personas' },
      { type: 'space', id: 31, name: 'Banca Personas' },
    ],
    ['content-spaces-manage', { identifier: 'banca personas' }, { type: 'space', id: 31 }],
    [
      'content-spaces-manage',
      { identifier: 'banca-personas', description: 'x' },
      { type: 'space', id: 31, name: 'Banca Personas' },
    ],
    ['content-types-list', { space: 'banca-personas' }, { type: 'space', id: 31, name: 'Banca Personas' }],
    [
      'content-types-get',
      { space: 'banca-personas', identifier: 'noticia' },
      { type: 'type', id: expect.any(Number), name: expect.any(String) },
    ],
    ['content-types-upsert', { space: 'banca-personas', uid: 'noticia' }, { type: 'type', id: 52 }],
    [
      'content-types-copy',
      {
        space: 'banca-personas',
        identifier: 'noticia',
        to_space: 'retail',
        dry_run: true,
        include_linked: true,
      },
      { type: 'type', id: 52 },
    ],
    [
      'content-spaces-copy',
      { identifier: 'banca-personas', name: 'Copia', uid: 'copia' },
      { type: 'space', id: 31, name: 'Banca Personas' },
    ],
    ['content-entries-list', { space: 'banca-personas' }, { type: 'space', id: 31, name: 'Banca Personas' }],
    ['core-users-manage', { identifier: 'site.builder' }, { type: 'user', id: 41, name: 'Site Builder' }],
    [
      'core-users-manage',
      { identifier: 'site.builder@andes.example', lang: 'en' },
      { type: 'user', id: 41, name: 'Site Builder' },
    ],
    ['core-groups-manage', { identifier: 'editors' }, { type: 'group', id: 4, name: 'Editors' }],
    ['core-roles-manage', { identifier: 'site admin' }, { type: 'role', id: 8, uid: 'site_admin' }],
    ['core-members-manage', { site: 'portal' }, { type: 'site', id: 21, name: 'Portal' }],
    [
      'core-members-manage',
      { action: 'add', space: 'banca-personas', user: 'bruno.salas', role: 'space editor' },
      { type: 'user', id: 5, name: 'Bruno Salas' },
    ],
    ['core-users-upsert', { username: 'site.builder' }, { type: 'user', id: 41, name: 'Site Builder' }],
  ])('%s %j', async (name, args, expected) => {
    const { resource, error } = await service.call(name, args);
    expect(error).toBeUndefined();
    expect(resource).toMatchObject(expected);
  });
});
