import { AppError } from '../errors/app-error.ts';
import { type GateKey, gateKey } from '../infrastructure/gate-key.ts';
import type { GateStore, HeldLease } from '../infrastructure/gate-store.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Caller } from '../tenant/caller.ts';
import type {
  AnyGate,
  GatedCall,
  Gatekeeper,
  GatePass,
  HeldGate,
  Lease,
  Machine,
  StoredGate,
} from './gate.ts';
import { type GatedActions, targetOf } from './gated-actions.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { type Fail, fail, isFail } from './result.ts';

type Stored = StoredGate<never, never>;

export interface GatekeeperOptions {
  readonly store: GateStore;
  readonly actions: Pick<GatedActions, 'stepsTowards'>;
}

/** A state that nobody moves for a year is forgotten, and its workflow begins again. */
const stateTtlMs = 365 * 24 * 60 * 60 * 1000;
/** What a call holds is mostly free again long before its lease ends. */
const busyRetryMaxMs = 1000;

/** Asks the shared store, or Modyo, in which state a workflow is. */
export function createGatekeeper({ store, actions }: GatekeeperOptions): Gatekeeper {
  const stateIn = createStateReader();

  async function checkStored(gate: Stored, call: GatedCall): Promise<GatePass | Fail> {
    const key = keyOf(gate.machine, call.caller, resourceOf(gate, call));
    const loaded = await orUnavailable(store.load(key));
    if (isFail(loaded)) return loaded;
    const state = stateIn(gate.machine, loaded.state, call.caller.log);
    if (!gate.in.includes(state)) {
      if (call.isIdempotent && isTargetOf(gate, state)) return { isReached: true, acquire: takeNothing };
      const steps = actions.stepsTowards(gate, state);
      return stateConflict(gate, state, steps.length > 0 ? { availableActions: steps } : {});
    }
    const next = targetOf(gate.machine, state, gate.on);
    if (next === undefined) return openPass;
    if (loaded.busyForMs > 0) return stateBusy(loaded.busyForMs);
    const { version } = loaded;
    return {
      isReached: false,
      async acquire(leaseMs) {
        const acquired = await orUnavailable(store.acquire(key, version, leaseMs));
        if (isFail(acquired)) return acquired;
        if (acquired.kind === 'acquired') {
          return createLease(
            store,
            { key, lease: acquired.lease, gate, from: state, to: next },
            call.caller.log,
          );
        }
        // What has moved may have moved to where the call fits again, so it is worth another try.
        return stateBusy(acquired.kind === 'busy' ? acquired.busyForMs : 0);
      },
    };
  }

  return {
    check: (gate, call) => (gate.kind === 'held' ? checkHeld(gate, call) : checkStored(gate, call)),
    async closed(gates, caller, moved) {
      const stored = gates.filter(isOfPrincipal);
      const states = new Map<Machine, string>();
      if (moved !== undefined && isOfPrincipal(moved.gate)) states.set(moved.gate.machine, moved.to);
      const unknown = [...new Set(stored.map(({ machine }) => machine))].filter((one) => !states.has(one));
      try {
        const keys = unknown.map((machine) => keyOf(machine, caller, undefined));
        const loaded = keys.length === 0 ? [] : await store.loadAll(keys);
        for (const [index, machine] of unknown.entries())
          states.set(machine, stateIn(machine, loaded[index], caller.log));
        return new Set(stored.filter((gate) => !gate.in.includes(states.get(gate.machine) ?? '')));
      } catch (error) {
        // What cannot be known to be open is shut. That the store is away, its connection has told already.
        if (!isStoreAway(error)) caller.log.error({ err: error }, 'the gates of a listing could not be read');
        return new Set(stored);
      }
    },
  };
}

function isOfPrincipal(gate: AnyGate): gate is Stored {
  return gate.kind === 'stored' && gate.scope === 'principal';
}

/** By the verified token and by nothing that the call says, but for the resource that it was resolved to. */
function keyOf(machine: Machine, { tenant, principal }: Caller, resource: string | undefined): GateKey {
  return gateKey({
    machine: machine.id,
    tenantKey: tenant.key,
    subject: machine.owner === 'tenant' ? undefined : principal.subject,
    resource,
  });
}

function resourceOf({ scope }: Stored, { input, context }: GatedCall): string | undefined {
  if (scope === 'principal') return undefined;
  // What the scope needs was checked where the gate was defined; here its types are erased.
  return (scope as (input: object, context: object) => string)(input, context);
}

/** The initial state where nothing is stored, or something that the machine, which has changed, does not know. */
function createStateReader() {
  const told = new Set<string>();
  return (machine: Machine, stored: string | undefined, log: Logger): string => {
    if (stored === undefined) return machine.initial;
    if (Object.hasOwn(machine.states, stored)) return stored;
    if (!told.has(machine.id)) {
      told.add(machine.id);
      log.warn(
        { machine: machine.id, state: stored },
        'a stored state is unknown and counts as the initial one',
      );
    }
    return machine.initial;
  };
}

function isTargetOf({ machine, in: states, on }: Stored, state: string): boolean {
  return states.some((from) => targetOf(machine, from, on) === state);
}

const nothingHeld: Lease = { commit: async () => undefined, release: async () => undefined };
const takeNothing = async () => nothingHeld;
const openPass: GatePass = { isReached: false, acquire: takeNothing };

async function checkHeld(gate: HeldGate<never, never>, call: GatedCall): Promise<GatePass | Fail> {
  const read = gate.state as (input: object, context: object) => ReturnType<HeldGate<never, never>['state']>;
  const state = await read(call.input, call.context);
  if (state === undefined || gate.in.includes(state)) return openPass;
  return stateConflict(gate, state, {}, await pageOf(gate, call));
}

async function pageOf({ how }: HeldGate<never, never>, call: GatedCall): Promise<string | undefined> {
  if (typeof how !== 'function') return how;
  return (how as (input: object, context: object) => MaybePromise<string | undefined>)(
    call.input,
    call.context,
  );
}

/** Without offers the action's `recovery` speaks, where one of our tools performs the step all the same. */
function stateConflict(
  gate: AnyGate,
  state: string,
  options: NonNullable<Parameters<typeof fail>[2]>,
  how?: string,
): Fail {
  const details = Object.assign({ state, requires: [...gate.in] }, how !== undefined && { how });
  const message = `This needs the state ${gate.in.join(' or ')}; it is ${state}.`;
  return fail('STATE_CONFLICT', message, Object.assign({ details }, options));
}

function stateBusy(busyForMs: number): Fail {
  return fail('STATE_BUSY', 'Another call is moving this state now.', {
    retryAfterMs: Math.max(1, Math.min(busyForMs, busyRetryMaxMs)),
  });
}

function isStoreAway(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'UNAVAILABLE';
}

/** What the store answers; while it is away, a refusal, for nothing is let through unseen. */
async function orUnavailable<T extends object>(answer: Promise<T>): Promise<T | Fail> {
  try {
    return await answer;
  } catch (error) {
    if (!isStoreAway(error)) throw error;
    const { retryAfterMs } = error;
    const message = 'The state that this depends on cannot be read now. Nothing was done.';
    return fail('UNAVAILABLE', message, retryAfterMs === undefined ? {} : { retryAfterMs });
  }
}

interface HeldStep {
  readonly key: GateKey;
  readonly lease: HeldLease;
  readonly gate: Stored;
  readonly from: string;
  readonly to: string;
}

function createLease(store: GateStore, { key, lease, gate, from, to }: HeldStep, log: Logger): Lease {
  return {
    async commit() {
      const isCommitted = await store.commit(key, lease, to, stateTtlMs).catch((error: unknown) => {
        throw notRecorded(from, to, error);
      });
      if (!isCommitted) throw notRecorded(from, to, new Error('the lease had ended'));
      return { gate, from, to };
    },
    async release() {
      await store.release(key, lease).catch((error: unknown) => {
        log.warn({ err: error, machine: gate.machine.id }, 'a lease was not given back and ends by itself');
      });
    },
  };
}

/** Says no more than is known: an answer of the store can be lost, and a lease that ended can have had a successor. */
function notRecorded(from: string, to: string, cause: unknown): AppError {
  const message = `The action was done, but its step from ${from} to ${to} may not have been recorded.`;
  return new AppError(`${message} Read what it changed before repeating it.`, { code: 'UNAVAILABLE', cause });
}
