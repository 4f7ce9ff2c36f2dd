import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { gate, machine } from '../../src/toolkit/machine.ts';
import { fail, ok } from '../../src/toolkit/result.ts';
import { kit as toolkit } from '../../src/tools/kit.ts';
import { modern } from '../support/edge.ts';
import { openStream } from '../support/open-stream.ts';
import { type Actor, eras, type Testkit, testkit } from '../support/testkit.ts';

/** What becomes of a state when its call and its lease do not end together. */

const parcelMachine = machine({
  id: 'parcel',
  initial: 'packed',
  states: { packed: { on: { SEND: 'sent', DROP: 'lost' } }, sent: {}, lost: {} },
});

/** What happens while something of the kind is under way, once. */
type Moments = Map<'plan' | 'send' | 'drop', () => Promise<unknown>>;

function createParcels() {
  const during: Moments = new Map();
  const sent: unknown[] = [];
  const answer: { data: object } = { data: { sent: true } };
  const meanwhile = async (moment: 'plan' | 'send' | 'drop') => {
    const happening = during.get(moment);
    during.delete(moment);
    return happening?.();
  };
  const nothing = z.object({});
  const send = toolkit.action({
    summary: 'Send the parcel',
    idempotent: true,
    confirm: 'always',
    input: nothing,
    data: z.object({ sent: z.boolean(), note: z.string().optional() }),
    gate: gate(parcelMachine, { in: ['packed'], on: 'SEND' }),
    plan: async () => {
      await meanwhile('plan');
      return { changes: { parcel_status: 'sent' } };
    },
    async run() {
      await meanwhile('send');
      sent.push('send');
      return ok(answer.data as { sent: boolean });
    },
  });
  const drop = toolkit.action({
    summary: 'Drop the parcel',
    input: nothing,
    data: z.object({ dropped: z.boolean() }),
    gate: gate(parcelMachine, { in: ['packed'], on: 'DROP' }),
    async run() {
      await meanwhile('drop');
      return fail('CONFLICT', 'It was caught.');
    },
  });
  return {
    during,
    sent,
    answer,
    tools: [
      toolkit.tool('core-parcels-send', { title: 'Send', actions: { send } }),
      toolkit.tool('core-parcels-drop', { title: 'Drop', actions: { drop } }),
    ],
  };
}

let parcels: ReturnType<typeof createParcels>;
let kit: Testkit;
beforeEach(async () => {
  parcels = createParcels();
  kit = await testkit({ tools: parcels.tools });
});
afterEach(() => kit.close());

const listed = async (actor: Actor) => (await actor.list()).map(({ name }) => name);

async function tokenOf(actor: Actor): Promise<string> {
  const { body } = await actor.call('core-parcels-send');
  return body.control.confirm_token;
}

async function send(actor: Actor) {
  return actor.call('core-parcels-send', { confirm_token: await tokenOf(actor) });
}

/** Takes the state for a call that goes on until it is told to end, without success. */
async function hold(actor: Actor): Promise<() => Promise<void>> {
  let end: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  let hasBegun = false;
  parcels.during.set('drop', () => {
    hasBegun = true;
    return held;
  });
  const holding = actor.call('core-parcels-drop');
  await vi.waitUntil(() => hasBegun, { timeout: 5_000, interval: 5 });
  return async () => {
    end();
    expect((await holding).body.error.code).toBe('CONFLICT');
  };
}

test.each([
  ['does not fit its schema', { sent: 'yes' }, { code: 'INTERNAL' }],
  [
    'is too large',
    { sent: true, note: 'x'.repeat(100_000) },
    { code: 'RESULT_TOO_LARGE', details: { state_unknown: true } },
  ],
])(
  'F7.3 a success that cannot leave, since it %s, leaves the state where it was and tells nobody',
  async (_what, data, error) => {
    const actor = kit.as();
    parcels.answer.data = data;
    const failed = await send(actor);
    expect(failed.body.error).toMatchObject(error);
    expect(failed.notifications).toEqual([]);
    expect(await listed(actor)).toEqual(['core-parcels-send', 'core-parcels-drop']);
    parcels.answer.data = { sent: true };
    const done = await send(actor);
    expect(done.body.data).toEqual({ sent: true });
    expect(done.notifications).toHaveLength(1);
  },
);

test.each(eras)(
  'F7.9 a step whose lease ended under it is done and says in %s that it was not recorded',
  async (era) => {
    const actor = kit.as().withEra(era);
    parcels.during.set('send', async () => kit.clock.advance(60_000));
    const done = await send(actor);
    expect(done.body).toMatchObject({
      data: { sent: true },
      state: { status: 'done', warnings: [{ code: 'STATE_NOT_RECORDED', path: 'state' }] },
    });
    expect(done.result).not.toHaveProperty('isError');
    expect(done.notifications).toEqual([]);
    expect(await listed(actor)).toContain('core-parcels-send');
    expect((await send(actor)).body.state).toEqual({ status: 'done' });
  },
);

test('F7.9 a step that another call made after the lease had ended is made once, and the late one says that it is not its own', async () => {
  const actor = kit.as();
  const [first, second] = [await tokenOf(actor), await tokenOf(actor)];
  parcels.during.set('send', async () => {
    kit.clock.advance(60_000);
    const other = await actor.call('core-parcels-send', { confirm_token: second });
    expect(other.notifications).toHaveLength(1);
    expect(other.body.state).toEqual({ status: 'done' });
  });
  const late = await actor.call('core-parcels-send', { confirm_token: first });
  expect(late.body.state).toMatchObject({ warnings: [{ code: 'STATE_NOT_RECORDED' }] });
  expect(late.body.state.warnings[0].message).not.toMatch(/still/);
  expect(late.notifications).toEqual([]);
  expect((await actor.call('core-parcels-send')).body.state).toEqual({ status: 'unchanged' });
});

test('F15.3 a token that met a busy state was not used: the same call is good when the state is free, and once', async () => {
  const actor = kit.as();
  const confirm_token = await tokenOf(actor);
  let free: () => Promise<void> = async () => {};
  // Between the gate and the lease, where only another call can come.
  parcels.during.set('plan', async () => {
    free = await hold(actor);
  });
  const busy = await actor.call('core-parcels-send', { confirm_token });
  expect(busy.body.error).toMatchObject({ code: 'STATE_BUSY', retry_after_ms: expect.any(Number) });
  await free();
  const both = await Promise.all([1, 2].map(() => actor.call('core-parcels-send', { confirm_token })));
  expect(both.filter(({ body }) => body.data?.sent === true)).toHaveLength(1);
  expect(parcels.sent).toEqual(['send']);
});

test('F15.1 an accepted question that met a busy state can be answered again, and a declined one cannot', async () => {
  const actor = kit
    .as()
    .withEra('2026-07-28')
    .withCapabilities({ elicitation: { form: {} } });
  const asked = await actor.call('core-parcels-send');
  const { requestState } = asked.result;
  const answer = (action: string) =>
    actor.call(
      'core-parcels-send',
      {},
      { params: { requestState, inputResponses: { confirm: { action } } } },
    );
  let free: () => Promise<void> = async () => {};
  parcels.during.set('plan', async () => {
    free = await hold(actor);
  });
  expect((await answer('accept')).body.error.code).toBe('STATE_BUSY');
  await free();
  expect((await answer('decline')).body.control).toMatchObject({ cancelled: true });
  expect((await answer('accept')).body.error).toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'confirmation_used' },
  });
  expect(parcels.sent).toEqual([]);
  expect((await send(kit.as())).body.data).toEqual({ sent: true });
});

test('F13.4 a step whose client leaves in it is made, moves the state, and is told to whoever listens', async () => {
  const actor = kit.as().withEra('2026-07-28');
  const { message, headers } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const stream = await openStream(Number(new URL(kit.url).port), {
    message,
    headers,
    token: await kit.mint(),
  });
  await stream.atLeast(1);
  const client = new AbortController();
  const outcomes = () => kit.logs.lines().filter((line) => line['audit'] === 'tool_call');
  let end: () => void = () => {};
  parcels.during.set('send', () => {
    client.abort();
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const call = modern('tools/call', {
    name: 'core-parcels-send',
    arguments: { confirm_token: await tokenOf(actor) },
  });
  const begun = outcomes().length;
  const left = fetch(kit.url, {
    method: 'POST',
    signal: client.signal,
    body: JSON.stringify(call.message),
    headers: {
      ...call.headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${await kit.mint()}`,
    },
  });
  await expect(left).rejects.toThrow(/abort/i);
  expect((await actor.call('core-parcels-drop')).body.error.code).toBe('STATE_BUSY');
  end();
  await vi.waitUntil(() => outcomes().length === begun + 2, { timeout: 5_000, interval: 5 });
  expect(outcomes().at(-1)).toMatchObject({ tool: 'core-parcels-send', outcome: 'ok' });
  const [, told] = await stream.atLeast(2);
  expect(told).toMatchObject({ method: 'notifications/tools/list_changed' });
  expect(await listed(actor)).toEqual([]);
  stream.leave();
});

test('F7.16 a dry run of a step that is made already says that nothing was executed', async () => {
  const actor = kit.as();
  await send(actor);
  const { body } = await actor.call('core-parcels-send', { dry_run: true });
  expect(body.control).toMatchObject({ dry_run: true });
  expect(body.data).toEqual({ plan: {} });
  expect(body).not.toHaveProperty('state');
});
