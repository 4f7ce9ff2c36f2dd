import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  const space = { name: 'Listas', uid: 'listas', default_locale: 'es-cl', locales: ['en'] };
  await service.call('content-spaces-manage', space);
  await service.call('content-types-manage', {
    space: 'listas',
    name: 'Post',
    uid: 'post',
    add_fields: [
      { name: 'Section', type: 'multiple', choices: ['News', 'Tips', 'Press'] },
      { name: 'Services', type: 'checkbox', choices: ['Cash', 'Advice', 'Safe'] },
      { name: 'Photos', type: 'assets' },
      { name: 'Related', type: 'content_types' },
      { name: 'Places', type: 'locations' },
    ],
  });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const manage = (args: object) => service.call('content-entries-manage', { space: 'listas', ...args });
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

async function entry(fields: object = {}, rest: object = {}) {
  const { data } = await manage({ type: 'post', name: 'Entrada', fields, ...rest });
  return data.entry as { id: number; uuid: string };
}

async function assetUuids(): Promise<readonly string[]> {
  const { data } = await service.call('content-assets-list', { per_page: 4 });
  return data.assets.map(({ uuid }: { uuid: string }) => uuid);
}

const place = (street: string, lat: number) => ({
  location_street: street,
  location: { lat, lon: -70 },
  country: 'Chile',
});

/** For each kind of list: two stored items, one of another value, and how they are read. */
const kinds: readonly (readonly [string, () => Promise<readonly [unknown, unknown, unknown]>])[] = [
  ['Section', async () => ['News', 'Press', 'Tips']],
  ['Services', async () => ['Cash', 'Safe', 'Advice']],
  [
    'Photos',
    async () => {
      const [one, two, three] = await assetUuids();
      return [one, two, three];
    },
  ],
  [
    'Related',
    async () => {
      const made = [await entry(), await entry(), await entry()];
      return made.map(({ uuid }) => uuid) as unknown as readonly [string, string, string];
    },
  ],
  ['Places', async () => [place('Uno', -33), place('Dos', -34), place('Tres', -35)]],
];

const unordered = (items: readonly unknown[]) =>
  items
    .map((item) =>
      typeof item === 'object' && item !== null
        ? (item as { location_street: string }).location_street
        : item,
    )
    .sort();

describe.each(kinds)('a list of the kind of %s', (field, items) => {
  test('gets items with append, and one that is there is not there twice', async () => {
    const [one, two, three] = await items();
    const { id } = await entry({ [field]: [one, two] });
    const { data, state } = await manage({
      identifier: id,
      fields: { [field]: [three, one] },
      list_mode: 'append',
    });
    expect(unordered(data.fields[field])).toEqual(unordered([one, two, three]));
    expect(state.warnings).toBeUndefined();
  });

  test('loses items with remove, which says how many', async () => {
    const [one, two, three] = await items();
    const { id } = await entry({ [field]: [one, two] });
    const { data, state } = await manage({
      identifier: id,
      fields: { [field]: [one, three] },
      list_mode: 'remove',
    });
    expect(unordered(data.fields[field])).toEqual(unordered([two]));
    expect(state.warnings).toMatchObject([
      { code: 'ITEM_NOT_THERE', path: `fields.${field}` },
      { code: 'ITEMS_TAKEN_OUT', path: `fields.${field}`, message: expect.stringContaining('1.') },
    ]);
  });

  test('is replaced with replace, and the plan counts what would vanish', async () => {
    const [one, two, three] = await items();
    const { id } = await entry({ [field]: [one, two] });
    const change = { identifier: id, fields: { [field]: [three] }, list_mode: 'replace' };
    service.upstream();
    const { data: planned } = await manage({ ...change, dry_run: true });
    expect(planned.plan.vanishing).toEqual([{ path: `fields.${field}`, items: 2 }]);
    expect(writes()).toEqual([]);
    const { data, state } = await manage(change);
    expect(unordered(data.fields[field])).toEqual(unordered([three]));
    expect(state.warnings).toMatchObject([
      { code: 'ITEMS_TAKEN_OUT', path: `fields.${field}`, message: expect.stringContaining('2.') },
    ]);
  });

  test('is not made shorter by a call that does not say so', async () => {
    const [one, two] = await items();
    const { id } = await entry({ [field]: [one, two] });
    for (const sent of [[one], []]) {
      service.upstream();
      for (const rest of [{}, { dry_run: true }]) {
        const { error } = await manage({ identifier: id, fields: { [field]: sent }, ...rest });
        expect(error).toMatchObject({
          code: 'INVALID_PARAMS',
          fields: [
            {
              path: `fields.${field}`,
              message: `The list would lose ${2 - sent.length} of its 2 stored items.`,
              expected: 'list_mode: replace, append or remove',
            },
          ],
        });
      }
      expect(writes()).toEqual([]);
    }
  });

  test('needs no mode where nothing vanishes, and null empties it', async () => {
    const [one, two, three] = await items();
    const { id } = await entry({ [field]: [one, two] });
    const longer = await manage({ identifier: id, fields: { [field]: [one, two, three] } });
    expect(unordered(longer.data.fields[field])).toEqual(unordered([one, two, three]));
    const emptied = await manage({ identifier: id, fields: { [field]: null } });
    expect(emptied.data.fields[field]).toBeNull();
  });
});

describe('tags', () => {
  test.each([
    ['append', ['c', 'a'], ['a', 'b', 'c']],
    ['remove', ['a'], ['b']],
    ['replace', ['c'], ['c']],
  ])('follow list_mode: %s', async (list_mode, tags, expected) => {
    const { id } = await entry({}, { tags: ['a', 'b'] });
    const { data } = await manage({ identifier: id, tags, list_mode });
    expect(data.entry.tags).toEqual(expected);
  });

  test('are not dropped by a call that does not say so', async () => {
    const { id } = await entry({}, { tags: ['a', 'b'] });
    service.upstream();
    const { error } = await manage({ identifier: id, tags: ['c'] });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'tags' }] });
    expect(writes()).toEqual([]);
  });
});

describe('a list that the platform did not change', () => {
  test('is told as it is stored, and not as one that has lost items', async () => {
    const { id } = await entry({ Section: ['News', 'Press'] }, { tags: ['a', 'b'] });
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: '/entries' },
      times: 1,
      effect: { kind: 'alter-body', change: ({ tags: _tags, field_values: _values, ...body }) => body },
    });
    const change = { identifier: id, tags: ['a'], fields: { Section: ['News'] }, list_mode: 'remove' };
    const { data, state } = await manage(change);
    expect(data).toMatchObject({ entry: { tags: ['a', 'b'] }, fields: { Section: ['News', 'Press'] } });
    expect(state.warnings).toMatchObject([
      { code: 'VALUE_CHANGED', path: 'tags' },
      { code: 'VALUE_CHANGED', path: 'fields.Section' },
    ]);
  });
});

describe('links by id', () => {
  test('are the same as by uuid: none is added twice, each is found to be removed', async () => {
    const [one, two] = [await entry(), await entry()];
    const { data: assets } = await service.call('content-assets-list', { per_page: 2 });
    const [cover, other] = assets.assets as { id: number; uuid: string }[];
    const { id } = await entry({ Related: [one.uuid, two.uuid], Photos: [cover?.uuid, other?.uuid] });
    const added = await manage({
      identifier: id,
      fields: { Related: [one.id], Photos: [cover?.id] },
      list_mode: 'append',
    });
    expect(added.data.fields).toMatchObject({
      Related: [one.uuid, two.uuid],
      Photos: [cover?.uuid, other?.uuid],
    });
    const removed = await manage({
      identifier: id,
      fields: { Related: [one.id], Photos: [cover?.id] },
      list_mode: 'remove',
    });
    expect(removed.data.fields).toMatchObject({ Related: [two.uuid], Photos: [other?.uuid] });
  });

  test('that lead nowhere are refused with the field, and nothing is changed', async () => {
    const one = await entry();
    const { id } = await entry({ Related: [one.uuid] });
    const { error } = await manage({
      identifier: id,
      fields: { Related: [999_999_999] },
      list_mode: 'append',
    });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'fields.Related' }] });
    expect((await manage({ identifier: id })).data.fields.Related).toEqual([one.uuid]);
  });
});

test('a mode that does not exist is refused, and a creation takes none', async () => {
  service.upstream();
  const { error } = await manage({ identifier: 1, tags: ['a'], list_mode: 'merge' });
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'list_mode' }] });
  const made = await manage({ type: 'post', name: 'Nueva', list_mode: 'append' });
  expect(made.error).toMatchObject({ code: 'INVALID_PARAMS' });
  expect(writes()).toEqual([]);
});
