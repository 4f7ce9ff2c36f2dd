import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

const startMs = Date.parse('2026-11-30T12:00:00.000Z');
let nowMs = startMs;
let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: { nowMs: () => nowMs, sleep: () => Promise.resolve() } });
  client = createSandboxClient(sandbox);
});
beforeEach(() => {
  nowMs = startMs;
  sandbox.reset();
});
afterAll(() => sandbox.close());

const entries = '/content/spaces/31/entries';

async function draft(attributes: object = {}): Promise<string> {
  const { body } = await client.post(entries, {
    content_type_id: 52,
    name: 'Borrador',
    field_values: [{ field_id: 409, type: 'string', value: 'Borrador' }],
    ...attributes,
  });
  return `${entries}/${body.id}`;
}

async function read(path: string) {
  return (await client.get(path)).body;
}

describe('publishing', () => {
  test('now: the answer has no body, the entry is clean and in the account’s time zone', async () => {
    const path = await draft();
    const { status, text } = await client.post(`${path}/publish`, { published_immediately: true });
    expect([status, text]).toEqual([200, '']);
    expect(await read(path)).toMatchObject({
      status: 'published',
      dirty: false,
      published_at: '2026-11-30T09:00:00.000-03:00',
    });
  });

  test('a slug that another published entry of the type has gets a number', async () => {
    const [first, second] = [await draft(), await draft()];
    await client.post(`${first}/publish`);
    await client.post(`${second}/publish`);
    expect((await read(first)).slug).toBe('borrador');
    expect(await read(second)).toMatchObject({ slug: 'borrador-2', dirty: false });
  });

  test('later: scheduled until its time comes, as it was when it was scheduled', async () => {
    const path = await draft();
    await client.post(`${path}/publish`, {
      published_immediately: false,
      published_at: '2026-12-01T09:00:00.000-03:00',
      unpublish_scheduled: true,
      unpublished_at: '2026-12-05T09:00:00.000-03:00',
    });
    expect(await read(path)).toMatchObject({
      status: 'scheduled',
      scheduled: true,
      published: false,
      workflow: {
        schedule: { publish: '2026-12-01T09:00:00.000-03:00', unpublish: '2026-12-05T09:00:00.000-03:00' },
      },
    });
    nowMs = Date.parse('2026-12-02T00:00:00.000Z');
    expect(await read(path)).toMatchObject({
      status: 'published',
      published_at: '2026-12-01T09:00:00.000-03:00',
    });
    nowMs = Date.parse('2026-12-06T00:00:00.000Z');
    expect(await read(path)).toMatchObject({ status: 'draft', published: false });
  });

  test('a new schedule replaces the one before, and publishing now ends it', async () => {
    const path = await draft();
    await client.post(`${path}/publish`, { published_at: '2026-12-01T12:00:00Z' });
    await client.post(`${path}/publish`, { published_at: '2026-12-24T12:00:00Z' });
    expect((await read(path)).published_at).toBe('2026-12-24T09:00:00.000-03:00');
    await client.post(`${path}/publish`, {});
    expect(await read(path)).toMatchObject({ status: 'published', scheduled: false });
  });

  test('a moment in the past publishes now, an end in the past is refused', async () => {
    const path = await draft();
    const refused = await client.post(`${path}/publish`, { unpublished_at: '2026-11-01T12:00:00Z' });
    expect(refused.body).toEqual({ errors: ["The scheduled unpublish date can't be in the past"] });
    expect(refused.status).toBe(409);
    await client.post(`${path}/publish`, { published_at: '2026-11-01T12:00:00Z' });
    expect(await read(path)).toMatchObject({ status: 'published', scheduled: false });
  });

  test('later without a moment is refused', async () => {
    const { status, body } = await client.post(`${await draft()}/publish`, { published_immediately: false });
    expect([status, body.errors[0].field]).toEqual([409, 'published_at']);
  });
});

describe('unpublishing', () => {
  test('makes a draft of it, and refuses what is not published', async () => {
    const path = await draft();
    expect((await client.post(`${path}/unpublish`)).status).toBe(409);
    await client.post(`${path}/publish`);
    const { status, text } = await client.post(`${path}/unpublish`);
    expect([status, text]).toEqual([200, '']);
    expect(await read(path)).toMatchObject({ status: 'draft', published: false, published_at: null });
  });
});

describe('a space with team review', () => {
  const reviewed = '/content/spaces/33/entries';

  async function inState(state: string): Promise<string> {
    const { body } = await client.get(`${reviewed}?workflow_state=${state}&per_page=1`);
    return `${reviewed}/${body.entries[0].id}`;
  }

  test('publishes what is approved', async () => {
    const path = await inState('approved');
    expect((await client.post(`${path}/publish`)).status).toBe(200);
    expect((await read(path)).status).toBe('published');
  });

  test('refuses what is not, unless an admin forces it', async () => {
    const path = await inState('reviewing');
    const refused = await client.post(`${path}/publish`);
    expect([refused.status, typeof refused.body.errors[0]]).toEqual([409, 'string']);
    const editor = createSandboxClient(sandbox, { token: 'sandbox-token-andes-editor' });
    const notTheirs = await editor.post(`${path}/publish`, { force_publish: true });
    expect([notTheirs.status, notTheirs.text]).toEqual([401, '']);
    expect((await client.post(`${path}/publish`, { force_publish: true })).status).toBe(200);
    expect((await read(path)).status).toBe('published');
  });
});
