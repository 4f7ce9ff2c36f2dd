import type { HeldGate, Machine, StoredGate } from './gate.ts';
import type { MaybePromise } from './maybe-promise.ts';

type StateTable = { readonly [state: string]: { readonly on?: { readonly [event: string]: string } } };

/** The same table, in which every event has to lead to a state that it has. */
type Closed<States extends StateTable> = {
  readonly [State in keyof States]: {
    readonly on?: { readonly [event: string]: NoInfer<keyof States & string> };
  };
};

type StateOf<States extends StateTable> = keyof States & string;

type EventOf<States extends StateTable> = {
  readonly [State in keyof States]: States[State] extends { readonly on: infer Events }
    ? keyof Events & string
    : never;
}[keyof States];

/** A machine whose states and events the compiler knows by name. */
export interface MachineOf<States extends StateTable> extends Machine {
  readonly states: States;
}

/**
 * A workflow whose state the shared store keeps.
 * @param spec `id` is a lower-case word and names the state in the store: a machine that is renamed begins
 *   again. `owner` is whose state it is; default: each person has their own.
 */
export function machine<const States extends StateTable>(spec: {
  readonly id: string;
  readonly initial: NoInfer<StateOf<States>>;
  readonly states: States & Closed<States>;
  readonly owner?: Machine['owner'];
}): MachineOf<States> {
  const { id, initial, states, owner = 'subject' } = spec;
  return { id, initial, states, owner };
}

type Scoped<Input, Ctx> =
  | { readonly scope?: 'principal'; readonly visibility?: 'list' | 'call' }
  | { readonly scope: (input: Input, ctx: Ctx) => string; readonly visibility?: 'call' };

/**
 * Lets an action run in some states of a machine only, and moves it on by `on` when the action succeeds.
 * With a `scope`, each text that it returns has a state of its own; it sees the resolved entities, so that
 * two spellings of one page are one. Such an action stays in the listing, which knows no arguments.
 */
export function gate<States extends StateTable, Input = unknown, Ctx = unknown>(
  of: MachineOf<States>,
  spec: { readonly in: readonly StateOf<States>[]; readonly on?: EventOf<States> } & Scoped<Input, Ctx>,
): StoredGate<Input, Ctx> {
  const { scope = 'principal' } = spec;
  return {
    kind: 'stored',
    machine: of,
    in: spec.in,
    on: spec.on,
    scope,
    visibility: scope === 'principal' ? (spec.visibility ?? 'list') : 'call',
  };
}

/**
 * Lets an action run in some states only that Modyo itself holds. What performs the missing step, if one of
 * our tools does, stands in the action's `recovery` under `STATE_CONFLICT`.
 * @param spec `state` answers `undefined` where the gate does not apply; `how` names the page of the console
 *   where a person makes the missing step
 */
export function heldGate<const State extends string, Input = unknown, Ctx = unknown>(spec: {
  readonly in: readonly NoInfer<State>[];
  readonly state: (input: Input, ctx: Ctx) => MaybePromise<State | undefined>;
  readonly how?: string | ((input: Input, ctx: Ctx) => MaybePromise<string | undefined>);
}): HeldGate<Input, Ctx> {
  const { state, how, in: allowed } = spec;
  return { kind: 'held', in: allowed, state, how };
}
