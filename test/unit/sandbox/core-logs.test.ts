import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createSandboxClient(sandbox);
});
afterAll(() => sandbox.close());

const total = async (query: string) => (await client.get(`/logs?${query}`)).body.meta.total_entries;

test('types are one text with a comma and a space between them, which wins over type', async () => {
  const both = 'entry_published_log, user_login_log';
  expect(await total(`types=${encodeURIComponent(both)}`)).toBe(28);
  expect(await total(`types=${encodeURIComponent(both)}&type=entry_updated_log`)).toBe(28);
  expect(await total('types=entry_published_log,user_login_log')).toBe(0);
  expect(await total('types[]=entry_published_log')).toBe(84);
});

test('days of which one cannot be read are dropped in silence, and a moment is refused', async () => {
  expect(await total('date_range[]=2026-03-02&date_range[]=2026-03-02')).toBe(15);
  expect(await total('date_range[]=2026-03-02&date_range[]=tomorrow')).toBe(84);
  expect(await total('date_range[]=2026-03-02')).toBe(84);
  expect((await client.get('/logs?from_date=tomorrow')).status).toBe(409);
  expect(await total('date_range[]=2026-03-02&date_range[]=2026-03-02&from_date=tomorrow')).toBe(15);
});

test('the parameters of older platforms are ignored', async () => {
  expect(await total('user_id=5&user_type=AdminUser')).toBe(84);
});

test('who does not own the account sees their own records alone, unless a place is named', async () => {
  const one = createSandboxClient(sandbox, { token: 'sandbox-token-andes-one-space' });
  expect((await one.get('/logs')).body.meta.total_entries).toBe(14);
  expect((await one.get('/logs?space_id=31')).body.meta.total_entries).toBe(28);
  expect((await one.get('/logs?space_id=33')).status).toBe(401);
});

test('the types are a bare list with counts', async () => {
  const { body } = await client.get('/logs/types');
  expect(body).toContainEqual({ type: 'user_login_log', title: 'User login', count: 14 });
});
