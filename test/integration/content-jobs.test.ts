import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { createPassingClock } from '../support/passing-clock.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';
import { type Actor, eras, type Testkit, testkit } from '../support/testkit.ts';
import type { Wire } from '../support/wire.ts';

const jobDurationMs = 40_000;
const clock = createPassingClock();
let sandbox: Sandbox;
let kit: Testkit;

beforeAll(async () => {
  sandbox = await startSandbox({ clock, jobDurationMs });
  kit = await testkit({ clock, upstream: sandbox });
});
beforeEach(() => sandbox.reset());
afterEach(() => sandbox.faults.clear());
afterAll(async () => {
  await kit.close();
  await sandbox.close();
});

const tool = 'content-jobs-manage';

/** The id of a job that creates entries; of four, the second has no title. */
async function startJob(): Promise<string> {
  const item = (value: string) => ({
    content_type_id: 52,
    name: 'Nueva',
    field_values: [{ field_id: 409, type: 'string', value }],
  });
  const { body } = await createSandboxClient(sandbox).post(
    '/content/spaces/31/entries/bulk?bulk_action=create',
    {
      entries: [item('a'), item(''), item('c'), item('d')],
    },
  );
  return body.job_id;
}

const ask = async (actor: Actor, args: object): Promise<Wire> => (await actor.call(tool, args)).body;

function answerJob(body: object): void {
  sandbox.faults.inject({
    match: { path: '/background_jobs/' },
    effect: { kind: 'answer', status: 200, body: body as never },
  });
}

describe.each(eras)('in the era of %s', (era) => {
  test('a job is read with its state by name, and then how to wait for it', async () => {
    const identifier = await startJob();
    const { data, resource, state } = await ask(kit.as().withEra(era), { identifier });
    expect(data).toMatchObject({
      job: { uuid: identifier, total: 4, progress: 0 },
      job_status: 'pending',
      is_over: false,
      items: [],
    });
    expect(resource).toEqual({ type: 'job', id: identifier, uuid: identifier });
    expect(state.next).toMatchObject([{ tool, action: 'wait', args: { identifier } }]);
  });

  test('a wait ends with the time of the call, and goes on in another one until the job is over', async () => {
    const identifier = await startJob();
    const actor = kit.as().withEra(era);
    const startedAtMs = clock.nowMs();
    const states: string[] = [];
    for (let calls = 0; calls < 10 && states.at(-1) !== 'completed'; calls += 1) {
      states.push((await ask(actor, { action: 'wait', identifier })).data.job_status);
    }
    expect(states).toEqual(['started', 'started', 'completed']);
    expect(clock.nowMs() - startedAtMs).toBeGreaterThanOrEqual(jobDurationMs);
  });
});

test('a wait tells how far the job has come, upwards only', async () => {
  const identifier = await startJob();
  const notifications: Wire[] = [];
  for (let calls = 0; calls < 3; calls += 1) {
    const answer = await kit.as().call(tool, { action: 'wait', identifier }, { progressToken: `p${calls}` });
    const told = answer.notifications.map(({ params }) => params);
    expect(told.every(({ progressToken, total }) => progressToken === `p${calls}` && total === 100)).toBe(
      true,
    );
    const numbers = told.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
    notifications.push(...told);
  }
  expect(notifications[0]).toMatchObject({ progress: 0, message: 'The job is pending.' });
  expect(notifications.at(-1)).toMatchObject({ progress: 100, message: 'The job is completed.' });
});

test('a wait is as long as it is told to be', async () => {
  const identifier = await startJob();
  const before = clock.nowMs();
  const { data } = await ask(kit.as(), { action: 'wait', identifier, timeout_seconds: 2 });
  expect(data.is_over).toBe(false);
  expect(clock.nowMs() - before).toBe(2_000);
});

test('a job that is over says what it did, item by item', async () => {
  const identifier = await startJob();
  clock.advance(jobDurationMs);
  const { data, state } = await ask(kit.as(), { identifier });
  expect(data).toMatchObject({ job_status: 'completed', is_over: true, failed_items: 1 });
  expect(data.items.map(({ index }: Wire) => index)).toEqual([0, 1, 2, 3]);
  expect(data.items[0]).toEqual({ index: 0, uuid: expect.any(String) });
  expect(data.items[1]).toMatchObject({ index: 1, errors: [{ code: 'REFUSED' }] });
  expect(data.job).not.toHaveProperty('results');
  expect(state?.next).toBeUndefined();
});

test.each([
  [0, 'pending', false],
  [1, 'started', false],
  [2, 'completed', true],
  [3, 'failed', true],
  [4, 'aborted', true],
  [9, 'unknown', false],
  [null, 'unknown', false],
])('the number %j is called %s', async (status, name, isOver) => {
  answerJob({ uuid: 'j-1', status });
  const { data } = await ask(kit.as(), { identifier: 'j-1' });
  expect(data).toMatchObject({ job_status: name, is_over: isOver });
});

test.each([
  ['a list', [{ index: 0, uuid: 'u-0' }]],
  ['lists under other names', { ok: [{ index: 0, uuid: 'u-0' }], failed: [] }],
])('what it did is read from %s too', async (_what, results) => {
  answerJob({ uuid: 'j-1', status: 2, results });
  expect((await ask(kit.as(), { identifier: 'j-1' })).data.items).toEqual([{ index: 0, uuid: 'u-0' }]);
});

describe('what cannot be', () => {
  test.each(['get', 'wait'])('%s of a job that there is not', async (action) => {
    const { error } = await ask(kit.as(), { action, identifier: 'nothing' });
    expect(error).toMatchObject({ code: 'NOT_FOUND', fields: [{ path: 'identifier' }] });
    expect(error.available_actions.length).toBeGreaterThan(0);
  });

  test.each(['../account', '%2e%2e', 'x?y=1', 'a/b', '', 'x'.repeat(1_000_000), 7, null, ['x']])(
    'the id %j',
    async (identifier) => {
      sandbox.requests.clear();
      const { error } = await ask(kit.as(), { identifier });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'identifier' }] });
      expect(sandbox.requests.list()).toEqual([]);
    },
  );

  test.each([{ timeout_seconds: 0 }, { timeout_seconds: 301 }, { timeout_seconds: '5s' }, { colour: 'red' }])(
    'a wait with %j',
    async (args) => {
      const { error } = await ask(kit.as(), { action: 'wait', identifier: 'j-1', ...args });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: Object.keys(args)[0] }] });
    },
  );

  test('a reading without the permission, in the middle of a wait as well', async () => {
    const identifier = await startJob();
    sandbox.faults.inject({ effect: { kind: 'answer', status: 401 } });
    for (const action of ['get', 'wait']) {
      expect((await ask(kit.as(), { action, identifier })).error.code).toBe('FORBIDDEN');
    }
  });
});
