import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  await service.call('content-spaces-manage', { name: 'Tipos', uid: 'tipos', default_locale: 'es-cl' });
});
afterAll(() => service.close());

interface Named {
  readonly name: string;
}

const manage = (args: object) => service.confirm('content-types-manage', { space: 'tipos', ...args });
const namesOf = (fields: readonly Named[]) => fields.map((field) => field.name);

const sixKinds = [
  { name: 'Title', type: 'string', required: true, length_max: 80, hint: 'At most ten words' },
  { name: 'Body', type: 'rich_text' },
  { name: 'Section', type: 'multiple', choices: ['News', 'Tips'], default_choices: ['Tips'] },
  { name: 'Price', type: 'decimal', number_min: 0, number_max: 100 },
  { name: 'Day', type: 'date', date_min: '2026-01-01' },
  { name: 'Open', type: 'boolean' },
];

describe('listing and reading types', () => {
  test('lists the types of a space without their fields', async () => {
    const { data, resource, state } = await service.call('content-types-list', { space: 'banca-personas' });
    expect(data.types.map((type: { uid: string }) => type.uid).sort()).toEqual([
      'aviso-legal',
      'noticia',
      'producto',
      'sucursal',
    ]);
    expect(data.types[0]).not.toHaveProperty('fields');
    expect(resource).toMatchObject({ type: 'space', id: 31, uid: 'banca-personas' });
    expect(state).toMatchObject({ returned: 4, total: 4, searched: 4, complete: true });
  });

  test.each([52, '52', 'noticia', 'Noticia', 'NOTICIA'])(
    'reads one by %j with its fields',
    async (identifier) => {
      const { data, resource } = await service.call('content-types-get', { space: 31, identifier });
      expect(resource).toMatchObject({ type: 'type', id: 52, name: 'Noticia', uid: 'noticia' });
      expect(namesOf(data.type.fields)).toContain('Sección');
    },
  );

  test('does not find a type of another space', async () => {
    const { error } = await service.call('content-types-get', { space: 'retail', identifier: 'noticia' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', available_actions: [{ tool: 'content-types-list' }] });
  });
});

describe('creating a type', () => {
  test('creates it with six kinds of field and answers the stored ones', async () => {
    const { data, resource, state } = await manage({ name: 'Six', uid: 'six', add_fields: sixKinds });
    expect(state).toMatchObject({
      status: 'done',
      next: [{ tool: 'content-entries-manage', args: { type: data.type.id } }],
    });
    expect(state).not.toHaveProperty('warnings');
    expect(resource).toMatchObject({ type: 'type', uid: 'six' });
    expect(data.fields_added).toEqual(['Title', 'Body', 'Section', 'Price', 'Day', 'Open']);
    const [title, , section, price] = data.type.fields;
    expect(title).toMatchObject({ hint: 'At most ten words', validations: { required: true, length: 80 } });
    expect(section.validations.values).toBe('News\n*Tips');
    expect(price.validations.number_range).toEqual({ min_number: 0, max_number: 100 });
  });

  test('refuses equal names before Modyo is asked', async () => {
    service.upstream();
    const fields = [
      { name: 'A', type: 'string' },
      { name: 'a', type: 'text' },
    ];
    const { error } = await manage({ name: 'Twice', add_fields: fields });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'add_fields.1.name' }] });
    expect(service.upstream().filter((line) => !line.startsWith('GET'))).toEqual([]);
  });

  test.each([
    ['a dot', 'a.b'],
    ['an underscore in front', '_a'],
  ])('refuses a field name with %s', async (_what, name) => {
    const { error } = await manage({ name: 'Wrong', add_fields: [{ name, type: 'string' }] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'add_fields.0.name' }] });
  });

  test('says that the type exists if only its fields were refused', async () => {
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/types/' },
      times: 1,
      effect: {
        kind: 'answer',
        status: 409,
        body: { errors: [{ field: 'fields[0][name]', messages: ['Name is reserved'], details: [] }] },
      },
    });
    const { data, state } = await manage({ name: 'Half', add_fields: [{ name: 'Title', type: 'string' }] });
    expect(data.type).toMatchObject({ name: 'Half', fields: [] });
    expect(state).toMatchObject({
      status: 'partial',
      warnings: [
        { code: 'FIELDS_NOT_SAVED', path: 'add_fields' },
        { code: 'FIELD_REFUSED', path: 'add_fields.0.name', message: 'Name is reserved' },
      ],
    });
  });
});

describe('changing a type', () => {
  test('adds, changes and removes fields and leaves the others as they are', async () => {
    const created = await manage({ name: 'Grow', uid: 'grow', add_fields: sixKinds });
    const before = created.data.type.fields;
    const { data, state } = await manage({
      identifier: 'grow',
      add_fields: [{ name: 'Cover', type: 'asset' }],
      update_fields: [{ field: 'Price', number_max: 500 }],
      remove_fields: ['Day'],
      verify: true,
    });
    expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
    expect(data.fields_added).toEqual(['Cover']);
    expect(data.fields_removed).toEqual(['Day']);
    expect(namesOf(data.type.fields)).toEqual(['Title', 'Body', 'Section', 'Price', 'Open', 'Cover']);
    expect(data.type.fields[0]).toEqual(before[0]);
    expect(data.type.fields[2]).toEqual(before[2]);
    expect(data.type.fields[3].validations.number_range).toEqual({ min_number: 0, max_number: 500 });
    expect(namesOf(data.before.fields)).toContain('Day');
  });

  test('links a field to a type by its uid', async () => {
    const author = await manage({ name: 'Author', uid: 'author' });
    const field = { name: 'Author', type: 'content_type', linked_type: 'author' };
    const { data } = await manage({ name: 'Linked', add_fields: [field] });
    expect(data.type.fields[0].validations.content_type).toBe(author.resource.id);
  });

  test('renames a field only if that is said to be meant', async () => {
    await manage({ name: 'Names', uid: 'names', add_fields: [{ name: 'Old', type: 'string' }] });
    const update_fields = [{ field: 'Old', rename_to: 'New' }];
    const refused = await manage({ identifier: 'names', update_fields });
    expect(refused.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'update_fields.0.rename_to' }],
    });
    const { data } = await manage({ identifier: 'names', update_fields, allow_rename: true });
    expect(namesOf(data.type.fields)).toEqual(['New']);
  });

  test('lists the fields that exist for one that does not', async () => {
    await manage({ name: 'Known', uid: 'known', add_fields: [{ name: 'Title', type: 'string' }] });
    const { error } = await manage({ identifier: 'known', remove_fields: ['Titel'] });
    expect(error.fields).toEqual([
      { path: 'remove_fields.0', message: 'The type has no such field.', expected: 'one of: Title' },
    ]);
  });

  test('tells what the platform kept of a removed field', async () => {
    await manage({ name: 'Sticky', uid: 'sticky', add_fields: [{ name: 'Stays', type: 'string' }] });
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/types/' },
      times: 1,
      effect: { kind: 'alter-body', change: (body) => ({ ...body, fields: [] }) },
    });
    const { data, state } = await manage({ identifier: 'sticky', remove_fields: ['Stays'] });
    expect(namesOf(data.type.fields)).toEqual(['Stays']);
    expect(data.fields_removed).toEqual([]);
    expect(state.warnings).toMatchObject([{ code: 'FIELD_NOT_REMOVED', path: 'fields.Stays' }]);
  });
});

describe('a type that has entries', () => {
  test('is reindexed after a change, and busy meanwhile', async () => {
    const slow = await startContentService({ jobDurationMs: 600_000 });
    try {
      const grow = { space: 31, identifier: 'sucursal', add_fields: [{ name: 'Teléfono', type: 'string' }] };
      const first = await slow.call('content-types-manage', grow);
      expect(first.data.reindex).toMatchObject({ job_status: expect.stringMatching(/pending|started/) });
      const again = { ...grow, add_fields: [{ name: 'Correo', type: 'string' }] };
      const { error } = await slow.call('content-types-manage', again);
      expect(error).toMatchObject({ code: 'STATE_BUSY', retry_after_ms: expect.any(Number) });
      const read = await slow.call('content-types-get', { space: 31, identifier: 'sucursal' });
      expect(namesOf(read.data.type.fields)).not.toContain('Correo');
    } finally {
      await slow.close();
    }
  });

  test('cannot be deleted, and the answer says what comes first', async () => {
    const { error } = await service.call('content-types-manage', {
      space: 31,
      action: 'delete',
      identifier: 'noticia',
    });
    expect(error).toMatchObject({ code: 'CONFLICT', available_actions: [{ tool: 'content-entries-list' }] });
  });
});

test('an empty type is deleted and gone', async () => {
  await manage({ name: 'Brief', uid: 'brief' });
  const { data, state } = await manage({ action: 'delete', identifier: 'brief' });
  expect(data).toEqual({ deleted: true });
  expect(state).toEqual({ status: 'done', invalidates: expect.any(Array) });
  const { error } = await service.call('content-types-get', { space: 'tipos', identifier: 'brief' });
  expect(error.code).toBe('NOT_FOUND');
});
