import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

interface Item {
  id: number;
  uuid: string;
  name: string;
  locale: string;
  status: string;
  translated: boolean;
  tags: string[];
  category_id: number | null;
  content_type_id: number;
  published: boolean;
  scheduled: boolean;
  workflow: { current_state: string };
}

let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createSandboxClient(sandbox);
});
afterAll(() => sandbox.close());

async function all(query: string, spaceId = 31): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.get(`/content/spaces/${spaceId}/entries?per_page=100&page=${page}${query}`);
    items.push(...body.entries);
    if (page >= body.meta.total_pages) return items;
  }
}

describe('what a list holds', () => {
  test('every logical entry once, and those without the target language as `translate`', async () => {
    const items = await all('&target_locale=en');
    expect(items).toHaveLength(221);
    expect(new Set(items.map(({ uuid }) => uuid)).size).toBe(221);
    for (const item of items) {
      expect(item.status === 'translate').toBe(item.locale !== 'en');
      expect(item.translated).toBe(item.locale === 'en');
      expect(item).toMatchObject({ target_locale: 'en' });
    }
    expect(items.some(({ status }) => status === 'translate')).toBe(true);
  });

  test('without a target language it is the default one of the space', async () => {
    expect(await all('')).toEqual(await all('&target_locale=es-cl'));
  });

  test('carries no slug, and a detail does', async () => {
    const [item] = await all('&query=549897');
    expect(item).not.toHaveProperty('slug');
    const { body } = await client.get(`/content/spaces/31/entries/${item?.id}`);
    expect(body.slug).toBe('549897');
  });

  test('a language that the space does not have is refused', async () => {
    expect((await client.get('/content/spaces/31/entries?target_locale=fr')).status).toBe(422);
    expect((await client.get('/content/spaces/4/entries')).status).toBe(404);
  });
});

describe('filters', () => {
  test('by type', async () => {
    const items = await all('&type_id=53');
    expect(items).toHaveLength(60);
    expect(items.every((item) => item.content_type_id === 53)).toBe(true);
  });

  test('by category, with everything below it', async () => {
    const items = await all('&category_id=11');
    expect(new Set(items.map((item) => item.category_id))).toEqual(new Set([11, 12, 13, 14]));
    expect((await all('&category_id=14')).every((item) => item.category_id === 14)).toBe(true);
  });

  test('by tags, all of which must be there', async () => {
    const items = await all('&tags[]=archivo&tags[]=verano');
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ tags }) => tags.includes('archivo') && tags.includes('verano'))).toBe(true);
  });

  test('by states, any of which is enough', async () => {
    const items = await all('&states[]=archived&states[]=scheduled');
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['archived', 'scheduled']));
    const live = await all('&states[]=published');
    expect(new Set(live.map(({ status }) => status))).toEqual(new Set(['published', 'pending_changes']));
    const notLive = await all('&states[]=unpublished');
    expect(notLive.every(({ published, status }) => !published && status !== 'archived')).toBe(true);
  });

  test('by the state of the review', async () => {
    const items = await all('&workflow_state=reviewing', 33);
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['reviewing', 'reviewing_published']));
  });

  test('by translation', async () => {
    const items = await all('&target_locale=en&translation=true');
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ translated }) => translated)).toBe(true);
  });

  test('by author', async () => {
    const [mine, others] = [await all('&user_id=5'), await all('&user_id=1')];
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.length + others.length).toBe(221);
  });

  test('by ids, which only count with byIds', async () => {
    const items = await all('&byIds=true&ids[]=549895&ids[]=549897&ids[]=1');
    expect(items.map(({ id }) => id).sort()).toEqual([549_895, 549_897]);
    expect(await all('&ids[]=549895')).toHaveLength(221);
  });

  test('by words in name, slug and uuid, with and without hyphens', async () => {
    const [entry] = await all('&byIds=true&ids[]=549895');
    for (const words of [
      'ahorro PARA',
      'ahorro-para-el-verano-2',
      entry?.uuid,
      entry?.uuid.replaceAll('-', ''),
    ]) {
      const found = await all(`&query=${words}`);
      expect(found.map(({ id }) => id)).toContain(549_895);
    }
    expect(await all('&query=nothing-is-called-so')).toEqual([]);
  });
});

describe('order', () => {
  test('newest change first, or as asked', async () => {
    const { body } = await client.get('/content/spaces/31/entries?sort_by=name&order=asc&type_id=53');
    const names = body.entries.map(({ name }: Item) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
    const changed = (await client.get('/content/spaces/31/entries')).body.entries;
    const moments = changed.map((item: { updated_at: string }) => Date.parse(item.updated_at));
    expect(moments).toEqual([...moments].sort((left, right) => right - left));
  });
});

describe('details', () => {
  test('one language by its id, with the other languages of the uuid listed', async () => {
    const { body } = await client.get('/content/spaces/31/entries/549895');
    expect(body).toMatchObject({ id: 549_895, locale: 'es-cl', status: 'published', dirty: false });
    expect(body.field_values[0]).toMatchObject({ field_id: 409, type: 'string' });
    expect(body.json.json.meta).toMatchObject({
      space: 'banca-personas',
      available_locales: ['es-cl', 'en'],
    });
    const locales = await client.get(`/content/spaces/31/entries/${body.uuid}/available_locales`);
    expect(locales.body).toEqual({ available_locales: ['es-cl', 'en'] });
  });

  test('only[] trims a detail', async () => {
    const { body } = await client.get('/content/spaces/31/entries/549895?only[]=id&only[]=slug');
    expect(Object.keys(body)).toEqual(['id', 'slug']);
  });

  test('an entry of another space, or a uuid in the place of an id, is not found', async () => {
    const { body } = await client.get('/content/spaces/31/entries/549895');
    expect((await client.get('/content/spaces/2026/entries/549895')).status).toBe(404);
    expect((await client.get(`/content/spaces/31/entries/${body.uuid}`)).status).toBe(404);
  });
});
