import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxAccounts } from '../../../src/sandbox/accounts.ts';
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

describe('who may ask', () => {
  test('a missing or unknown token is answered 401 with an empty object', async () => {
    for (const token of [null, 'wrong', sandboxAccounts.pampa.token]) {
      const answer = await createSandboxClient(sandbox, { token }).get('/content/spaces');
      expect([answer.status, answer.text]).toEqual([401, '{}']);
    }
  });

  test('a token without the permission is answered 401 without a body', async () => {
    const viewer = createSandboxClient(sandbox, { token: 'sandbox-token-andes-viewer' });
    const answer = await viewer.post('/content/spaces', { name: 'Nuevo' });
    expect([answer.status, answer.text]).toEqual([401, '']);
    expect((await viewer.get('/content/spaces')).status).toBe(200);
  });

  test('a host that is no account is answered 404', async () => {
    const answer = await createSandboxClient(sandbox, { host: 'nadie.sandbox.invalid' }).get(
      '/content/spaces',
    );
    expect([answer.status, answer.text]).toEqual([404, '{}']);
  });

  test('an owner invited to one space sees that one only', async () => {
    const guest = createSandboxClient(sandbox, { token: 'sandbox-token-andes-one-space' });
    const list = await guest.get('/content/spaces');
    expect(list.body.spaces.map((space: { id: number }) => space.id)).toEqual([31]);
    expect((await guest.get('/content/spaces/33')).status).toBe(404);
  });

  test('the two accounts share names, uids and ids, and nothing else', async () => {
    const pampa = createSandboxClient(sandbox, { account: sandboxAccounts.pampa });
    const [ours, theirs] = await Promise.all([
      client.get('/content/spaces/31'),
      pampa.get('/content/spaces/31'),
    ]);
    for (const key of ['id', 'name', 'uid']) expect(ours.body[key]).toEqual(theirs.body[key]);
    expect(ours.body.uuid).not.toBe(theirs.body.uuid);
    expect(ours.text).toContain('CANARY_ANDES');
    expect(theirs.text).toContain('CANARY_PAMPA');
    expect(theirs.text).not.toContain('CANARY_ANDES');
  });

  test('an unknown path or method is answered 404 with an empty object', async () => {
    expect((await client.get('/content/nothing')).text).toBe('{}');
    expect((await client.put('/content/spaces', {})).status).toBe(404);
  });
});

describe('lists', () => {
  test.each([
    ['', 1, 10],
    ['?per_page=0', 1, 10],
    ['?per_page=-3', 1, 10],
    ['?per_page=abc', 1, 10],
    ['?per_page=500', 1, 100],
    ['?paginate=false', 1, 100],
    ['?paginate=0&per_page=5', 1, 100],
    ['?page=0', 1, 10],
    ['?page=-1', 1, 10],
    ['?page=x', 1, 10],
    ['?page=9&per_page=2', 9, 2],
  ])('%j reads page %i with %i a page', async (query, page, perPage) => {
    const { body } = await client.get(`/content/spaces${query}`);
    expect(body.meta).toMatchObject({ current_page: page, per_page: perPage, total_entries: 3 });
    expect(body.spaces).toHaveLength(page === 9 ? 0 : 3);
  });

  test('only[] trims, an unknown attribute is absent, and a comma list leaves empty objects', async () => {
    const trimmed = await client.get('/content/spaces?only[]=id&only[]=name&only[]=nothing&per_page=1');
    expect(Object.keys(trimmed.body.spaces[0])).toEqual(['id', 'name']);
    const trapped = await client.get('/content/spaces?only=id,name');
    expect(trapped.body.spaces).toEqual([{}, {}, {}]);
  });

  test('sorts as asked and falls back to the default order without an error', async () => {
    const ids = async (query: string) =>
      (await client.get(`/content/spaces${query}`)).body.spaces.map((space: { id: number }) => space.id);
    expect(await ids('?sort_by=id&order=ASC')).toEqual([31, 33, 2026]);
    const byDefault = await ids('');
    expect(await ids('?sort_by=nothing&order=asc')).toEqual(byDefault);
    expect(await ids('?sort_by=id&order=upwards')).toEqual(byDefault);
  });

  test('searches name and uid', async () => {
    const found = await client.get('/content/spaces?query=RETAIL');
    expect(found.body.spaces.map((space: { id: number }) => space.id)).toEqual([33, 2026]);
  });
});

describe('writing spaces', () => {
  test('creates with 201, from a wrapped body as from a bare one', async () => {
    const bare = await client.post('/content/spaces', {
      name: 'Seguros',
      uid: 'seguros',
      default_locale: 'en',
    });
    expect(bare.status).toBe(201);
    expect(bare.body).toMatchObject({
      uid: 'seguros',
      default_locale: 'en',
      locales: ['en'],
      entries_count: 0,
    });
    const wrapped = await client.post('/content/spaces', {
      space: { name: 'Fondos', uid: 'fondos', locales: ['en', 'pt-br'] },
      default_locale: 'es-cl',
    });
    expect(wrapped.body).toMatchObject({ uid: 'fondos', locales: ['es-cl', 'en', 'pt-br'] });
  });

  test('refuses a blank name, a taken uid and an unknown locale with 409 and one object a field', async () => {
    const answer = await client.post('/content/spaces', { name: '', uid: 'retail', locales: ['xx'] });
    expect(answer.status).toBe(409);
    expect(answer.body.errors).toEqual([
      { field: 'name', messages: ["Name can't be blank"], details: [{ error: 'blank' }] },
      { field: 'uid', messages: ['Must be unique'], details: [{ error: 'taken' }] },
      { field: 'locales', messages: ['xx is not a valid locale'], details: [{ error: 'inclusion' }] },
    ]);
  });

  test('an update keeps what is not sent, and the default locale whatever is sent', async () => {
    const answer = await client.put('/content/spaces/31', { default_locale: 'en', locales: ['en', 'pt'] });
    expect(answer.body).toMatchObject({
      name: 'Banca Personas',
      default_locale: 'es-cl',
      locales: ['es-cl', 'en', 'pt'],
    });
  });

  test('deletes only with its exact name', async () => {
    const wrong = await client.delete('/content/spaces/33?validation=retail');
    expect([wrong.status, wrong.text]).toEqual([401, '']);
    expect((await client.delete('/content/spaces/33?validation=Retail')).status).toBe(200);
    expect((await client.get('/content/spaces/33')).status).toBe(404);
  });

  test('lists the languages that a space may enable', async () => {
    expect((await client.get('/content/spaces/locale_list')).body.locales).toMatchObject({ en: 'English' });
  });
});
