import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createSandboxClient(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const categories = '/content/spaces/31/categories';

describe('reading', () => {
  test('a list holds the whole tree by name, each item with its children', async () => {
    const { body } = await client.get(categories);
    const names = body.categories.map(({ name }: { name: string }) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
    const credit = body.categories.find(({ id }: { id: number }) => id === 13);
    expect(credit).toMatchObject({ parent_id: 11, full_path: 'inicio/credito', children: [{ id: 14 }] });
  });

  test('a detail knows its parent and depth', async () => {
    const { body } = await client.get(`${categories}/14`);
    expect(body).toMatchObject({
      slug: 'hipotecario',
      depth: 2,
      parent: { id: 13, depth: 1, hierarchical_label: 'Inicio / Crédito', parent_id: 11 },
    });
    expect((await client.get(`${categories}/99`)).status).toBe(404);
  });
});

describe('writing', () => {
  test('creates with 201 below a parent', async () => {
    const { status, body } = await client.post(categories, {
      category: { name: 'Autos Usados', parent_id: 13 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ slug: 'autos-usados', depth: 2, parent: { id: 13 } });
  });

  test('a slug is unique among siblings only', async () => {
    const taken = await client.post(categories, { name: 'Ahorro', parent_id: 11 });
    expect([taken.status, taken.body.errors]).toEqual([
      409,
      [{ field: 'slug', messages: ['Must be unique'], details: [{ error: 'taken' }] }],
    ]);
    expect((await client.post(categories, { name: 'Ahorro', parent_id: 15 })).status).toBe(201);
  });

  test('refuses a blank name, an odd slug, an unknown parent and a move below itself', async () => {
    expect((await client.post(categories, { name: '' })).body.errors[0].field).toBe('name');
    expect((await client.post(categories, { name: 'x', slug: 'a b' })).body.errors[0].field).toBe('slug');
    expect((await client.post(categories, { name: 'x', parent_id: 99 })).body.errors[0].field).toBe(
      'parent_id',
    );
    const moved = await client.put(`${categories}/11`, { parent_id: 14 });
    expect([moved.status, moved.body.errors[0].field]).toEqual([409, 'parent_id']);
  });

  test('a changed slug changes the paths below it', async () => {
    await client.put(`${categories}/13`, { slug: 'prestamos' });
    const { body } = await client.get(categories);
    const child = body.categories.find(({ id }: { id: number }) => id === 14);
    expect(child.full_path).toBe('inicio/prestamos/hipotecario');
  });

  test('deleting takes the subtree along and leaves the entries without a category', async () => {
    const before = await client.get('/content/spaces/31/entries?category_id=14&per_page=1');
    const [entry] = before.body.entries;
    expect((await client.delete(`${categories}/13`)).status).toBe(204);
    expect((await client.get(`${categories}/14`)).status).toBe(404);
    const { body } = await client.get(`/content/spaces/31/entries/${entry.id}`);
    expect([body.category_id, body.status]).toEqual([null, entry.status]);
  });
});
