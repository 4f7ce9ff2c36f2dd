import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/errors/app-error.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

let sandbox: Sandbox;
let client: SandboxClient;
let typeId: number;
let fieldIds: ReadonlyMap<string, number>;

const fields = [
  { name: 'string', type: 'string', validations: { length: 10, regexp: '^[a-z]+$', unique: true } },
  { name: 'text', type: 'text' },
  { name: 'rich_text', type: 'rich_text' },
  { name: 'dropdown', type: 'dropdown', validations: { values: 'Azul\n*Rojo' } },
  { name: 'radio', type: 'radio', validations: { values: 'Sí\nNo' } },
  { name: 'checkbox', type: 'checkbox', validations: { values: 'A\nB\nC' } },
  { name: 'multiple', type: 'multiple', validations: { values: 'A\nB\nC' } },
  { name: 'boolean', type: 'boolean' },
  { name: 'integer', type: 'integer', validations: { number_range: { min_number: 1, max_number: 9 } } },
  { name: 'wide', type: 'integer' },
  { name: 'decimal', type: 'decimal' },
  { name: 'date', type: 'date', validations: { date_range: { min_date: '2026-01-01T00:00:00Z' } } },
  { name: 'locations', type: 'locations' },
  { name: 'asset', type: 'asset' },
  { name: 'assets', type: 'assets' },
  { name: 'content_type', type: 'content_type', validations: { content_type: 51 } },
  { name: 'content_types', type: 'content_types' },
];

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createSandboxClient(sandbox);
  typeId = (await client.post('/content/spaces/31/types', { name: 'Todo' })).body.id;
  const saved = await client.put(`/content/spaces/31/types/${typeId}`, { fields });
  fieldIds = new Map(saved.body.fields.map((field: { name: string; id: number }) => [field.name, field.id]));
});
afterAll(() => sandbox.close());

async function store(name: string, value: Json) {
  const type = fields.find((field) => field.name === name)?.type;
  return client.post('/content/spaces/31/entries', {
    content_type_id: typeId,
    name,
    field_values: [{ field_id: fieldIds.get(name), type, value }],
  });
}

const tooMuch = 'Invalid number. Must be less than or equal to';
const tooLittle = 'Invalid number. Must be greater than or equal to';

describe('what is stored', () => {
  test.each<[string, Json, Json]>([
    ['string', 'hola', 'hola'],
    ['text', 12, '12'],
    ['rich_text', '<p>Hola</p>', '<p>Hola</p>'],
    ['dropdown', 'Rojo', 'Rojo'],
    ['radio', 'Sí', 'Sí'],
    ['checkbox', ['C', 'A'], ['A', 'C']],
    ['multiple', ['C', 'Z', 'A'], ['A', 'C']],
    ['multiple', ['Z'], null],
    ['boolean', 'true', true],
    ['boolean', false, false],
    ['integer', '7', 7],
    ['decimal', 10.456, 10.46],
    ['decimal', '3.1', 3.1],
    ['date', '2026-12-24', '2026-12-24T00:00:00.000-03:00'],
    ['date', '2026-12-24T12:00:00.000Z', '2026-12-24T09:00:00.000-03:00'],
  ])('%s takes %j and keeps %j', async (name, sent, stored) => {
    const { status, body } = await store(name, sent);
    expect(status).toBe(201);
    expect(body.json.json.fields[name]).toEqual(stored);
  });

  test('a location has its eight keys', async () => {
    const { body } = await store('locations', [
      { location_street: 'Calle 1', location: { lat: -33.4, lon: -70.6 } },
    ]);
    const [location] = body.json.json.fields.locations;
    expect(Object.keys(location)).toHaveLength(8);
    expect(location).toMatchObject({ location: { lat: -33.4, lon: -70.6 }, country: null });
  });

  test('an asset and an entry are taken by id or uuid and kept by uuid', async () => {
    const asset = (await store('asset', 601)).body.json.json.fields.asset;
    expect((await store('assets', [asset, 602])).body.json.json.fields.assets[0]).toBe(asset);
    const product = (await client.get('/content/spaces/31/entries?type_id=51&per_page=1')).body.entries[0];
    expect((await store('content_type', product.id)).body.json.json.fields.content_type).toBe(product.uuid);
    const many = await store('content_types', [product.uuid]);
    expect(many.body.json.json.fields.content_types).toEqual([product.uuid]);
  });
});

describe('what is refused', () => {
  test.each<[string, Json, string]>([
    ['string', 'HOLA', 'Value is invalid'],
    ['string', 'abcdefghijk', 'Value is too long (maximum is 10 characters)'],
    ['string', { a: 1 }, 'Value is invalid'],
    ['dropdown', 'Verde', 'Does not match with allowed value'],
    ['radio', 'Quizás', 'Does not match with allowed value'],
    ['checkbox', ['A', 'Z'], 'Does not match with allowed value'],
    ['multiple', [99], 'Does not match with allowed value'],
    ['boolean', 'quizás', 'Value is invalid'],
    ['integer', 0, `${tooLittle} 1`],
    ['integer', 10, `${tooMuch} 9`],
    ['integer', 1.5, 'Value is not a number'],
    ['wide', 2_147_483_648, `${tooMuch} 2147483647`],
    ['decimal', 1e14, `${tooMuch} 9999999999999.99`],
    ['decimal', 'x', 'Value is not a number'],
    ['date', 'mañana', 'Value is invalid'],
    ['date', '2020-01-01', 'Date is out of range'],
    ['locations', [{ location: { lat: 91, lon: 0 } }], 'Value is invalid'],
    ['asset', 99, 'Asset must exist'],
    ['content_type', 'nothing', 'Entry must exist'],
    ['content_type', 549_895, 'Does not match with allowed types'],
    ['content_types', Array.from({ length: 11 }, () => 549_895), 'Value is too long (maximum is 10)'],
  ])('%s refuses %j', async (name, sent, message) => {
    const { status, body } = await store(name, sent);
    expect(status).toBe(409);
    expect(body.errors).toMatchObject([{ field: 'field_values[0][value]', messages: [message] }]);
  });

  test('a unique value counts in the whole type, other languages and drafts included', async () => {
    const first = await store('string', 'unico');
    const second = await store('string', 'unico');
    expect(second.body.errors).toMatchObject([
      { messages: ['Must be unique'], details: [{ error: 'taken' }] },
    ]);
    const path = `/content/spaces/31/entries/${first.body.id}`;
    const own = { field_id: fieldIds.get('string'), type: 'string', value: 'unico' };
    expect((await client.put(path, { field_values: [own] })).status).toBe(200);
  });

  test('an unknown field and a type that is not the field’s are named by their index', async () => {
    const { body } = await client.post('/content/spaces/31/entries', {
      content_type_id: typeId,
      field_values: [
        { field_id: 1, type: 'string', value: 'x' },
        { field_id: fieldIds.get('text'), type: 'date', value: 'x' },
      ],
    });
    expect(body.errors).toMatchObject([
      { field: 'field_values[0][field_id]' },
      { field: 'field_values[1][type]', messages: ['Does not match with allowed types'] },
    ]);
  });

  test('a required field that is not sent is placed behind the sent ones', async () => {
    const { status, body } = await client.post('/content/spaces/31/entries', {
      content_type_id: 51,
      field_values: [{ field_id: 403, type: 'text', value: 'x' }],
    });
    expect(status).toBe(409);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual([
      'field_values[1][value]',
      'field_values[2][value]',
    ]);
  });
});
