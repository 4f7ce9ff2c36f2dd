import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../src/errors/app-error.ts';
import type { GateStore } from '../../../src/infrastructure/gate-store.ts';
import { createMemoryGateStore } from '../../../src/infrastructure/memory-gate-store.ts';
import type { AnyGate, GatedCall, GatePass, Lease, StoredGate } from '../../../src/toolkit/gate.ts';
import { createGatekeeper } from '../../../src/toolkit/gatekeeper.ts';
import { gate, heldGate, machine } from '../../../src/toolkit/machine.ts';
import { type Fail, isFail } from '../../../src/toolkit/result.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { testCaller } from '../../support/tool-host.ts';

const states = {
  draft: { on: { APPROVE: 'approved' } },
  approved: { on: { PUBLISH: 'published' } },
  published: {},
} as const;
const review = machine({ id: 'review', initial: 'draft', states });
const approve = gate(review, { in: ['draft'], on: 'APPROVE' });
const publish = gate(review, { in: ['approved'], on: 'PUBLISH' });
const read = gate(review, { in: ['draft', 'approved'] });

const steps = [{ tool: 'pages', action: 'approve', reason: 'Leads from draft to approved' }];

function createDesk(store: GateStore = createMemoryGateStore(createManualClock())) {
  const logs = createLogCapture();
  const stepsTowards = vi.fn(() => steps);
  const keeper = createGatekeeper({ store, actions: { stepsTowards } });
  const call = (given: Partial<GatedCall> & { readonly subject?: string } = {}): GatedCall => ({
    caller: testCaller(logs, given.subject === undefined ? {} : { subject: given.subject }),
    tool: 'pages',
    action: 'publish',
    isIdempotent: false,
    input: {},
    context: {},
    ...given,
  });
  return {
    store,
    logs,
    keeper,
    stepsTowards,
    call,
    caller: call().caller,
    pass: async (asked: AnyGate, given?: Parameters<typeof call>[0]) =>
      passOf(await keeper.check(asked, call(given))),
    refusal: async (asked: AnyGate, given?: Parameters<typeof call>[0]) =>
      refusalOf(await keeper.check(asked, call(given))),
    async fire(asked: AnyGate, given?: Parameters<typeof call>[0]) {
      const pass = passOf(await keeper.check(asked, call(given)));
      return leaseOf(await pass.acquire(1000)).commit();
    },
  };
}

function passOf(answer: GatePass | Fail): GatePass {
  return isFail(answer) ? expect.fail(answer.message) : answer;
}

function leaseOf(answer: Lease | Fail): Lease {
  return isFail(answer) ? expect.fail(answer.message) : answer;
}

function refusalOf(answer: GatePass | Lease | Fail): Fail {
  return isFail(answer) ? answer : expect.fail('the call was let through');
}

describe('a gate whose state the store keeps', () => {
  test('refuses with the state, what it requires and the actions that lead there', async () => {
    const { refusal, stepsTowards } = createDesk();
    expect(await refusal(publish)).toMatchObject({
      code: 'STATE_CONFLICT',
      options: { details: { state: 'draft', requires: ['approved'] }, availableActions: steps },
    });
    expect(stepsTowards).toHaveBeenCalledWith(publish, 'draft');
  });

  test('moves by the event when the call commits, and tells what has moved', async () => {
    const { fire, pass, refusal } = createDesk();
    expect(await fire(approve)).toEqual({ gate: approve, from: 'draft', to: 'approved' });
    expect((await refusal(approve)).code).toBe('STATE_CONFLICT');
    expect((await pass(publish)).isReached).toBe(false);
  });

  test('a released state stays and is free at once', async () => {
    const { pass } = createDesk();
    const lease = leaseOf(await (await pass(approve)).acquire(1000));
    await lease.release();
    leaseOf(await (await pass(approve)).acquire(1000));
  });

  test('a state that a call holds is busy for every other call that would move it, and for no other', async () => {
    const { pass, refusal } = createDesk();
    const other = await pass(approve);
    leaseOf(await (await pass(approve)).acquire(60_000));
    const busy = { code: 'STATE_BUSY', options: { retryAfterMs: 1000 } };
    expect(await refusal(approve)).toMatchObject(busy);
    expect(refusalOf(await other.acquire(60_000))).toMatchObject(busy);
    await pass(read);
    await pass(approve, { subject: 'eva' });
  });

  test('a pass that was overtaken takes nothing', async () => {
    const { pass, fire } = createDesk();
    const late = await pass(approve);
    await fire(approve);
    expect(refusalOf(await late.acquire(1000)).code).toBe('STATE_BUSY');
  });

  test('a gate without an event takes no lease and moves nothing', async () => {
    const { store, pass } = createDesk();
    const acquire = vi.spyOn(store, 'acquire');
    const lease = leaseOf(await (await pass(read)).acquire(1000));
    expect(await lease.commit()).toBeUndefined();
    await lease.release();
    expect(acquire).not.toHaveBeenCalled();
  });

  test('F7.17 an idempotent call whose target is reached has nothing to do; another is refused', async () => {
    const { fire, pass, refusal } = createDesk();
    await fire(approve);
    await fire(publish);
    expect(await pass(publish, { isIdempotent: true })).toMatchObject({ isReached: true });
    expect((await refusal(publish)).code).toBe('STATE_CONFLICT');
    expect((await refusal(approve, { isIdempotent: true })).code).toBe('STATE_CONFLICT');
  });

  test('each resource has a state of its own, told apart by what was resolved', async () => {
    const scoped: StoredGate<object, object> = gate(review, {
      in: ['draft'],
      on: 'APPROVE',
      scope: (_input: object, context: object) => `page:${(context as { readonly id: number }).id}`,
    });
    const { fire, pass, refusal } = createDesk();
    await fire(scoped, { input: { page: 'home' }, context: { id: 7 } });
    expect((await refusal(scoped, { input: { page: '7' }, context: { id: 7 } })).code).toBe('STATE_CONFLICT');
    await pass(scoped, { input: { page: 'home' }, context: { id: 8 } });
    await pass(approve);
  });

  test('a machine of the tenant is one for all who work on the account', async () => {
    const shared = machine({ id: 'shared', initial: 'draft', states, owner: 'tenant' });
    const { fire, refusal } = createDesk();
    await fire(gate(shared, { in: ['draft'], on: 'APPROVE' }), { subject: 'ana' });
    expect((await refusal(gate(shared, { in: ['draft'] }), { subject: 'eva' })).code).toBe('STATE_CONFLICT');
  });

  test('a stored state that the machine no longer knows counts as the initial one and is told once', async () => {
    const { fire, pass, logs, keeper, caller } = createDesk();
    const older = machine({
      id: 'review',
      initial: 'sent',
      states: { sent: { on: { LOSE: 'lost' } }, lost: {} },
    });
    await fire(gate(older, { in: ['sent'], on: 'LOSE' }));
    await pass(approve);
    await pass(approve);
    expect(await keeper.closed([approve, publish], caller)).toEqual(new Set([publish]));
    const told = logs.lines().filter(({ state }) => state === 'lost');
    expect(told).toHaveLength(1);
    expect(await fire(approve)).toMatchObject({ from: 'draft', to: 'approved' });
  });
});

describe('what a listing is told', () => {
  test('the gates that forbid now, each machine read once, whatever is stored for others', async () => {
    const { store, keeper, caller, fire } = createDesk();
    const loadAll = vi.spyOn(store, 'loadAll');
    expect(await keeper.closed([approve, publish, read], caller)).toEqual(new Set([publish]));
    await fire(approve, { subject: 'eva' });
    expect(await keeper.closed([approve, publish, read], caller)).toEqual(new Set([publish]));
    await fire(approve);
    await fire(publish);
    expect(await keeper.closed([approve, publish, read], caller)).toEqual(new Set([approve, publish, read]));
    expect(loadAll.mock.calls.map(([keys]) => keys.length)).toEqual([1, 1, 1]);
  });

  test('gates of a resource and gates that Modyo holds never shut a listing', async () => {
    const { keeper, caller } = createDesk();
    const state = vi.fn(() => 'draft' as const);
    const held = heldGate({ in: [], state });
    const scoped = gate(review, { in: ['published'], scope: () => 'page:7' });
    expect(await keeper.closed([held, scoped], caller)).toEqual(new Set());
    expect(state).not.toHaveBeenCalled();
  });
});

describe('a store that is away', () => {
  const away = () => Promise.reject(new AppError('away', { code: 'UNAVAILABLE', retryAfterMs: 5000 }));
  const lost: GateStore = { load: away, loadAll: away, acquire: away, commit: away, release: away };

  test('F7.8 refuses the call with a wait, and shuts every gate of a listing', async () => {
    const { keeper, caller, refusal } = createDesk(lost);
    expect(await refusal(approve)).toMatchObject({ code: 'UNAVAILABLE', options: { retryAfterMs: 5000 } });
    expect(await keeper.closed([approve, publish], caller)).toEqual(new Set([approve, publish]));
  });

  test('between check and lease refuses; between lease and commit says that the step may not have been recorded', async () => {
    const working = createMemoryGateStore(createManualClock());
    const { pass } = createDesk({ ...working, acquire: away });
    expect(refusalOf(await (await pass(approve)).acquire(1000)).code).toBe('UNAVAILABLE');

    const later = createDesk({ ...working, commit: away, release: away });
    const lease = leaseOf(await (await later.pass(approve)).acquire(1000));
    await expect(lease.commit()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('its step from draft to approved may not have been recorded'),
    });
    await expect(lease.release()).resolves.toBeUndefined();
  });

  test('a lease that ended before the commit moves nothing and says so', async () => {
    const clock = createManualClock();
    const { pass } = createDesk(createMemoryGateStore(clock));
    const lease = leaseOf(await (await pass(approve)).acquire(1000));
    clock.advance(1001);
    await expect(lease.commit()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('its step from draft to approved may not have been recorded'),
    });
    expect(isFail(await (await pass(approve)).acquire(1000))).toBe(false);
  });
});

describe('a gate whose state Modyo holds', () => {
  test('reads it at every call; the console page stands in the refusal, and offers are left to the action', async () => {
    const { pass, refusal } = createDesk();
    let now: 'in_review' | 'approved' | undefined = 'in_review';
    const held = heldGate({ in: ['approved'], state: () => now, how: 'Content > Entries' });
    const { code, options } = await refusal(held);
    expect({ code, options }).toEqual({
      code: 'STATE_CONFLICT',
      options: { details: { state: 'in_review', requires: ['approved'], how: 'Content > Entries' } },
    });
    now = 'approved';
    expect(await leaseOf(await (await pass(held)).acquire(1000)).commit()).toBeUndefined();
    now = undefined;
    await pass(held);
  });

  test('a reading that fails is the failure of the call', async () => {
    const { keeper, call } = createDesk();
    const held = heldGate({
      in: ['approved'],
      state: (): 'approved' => {
        throw new AppError('gone', { code: 'NOT_FOUND' });
      },
    });
    await expect(keeper.check(held, call())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
