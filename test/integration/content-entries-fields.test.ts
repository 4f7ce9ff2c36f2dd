import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createSandboxClient, type SandboxClient } from '../support/sandbox-client.ts';
import type { Wire } from '../support/wire.ts';

let service: ContentService;
let platform: SandboxClient;
let spaceId: number;
let typeId: number;
let linked: { id: number; uuid: string };
let asset: { id: number; uuid: string };

const choices = ['News', 'Tips', 'Press'];
const kinds = [
  { name: 'string', type: 'string' },
  { name: 'text', type: 'text' },
  { name: 'rich_text', type: 'rich_text' },
  { name: 'dropdown', type: 'dropdown', choices },
  { name: 'radio', type: 'radio', choices },
  { name: 'checkbox', type: 'checkbox', choices },
  { name: 'multiple', type: 'multiple', choices },
  { name: 'boolean', type: 'boolean' },
  { name: 'integer', type: 'integer' },
  { name: 'decimal', type: 'decimal' },
  { name: 'date', type: 'date' },
  { name: 'locations', type: 'locations' },
  { name: 'asset', type: 'asset' },
  { name: 'assets', type: 'assets' },
  { name: 'content_type', type: 'content_type' },
  { name: 'content_types', type: 'content_types' },
] as const;

type Kind = (typeof kinds)[number]['name'];

beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  platform = createSandboxClient(service.sandbox);
  const space = { name: 'Campos', uid: 'campos', default_locale: 'es-cl', locales: ['en'] };
  spaceId = (await service.call('content-spaces-manage', space)).resource.id;
  const type = { space: 'campos', name: 'Todo', uid: 'todo', add_fields: kinds };
  typeId = (await service.call('content-types-manage', type)).resource.id;
  linked = (await manage({ type: 'todo', name: 'Enlazada' })).data.entry;
  asset = (await service.call('content-assets-list', { per_page: 1 })).data.assets[0];
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const manage = (args: object) => service.call('content-entries-manage', { space: 'campos', ...args });
const create = (fields: object) => manage({ type: 'todo', name: 'Campos', fields });
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));

const place = {
  location_street: 'Calle Uno 12',
  location: { lat: -33.4, lon: -70.6 },
  country: 'Chile',
  administrative_area_level_1: 'Centro',
};

/** A value as a call sends it, and how Modyo keeps it. */
const values: readonly (readonly [Kind, () => unknown, () => unknown])[] = [
  ['string', () => 'Hola & adiós', () => 'Hola & adiós'],
  ['text', () => 'uno\n<b>dos</b>', () => 'uno\n<b>dos</b>'],
  ['rich_text', () => '<p>a &amp; <em>b</em></p>', () => '<p>a &amp; <em>b</em></p>'],
  ['rich_text', () => ({ markdown: '*b*' }), () => '<p><em>b</em></p>\n'],
  ['dropdown', () => 'Tips', () => 'Tips'],
  ['radio', () => 'Press', () => 'Press'],
  ['checkbox', () => ['Press', 'News'], () => ['News', 'Press']],
  ['multiple', () => ['Tips', 'News'], () => ['News', 'Tips']],
  ['boolean', () => false, () => false],
  ['integer', () => -2_147_483_648, () => -2_147_483_648],
  ['decimal', () => 19.99, () => 19.99],
  ['date', () => '2026-12-24T09:00:00-05:00', () => expect.stringMatching(/^2026-12-24T1[01]:00:00/)],
  ['date', () => '2026-12-24', () => expect.stringMatching(/^2026-12-24T00:00/)],
  ['locations', () => [place], () => [expect.objectContaining(place)]],
  ['asset', () => asset.id, () => asset.uuid],
  ['asset', () => asset.uuid, () => asset.uuid],
  ['assets', () => [asset.id], () => [asset.uuid]],
  ['content_type', () => linked.id, () => linked.uuid],
  ['content_types', () => [linked.uuid], () => [linked.uuid]],
];

describe('a value of the kind', () => {
  test.each(values)('%s is stored in its form, and read as it is stored', async (kind, sent, stored) => {
    const { data, state, error } = await create({ [kind]: sent() });
    expect(error).toBeUndefined();
    expect(data.fields[kind]).toEqual(stored());
    expect(state.warnings).toBeUndefined();
    const wire = await platform.get(`/content/spaces/${spaceId}/entries/${data.entry.id}`);
    expect(wire.body.field_values).toEqual([
      { id: expect.any(Number), field_id: expect.any(Number), type: kind, value: stored() },
    ]);
  });

  test.each(values)('%s that is sent back as it was read changes nothing', async (kind, sent) => {
    const { data } = await create({ [kind]: sent() });
    const again = await service.call('content-entries-upsert', {
      space: 'campos',
      type: 'todo',
      uuid: data.entry.uuid,
      fields: { [kind]: data.fields[kind] },
    });
    expect(again.error).toBeUndefined();
    expect(again.state).toMatchObject({ status: 'unchanged' });
    expect(again.state.warnings).toBeUndefined();
  });

  test.each(kinds.map(({ name }) => name))(
    '%s is emptied by null, and stays with an update of another',
    async (kind) => {
      const sent = values.find(([name]) => name === kind)?.[1]();
      const { data } = await create({ [kind]: sent });
      const other = kind === 'string' ? 'text' : 'string';
      const kept = await manage({ identifier: data.entry.id, fields: { [other]: 'x' } });
      expect(kept.data.fields[kind]).toEqual(data.fields[kind]);
      expect(kept.state.warnings).toBeUndefined();
      const emptied = await manage({ identifier: data.entry.id, fields: { [kind]: null } });
      expect(emptied.data.fields).toMatchObject({ [kind]: null, [other]: 'x' });
    },
  );

  test.each(kinds.map(({ name }) => name))(
    '%s that the platform did not store is a warning',
    async (kind) => {
      service.sandbox.faults.inject({
        match: { method: 'POST', path: '/entries' },
        times: 1,
        effect: { kind: 'alter-body', change: (body) => ({ ...body, field_values: [] }) },
      });
      const { data, state } = await create({ [kind]: values.find(([name]) => name === kind)?.[1]() });
      expect(data.fields[kind]).toBeNull();
      expect(state.warnings).toMatchObject([
        { code: expect.stringMatching(/^(VALUE_NOT_STORED|CHOICE_DROPPED)$/), path: `fields.${kind}` },
      ]);
    },
  );

  test.each<[Kind, unknown]>([
    ['string', 1],
    ['text', ['x']],
    ['rich_text', { markdown: 1 }],
    ['dropdown', 'Sport'],
    ['radio', ['News']],
    ['checkbox', 'News'],
    ['multiple', { News: true }],
    ['boolean', 'true'],
    ['integer', 1.5],
    ['integer', 2_147_483_648],
    ['decimal', '9.5'],
    ['date', '2026-12-24T09:00:00'],
    ['locations', [{ city: 'x' }]],
    ['asset', '../1'],
    ['assets', '%2e%2e'],
    ['content_type', { uuid: 'x' }],
    ['content_types', ['?x=1']],
  ])('%s refuses %j before anything is written', async (kind, value) => {
    service.upstream();
    const { error } = await create({ [kind]: value });
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: `fields.${kind}` }] });
    expect(writes()).toEqual([]);
  });
});

describe('a field of a kind that no catalogue names', () => {
  const group = { id: 990_001, name: 'Rows', type: 'repeatable_group', validations: { required: false } };
  const rows = [{ fields: [{ Title: 'Uno' }] }];

  /** The account has the kind: its type and the entry say so, though the sandbox knows none. */
  async function withGroup(): Promise<number> {
    const { data } = await create({ string: 'x' });
    const type = await platform.get(`/content/spaces/${spaceId}/types/${typeId}`);
    const entry = await platform.get(`/content/spaces/${spaceId}/entries/${data.entry.id}`);
    const inject = (path: string, body: Wire) =>
      service.sandbox.faults.inject({
        match: { method: 'GET', path },
        effect: { kind: 'answer', status: 200, body },
      });
    inject(`/types/${typeId}`, { ...type.body, fields: [...type.body.fields, group] });
    inject(`/entries/${data.entry.id}`, {
      ...entry.body,
      field_values: [
        ...entry.body.field_values,
        { id: 990_002, field_id: group.id, type: group.type, value: rows },
      ],
    });
    return data.entry.id;
  }

  test('is read as it is', async () => {
    const { data } = await manage({ identifier: await withGroup() });
    expect(data.fields).toMatchObject({ string: 'x', Rows: rows });
  });

  test.each([[rows], [null], ['x']])('is not written: %j', async (value) => {
    const id = await withGroup();
    service.upstream();
    for (const call of [
      manage({ identifier: id, fields: { Rows: value } }),
      create({ string: 'y', Rows: value }),
    ]) {
      const { error } = await call;
      expect(error).toMatchObject({
        code: 'INVALID_PARAMS',
        fields: [{ path: 'fields.Rows', message: expect.stringContaining('read here and not written') }],
      });
    }
    expect(writes()).toEqual([]);
  });

  test('is sent back as it is stored with a change of another field', async () => {
    const id = await withGroup();
    const sent: Wire[] = [];
    service.sandbox.faults.inject({
      match: { method: 'PUT', path: `/entries/${id}` },
      times: 1,
      effect: {
        kind: 'alter-body',
        change: (body) => {
          sent.push(body);
          return { name: 'Campos' };
        },
      },
    });
    await manage({ identifier: id, fields: { text: 'y' } });
    expect(sent[0].field_values).toContainEqual({
      id: 990_002,
      field_id: group.id,
      type: group.type,
      value: rows,
    });
  });
});
