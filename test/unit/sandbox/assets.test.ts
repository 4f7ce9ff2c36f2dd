import { FormData, request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxAccounts } from '../../../src/sandbox/accounts.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

const mebibyte = 1024 * 1024;
const assets = '/content/assets';

let sandbox: Sandbox;
let client: SandboxClient;
beforeAll(async () => {
  sandbox = await startSandbox({ jobDurationMs: 0 });
  client = createSandboxClient(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

type Parts = Readonly<Record<string, string | readonly string[] | File>>;

async function send(method: 'POST' | 'PUT', path: string, parts: Parts) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string' || value instanceof File) form.append(name, value);
    else for (const text of value) form.append(name, text);
  }
  const { andes } = sandboxAccounts;
  const { statusCode, body } = await request(`${sandbox.url}/api/admin${assets}${path}`, {
    method,
    headers: { host: andes.host, authorization: `Bearer ${andes.token}` },
    body: form,
  });
  const text = await body.text();
  return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

const file = (name: string, type: string, bytes = 5) => new File([Buffer.alloc(bytes, 65)], name, { type });

describe('an upload', () => {
  test('answers the short form, and reads back with the title of its name', async () => {
    const { status, body } = await send('POST', '', {
      klass: 'picture',
      data: file('mi foto.png', 'image/png'),
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['id', 'thumb', 'type']);
    const { body: read } = await client.get(`${assets}/${body.id}`);
    expect(read).toMatchObject({
      name: 'mi_foto.png',
      title: 'mi_foto',
      data_file_size: 5,
      type: 'image/png',
    });
    expect(read.url).toBe(`//andes.sandbox.invalid/uploads/${read.uuid}/original/mi_foto.png`);
  });

  test.each([
    ['an image of 6 MB', file('a.png', 'image/png', 6 * mebibyte), 200],
    ['an image of more', file('a.png', 'image/png', 6 * mebibyte + 1), 409],
    ['a document of 10 MB', file('a.pdf', 'application/pdf', 10 * mebibyte), 200],
    ['a document of more', file('a.pdf', 'application/pdf', 10 * mebibyte + 1), 409],
    ['nothing', file('a.png', 'image/png', 0), 409],
    ['two dots', file('a.b.png', 'image/png'), 409],
    ['no dot', file('apng', 'image/png'), 409],
    ['SVG', file('a.svg', 'image/svg+xml'), 409],
    ['SVG under another name', file('a.png', 'image/svg+xml'), 409],
    ['a type of another extension', file('a.png', 'image/jpeg'), 409],
    ['an extension that is not allowed', file('a.exe', 'application/zip'), 409],
    ['no file', 'text', 422],
  ])('of %s', async (_what, data, expected) => {
    const { status, body } = await send('POST', '', { klass: 'file', data });
    expect(status).toBe(expected);
    const { body: list } = await client.get(assets);
    expect(list.meta.total_entries).toBe(expected === 200 ? 25 : 24);
    if (expected !== 200) expect(body.errors).toHaveLength(1);
  });

  test('of an unknown class, or that is JSON, is refused', async () => {
    expect((await send('POST', '', { klass: 'none', data: file('a.png', 'image/png') })).status).toBe(422);
    expect((await client.post(assets, { klass: 'file', data: 'x' })).status).toBe(422);
  });

  test('takes of the room that the plan leaves', async () => {
    const room = async () => (await client.get(`${assets}/remaining_space`)).body.remaining_space;
    const before = await room();
    await send('POST', '', { klass: 'picture', data: file('a.png', 'image/png', 1000) });
    expect(await room()).toBe(before - 1000);
  });
});

test('an update keeps what is not sent, and one empty tag clears the tags', async () => {
  const before = (await client.get(`${assets}/601`)).body;
  await send('PUT', '/601', { alt_text: 'Puerta', 'tags[]': ['b', 'b', 'c'] });
  const changed = (await client.get(`${assets}/601`)).body;
  expect(changed).toEqual({
    ...before,
    alt_text: 'Puerta',
    tags: ['b', 'c'],
    updated_at: expect.any(String),
  });
  await send('PUT', '/601', { 'tags[]': [''] });
  expect((await client.get(`${assets}/601`)).body.tags).toEqual([]);
  expect((await send('PUT', '/601', { title: 'x'.repeat(256) })).status).toBe(422);
});

test('another file in its place keeps id, uuid, name and address, and has to fit the name', async () => {
  const before = (await client.get(`${assets}/602`)).body;
  const { status } = await send('PUT', '/602/change_asset', { data: file('other.png', 'image/png', 9) });
  expect(status).toBe(200);
  expect((await client.get(`${assets}/602`)).body).toEqual({
    ...before,
    data_file_size: 9,
    updated_at: expect.any(String),
  });
  expect((await send('PUT', '/602/change_asset', { data: file('a.jpg', 'image/jpeg') })).status).toBe(409);
});

test('a deletion answers 200 without a body, and the file is gone', async () => {
  expect(await client.delete(`${assets}/603`)).toMatchObject({ status: 200, text: '' });
  expect((await client.get(`${assets}/603`)).status).toBe(404);
  expect((await client.delete(`${assets}/603`)).status).toBe(404);
});

test.each([
  ['query=PORTADA', 4],
  ['query=rivers', 24],
  ['extension=pdf', 2],
  ['extensions[]=pdf&extensions[]=csv', 3],
  ['tags[]=legal&tags[]=equipo', 7],
  ['tags[]=none', 0],
])('the list with %s has %i files', async (query, total) => {
  const { body } = await client.get(`${assets}?${query}&per_page=100`);
  expect([body.assets.length, body.meta.total_entries]).toEqual([total, total]);
});

test.each(['sort_by=data_file_size&order=desc', 'sort_by=nothing'])(
  'the list with %s answers all of them',
  async (query) => {
    const { body } = await client.get(`${assets}?${query}`);
    expect(body.meta).toMatchObject({ total_entries: 24, per_page: 10 });
    const names = body.assets.map(({ name }: { name: string }) => name);
    expect(names[0]).toBe(query.includes('size') ? 'bienvenida.mp4' : 'glosario.csv');
  },
);

test('a form is recorded with its texts and the size of its file', async () => {
  sandbox.requests.clear();
  await send('POST', '', { klass: 'picture', data: file('a.png', 'image/png', 7) });
  expect(sandbox.requests.list().map(({ body }) => JSON.parse(body))).toEqual([
    { klass: 'picture', data: { file_name: 'a.png', content_type: 'image/png', base64: 7 } },
  ]);
});
