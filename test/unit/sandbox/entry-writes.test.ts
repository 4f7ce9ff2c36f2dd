import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ jobDurationMs: 0 });
  client = createSandboxClient(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const entries = '/content/spaces/31/entries';
const title = { field_id: 409, type: 'string', value: 'Hola' };

async function create(body: object) {
  return client.post(entries, { content_type_id: 52, field_values: [title], ...body });
}

describe('creating entries', () => {
  test('answers 201 with a draft in the default language, its slug made from the name', async () => {
    const { status, body } = await create({ name: 'Tasa de Interés', tags: ['nuevo'], category_id: 12 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      slug: 'tasa-de-interes',
      locale: 'es-cl',
      status: 'draft',
      published: false,
      dirty: true,
      tags: ['nuevo'],
      category_id: 12,
    });
  });

  test('takes a wrapped body', async () => {
    const { status, body } = await client.post(entries, {
      entry: { content_type_id: 52, name: 'Dos', field_values: [title] },
    });
    expect([status, body.name]).toEqual([201, 'Dos']);
  });

  test('without a name the slug is the uuid, and `untitled` finds it', async () => {
    const { body } = await create({});
    expect(body.slug).toBe(body.uuid);
    const found = await client.get(`${entries}?query=untitled`);
    expect(found.body.entries.map(({ id }: { id: number }) => id)).toEqual([body.id]);
  });

  test('the uuid of an entry with another language makes its translation', async () => {
    const first = await create({ name: 'Hola' });
    const { uuid } = first.body;
    const second = await client.post(entries, { uuid, locale: 'en', name: 'Hello', field_values: [title] });
    expect(second.body).toMatchObject({ uuid, locale: 'en', content_type_id: 52 });
    expect(second.body.id).not.toBe(first.body.id);
    const again = await client.post(entries, { uuid, locale: 'en', name: 'Hello', field_values: [title] });
    expect([again.status, again.body.errors[0].field]).toEqual([409, 'locale']);
  });

  test('refuses an unknown type, language, category and uuid', async () => {
    for (const [body, field] of [
      [{ content_type_id: 9_999 }, 'content_type_id'],
      [{ locale: 'fr' }, 'locale'],
      [{ category_id: 9_999 }, 'category_id'],
      [{ uuid: 'nothing' }, 'uuid'],
    ] as const) {
      const answer = await create({ name: 'x', ...body });
      expect([answer.status, answer.body.errors[0].field]).toEqual([409, field]);
    }
  });

  test('a single type takes one entry', async () => {
    const { status, body } = await client.post(entries, { content_type_id: 54, name: 'Otro aviso' });
    expect([status, body.errors[0].field]).toEqual([409, 'content_type_id']);
  });

  test('field_values that are no list are refused', async () => {
    expect((await create({ field_values: 'x' })).status).toBe(422);
  });
});

describe('changing entries', () => {
  test('answers without a body, keeps what is not sent, and leaves a published entry dirty', async () => {
    const before = (await client.get(`${entries}/549895`)).body;
    const { status, text } = await client.put(`${entries}/549895`, {
      name: 'Otro nombre',
      field_values: [{ field_id: 410, type: 'rich_text', value: '<p>Nuevo</p>' }],
    });
    expect([status, text]).toEqual([200, '']);
    const { body } = await client.get(`${entries}/549895`);
    expect(body).toMatchObject({
      name: 'Otro nombre',
      slug: before.slug,
      tags: before.tags,
      category_id: before.category_id,
      published: true,
      dirty: true,
      status: 'pending_changes',
    });
    const fields = { ...before.json.json.fields, Cuerpo: '<p>Nuevo</p>' };
    expect(body.json.json.fields).toEqual(fields);
  });

  test('saving what is there already changes nothing', async () => {
    const before = (await client.get(`${entries}/549895`)).body;
    await client.put(`${entries}/549895`, { name: before.name, tags: before.tags });
    expect((await client.get(`${entries}/549895`)).body).toEqual(before);
  });

  test('an empty value removes it, unless the field is required', async () => {
    await client.put(`${entries}/549895`, { field_values: [{ field_id: 412, type: 'radio', value: null }] });
    expect((await client.get(`${entries}/549895`)).body.json.json.fields['Sección']).toBeNull();
    const refused = await client.put(`${entries}/549895`, { field_values: [{ ...title, value: ' ' }] });
    expect(refused.status).toBe(409);
    expect(refused.body.errors).toEqual([
      { field: 'field_values[0][value]', messages: ["Value can't be blank"], details: [{ error: 'blank' }] },
    ]);
  });

  test('a change of an approved version makes a draft of it', async () => {
    const list = await client.get('/content/spaces/33/entries?workflow_state=approved&per_page=1');
    const path = `/content/spaces/33/entries/${list.body.entries[0].id}`;
    expect((await client.get(path)).body.status).toBe('approved');
    await client.put(path, { name: 'Cambiado' });
    expect((await client.get(path)).body).toMatchObject({ status: 'draft', workflow: { approved: false } });
  });
});

describe('the way out of an entry', () => {
  async function draft(): Promise<string> {
    return `${entries}/${(await create({ name: 'Borrador' })).body.id}`;
  }

  test('what is published cannot be archived, and what is not archived cannot be deleted', async () => {
    const published = await client.put(`${entries}/549895`, { archived: true });
    expect([published.status, published.body.errors]).toEqual([409, ['This element cannot be archived']]);
    const refused = await client.delete(`${entries}/549895`);
    expect([refused.status, refused.body]).toEqual([422, { errors: ['This element cannot be deleted'] }]);
  });

  test('archived, it can be restored to a draft but not edited', async () => {
    const path = await draft();
    expect((await client.put(path, { archived: true })).status).toBe(200);
    expect((await client.get(path)).body).toMatchObject({ status: 'archived', workflow: { archived: true } });
    expect((await client.put(path, { name: 'x' })).status).toBe(409);
    expect((await client.post(`${path}/publish`)).status).toBe(409);
    await client.put(path, { archived: false });
    expect((await client.get(path)).body.status).toBe('draft');
  });

  test('deleting takes one language only', async () => {
    const { body } = await create({ name: 'Hola' });
    const other = await client.post(entries, { uuid: body.uuid, locale: 'en', field_values: [title] });
    await client.put(`${entries}/${body.id}`, { archived: true });
    const gone = await client.delete(`${entries}/${body.id}`);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await client.get(`${entries}/${body.id}`)).status).toBe(404);
    expect((await client.get(`${entries}/${other.body.id}`)).status).toBe(200);
    const locales = await client.get(`${entries}/${body.uuid}/available_locales`);
    expect(locales.body).toEqual({ available_locales: ['en'] });
  });
});

test('a copy is a draft of every language under a new uuid', async () => {
  const source = (await client.get(`${entries}/549895`)).body;
  const { status, body } = await client.post(`${entries}/549895/copy`, { uuid: source.uuid });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: `Copy of ${source.name}`,
    slug: `copy-of-${source.slug}`,
    status: 'draft',
    tags: source.tags,
  });
  expect(body.uuid).not.toBe(source.uuid);
  expect(body.json.json.meta.available_locales).toEqual(['es-cl', 'en']);
  expect(body.json.json.fields).toEqual(source.json.json.fields);
});
