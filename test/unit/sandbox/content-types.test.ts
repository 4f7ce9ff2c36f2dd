import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

const jobDurationMs = 1_000;
let nowMs = Date.parse('2026-11-30T12:00:00.000Z');
let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({
    jobDurationMs,
    clock: { nowMs: () => nowMs, sleep: () => Promise.resolve() },
  });
  client = createSandboxClient(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const news = '/content/spaces/31/types/52';

async function createType(body: unknown): Promise<string> {
  const created = await client.post('/content/spaces/31/types', body);
  expect(created.status).toBe(201);
  return `/content/spaces/31/types/${created.body.id}`;
}

describe('reading types', () => {
  test('a list shows five attributes unless more are asked for', async () => {
    const list = await client.get('/content/spaces/31/types?sort_by=id&order=asc');
    expect(Object.keys(list.body.types[0])).toEqual(['id', 'uid', 'name', 'created_at', 'updated_at']);
    const asked = await client.get('/content/spaces/31/types?only[]=id&only[]=dependent_entries&ids[]=52');
    expect(asked.body.types).toEqual([{ id: 52, dependent_entries: true }]);
  });

  test('searches the name, not the uid', async () => {
    expect((await client.get('/content/spaces/31/types?query=notic')).body.meta.total_entries).toBe(1);
    expect((await client.get('/content/spaces/31/types?query=aviso-legal')).body.meta.total_entries).toBe(0);
  });

  test('a detail carries the fields with their rules', async () => {
    const { body } = await client.get(news);
    expect(body).toMatchObject({ uid: 'noticia', single: false, reindex_job: null, dependent_entries: true });
    expect(body.fields[0]).toMatchObject({
      name: 'Título',
      type: 'string',
      position: 0,
      validations: { required: true, length: 160 },
    });
    expect((await client.get('/content/spaces/2026/types/52')).status).toBe(404);
  });
});

describe('creating types', () => {
  test('takes name, uid and single, and ignores fields', async () => {
    const { status, body } = await client.post('/content/spaces/31/types', {
      type: { name: 'Preguntas frecuentes', single: true, fields: [{ name: 'X', type: 'string' }] },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ uid: 'preguntas-frecuentes', single: true, fields: [] });
  });

  test('refuses a taken uid and a blank name', async () => {
    const { status, body } = await client.post('/content/spaces/31/types', { name: ' ', uid: 'noticia' });
    expect(status).toBe(409);
    expect(body.errors.map((error: { field: string }) => error.field)).toEqual(['name', 'uid']);
  });

  test('a space holds fifty types at most', async () => {
    for (let number = 4; number < 50; number += 1) await createType({ name: `Tipo ${number}` });
    const { status, body } = await client.post('/content/spaces/31/types', { name: 'Uno más' });
    expect(status).toBe(409);
    expect(body.errors).toEqual(["You've reached the maximum number of content types on this space"]);
  });
});

describe('changing fields', () => {
  test('merges by id: adds, renames and removes, and leaves the rest alone', async () => {
    const path = await createType({ name: 'Oferta' });
    const first = await client.put(path, {
      fields: [
        { name: 'Título', type: 'string', validations: { required: true, length: 80 } },
        { name: 'Precio', type: 'decimal' },
      ],
    });
    const [title, price] = first.body.fields;
    const second = await client.put(path, {
      fields: [
        { id: title.id, name: 'Titular' },
        { id: price.id, _destroy: true },
        { name: 'Color', type: 'dropdown', validations: { values: 'Azul\n*Rojo' } },
      ],
    });
    expect(second.body.fields).toMatchObject([
      { id: title.id, name: 'Titular', type: 'string', validations: { required: true, length: 80 } },
      { name: 'Color', validations: { values: 'Azul\n*Rojo' } },
    ]);
  });

  test('refuses repeated names with one sentence', async () => {
    const path = await createType({ name: 'Oferta' });
    const { status, body } = await client.put(path, {
      fields: [
        { name: 'Título', type: 'string' },
        { name: 'Título', type: 'text' },
      ],
    });
    expect(status).toBe(409);
    expect(body).toEqual({ errors: ['Cannot save this type because it has repeated field names'] });
    expect((await client.get(path)).body.fields).toEqual([]);
  });

  test.each([
    [{ name: '', type: 'string' }, 'fields[0][name]', "Name can't be blank"],
    [{ name: 'a.b', type: 'string' }, 'fields[0][name]', "Name shouldn't include dots"],
    [{ name: '_a', type: 'string' }, 'fields[0][name]', "Name shouldn't start with an underscore"],
    [{ name: 'a', type: 'colour' }, 'fields[0][type]', 'Type is not included in the list'],
    [{ id: 99_999, name: 'a' }, 'fields[0][id]', 'Field must exist'],
  ])('refuses the field %j', async (field, at, message) => {
    const path = await createType({ name: 'Oferta' });
    const { status, body } = await client.put(path, { fields: [field] });
    expect(status).toBe(409);
    expect(body.errors).toMatchObject([{ field: at, messages: [message] }]);
  });

  test('a removed field takes its values along', async () => {
    const before = await client.get('/content/spaces/31/entries/549895');
    expect(before.body.json.json.fields).toHaveProperty('Cuerpo');
    await client.put(news, { fields: [{ id: 410, _destroy: true }] });
    const after = await client.get('/content/spaces/31/entries/549895');
    expect(after.body.json.json.fields).not.toHaveProperty('Cuerpo');
    expect(after.body.status).toBe('published');
  });
});

describe('reindexing', () => {
  test('saving a type with entries starts a job that blocks the next save until its time is over', async () => {
    const saved = await client.put(news, { fields: [{ name: 'Autor', type: 'string' }] });
    expect(saved.body.reindex_job).toMatchObject({
      type: 'BackgroundJobs::ReindexContentType',
      status: 0,
      progress_percentage: '0.0%',
    });
    const blocked = await client.put(news, { name: 'Noticias' });
    expect(blocked.status).toBe(409);
    expect(blocked.body.errors[0]).toContain('reindex');
    nowMs += jobDurationMs / 2;
    expect((await client.get(news)).body.reindex_job).toMatchObject({
      status: 1,
      progress_percentage: '50.0%',
    });
    nowMs += jobDurationMs / 2;
    expect((await client.get(news)).body.reindex_job).toBeNull();
    expect((await client.put(news, { name: 'Noticias' })).status).toBe(200);
  });

  test('a type without entries is not reindexed', async () => {
    const path = await createType({ name: 'Oferta' });
    const saved = await client.put(path, { fields: [{ name: 'Título', type: 'string' }] });
    expect(saved.body.reindex_job).toBeNull();
  });

  test('is started and cancelled by hand', async () => {
    expect((await client.post(`${news}/reindex`)).status).toBe(200);
    const { reindex_job: job } = (await client.get(news)).body;
    expect((await client.post(`${news}/cancel_reindex`)).status).toBe(200);
    expect((await client.get(news)).body.reindex_job).toBeNull();
    expect((await client.get(`/background_jobs/${job.uuid}`)).body.status).toBe(4);
  });
});

describe('deleting types', () => {
  test('a type with entries stays, one without goes', async () => {
    const refused = await client.delete(news);
    expect([refused.status, refused.body]).toEqual([409, { errors: ['This element cannot be deleted'] }]);
    const path = await createType({ name: 'Oferta' });
    const gone = await client.delete(path);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await client.get(path)).status).toBe(404);
  });
});

test('a type with several entries cannot become single', async () => {
  const { status, body } = await client.put(news, { single: true });
  expect([status, body.errors[0].field]).toEqual([409, 'single']);
});

test('a space is deleted in the background', async () => {
  expect((await client.delete('/content/spaces/33?validation=Retail')).status).toBe(200);
  expect((await client.get('/content/spaces/33')).status).toBe(200);
  nowMs += jobDurationMs;
  expect((await client.get('/content/spaces/33')).status).toBe(404);
});
