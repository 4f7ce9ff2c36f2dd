import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const bulk = '/content/spaces/31/entries/bulk';

function item(name: string, value: string) {
  return { content_type_id: 52, name, field_values: [{ field_id: 409, type: 'string', value }] };
}

async function finish(jobId: string) {
  nowMs += jobDurationMs;
  return (await client.get(`/background_jobs/${jobId}`)).body;
}

test('creation is accepted with a job, and reports what it did by index once its time is over', async () => {
  const { status, body } = await client.post(`${bulk}?bulk_action=create`, {
    target_locale: 'en',
    entries: [item('Uno', 'Uno'), item('Dos', ''), item('Tres', 'Tres')],
  });
  expect(status).toBe(202);
  const waiting = (await client.get(`/background_jobs/${body.job_id}`)).body;
  expect(waiting).toMatchObject({ status: 0, progress: 0, total: 3 });
  expect(waiting).not.toHaveProperty('results');
  const job = await finish(body.job_id);
  expect(job).toMatchObject({ status: 2, progress: 3, progress_percentage: '100.0%' });
  expect(job.results.created.map(({ index }: { index: number }) => index)).toEqual([0, 2]);
  expect(job.results.errors).toEqual([
    {
      index: 1,
      errors: [
        {
          field: 'field_values[0][value]',
          messages: ["Value can't be blank"],
          details: [{ error: 'blank' }],
        },
      ],
    },
  ]);
  const { uuid } = job.results.created[0];
  const found = await client.get(`/content/spaces/31/entries?target_locale=en&query=${uuid}`);
  expect(found.body.entries).toMatchObject([{ name: 'Uno', locale: 'en', status: 'draft' }]);
});

test('more than a hundred entries, an unknown action and no uuids are refused', async () => {
  const many = Array.from({ length: 101 }, () => item('x', 'x'));
  expect((await client.post(`${bulk}?bulk_action=create`, { entries: many })).status).toBe(422);
  expect((await client.post(`${bulk}?bulk_action=shred`, { uuids: ['x'] })).status).toBe(422);
  expect((await client.post(`${bulk}?bulk_action=publish`, {})).status).toBe(422);
});

test('archive, restore and delete skip what they do not apply to', async () => {
  const published = (await client.get('/content/spaces/31/entries/549895')).body;
  const created = await client.post('/content/spaces/31/entries', item('Borrador', 'Borrador'));
  const uuids = [published.uuid, created.body.uuid];
  const act = async (action: string) => {
    const { body } = await client.post(`${bulk}?bulk_action=${action}`, { uuids, target_locale: 'es-cl' });
    await finish(body.job_id);
    const [first, second] = await Promise.all(
      [549_895, created.body.id].map((id) => client.get(`/content/spaces/31/entries/${id}`)),
    );
    return [first?.body.status, second?.status === 404 ? 'gone' : second?.body.status];
  };
  expect(await act('archive')).toEqual(['published', 'archived']);
  expect(await act('restore')).toEqual(['published', 'draft']);
  expect(await act('publish')).toEqual(['published', 'published']);
  expect(await act('unpublish')).toEqual(['draft', 'draft']);
  expect(await act('delete')).toEqual(['draft', 'draft']);
  expect(await act('archive')).toEqual(['archived', 'archived']);
  nowMs += 1;
  const { body } = await client.post(`${bulk}?bulk_action=delete`, { uuids, target_locale: 'es-cl' });
  expect((await finish(body.job_id)).results.processed).toHaveLength(2);
  expect((await client.get('/content/spaces/31/entries/549895')).status).toBe(404);
});

test('an unknown job is not found', async () => {
  expect((await client.get('/background_jobs/nothing')).status).toBe(404);
});
