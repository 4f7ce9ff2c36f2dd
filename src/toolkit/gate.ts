import type { Caller } from '../tenant/caller.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Fail } from './result.ts';

/** A workflow that Modyo does not know: its states, and which event leads from one to the next. */
export interface Machine {
  readonly id: string;
  readonly initial: string;
  readonly states: { readonly [state: string]: { readonly on?: { readonly [event: string]: string } } };
  /** Whose state it is: each person has one, or all who work on the account share it. */
  readonly owner: 'subject' | 'tenant';
}

/** A gate whose state the shared store keeps. */
export interface StoredGate<in Input, in Ctx> {
  readonly kind: 'stored';
  readonly machine: Machine;
  /** The states in which the action may run. */
  readonly in: readonly string[];
  /** The event that a success fires; without one the action moves nothing. */
  readonly on: string | undefined;
  /** One state for the principal, or one per resource: a text derived from what was resolved. */
  readonly scope: 'principal' | ((input: Input, ctx: Ctx) => string);
  /** Whether a state that forbids the action also takes it out of the listing; only `principal` can. */
  readonly visibility: 'list' | 'call';
}

/** A gate whose state Modyo holds: it is read there at every call, and nothing is stored. */
export interface HeldGate<in Input, in Ctx> {
  readonly kind: 'held';
  readonly in: readonly string[];
  /** The present state; `undefined` where the gate does not apply. */
  readonly state: (input: Input, ctx: Ctx) => MaybePromise<string | undefined>;
  /** The page of Modyo's console where the missing step is made, for a person; asked by a refusal alone. */
  readonly how: string | ((input: Input, ctx: Ctx) => MaybePromise<string | undefined>) | undefined;
}

export type Gate<Input, Ctx> = StoredGate<Input, Ctx> | HeldGate<Input, Ctx>;
export type AnyGate = Gate<never, never>;

/** A call whose arguments are valid and whose identifiers are resolved. */
export interface GatedCall {
  readonly caller: Caller;
  readonly tool: string;
  readonly action: string;
  /** Whether a repetition adds nothing: then a state that is reached already is no conflict. */
  readonly isIdempotent: boolean;
  readonly input: object;
  /** The context with what the resolvers added. */
  readonly context: object;
}

/** Leave to run, in the state that was seen. */
export interface GatePass {
  /**
   * Whether the state is already the one that the event leads to: the call, which is then idempotent, has
   * nothing to do. Its answer is `unchanged`, and nothing is acquired for it.
   */
  readonly isReached: boolean;
  /**
   * Takes the state for this call alone, if it is still the one that was seen. Without an event there is
   * nothing to take, and the lease does nothing.
   * @param leaseMs after which it is free again, whatever became of the call
   */
  acquire(leaseMs: number): Promise<Lease | Fail>;
}

/** A state that has moved. */
export interface Transition {
  readonly gate: StoredGate<never, never>;
  readonly from: string;
  readonly to: string;
}

export interface Lease {
  /**
   * The action succeeded: the state moves on.
   * @returns `undefined` where there was nothing to move
   * @throws {AppError} `UNAVAILABLE`, with a message for the caller, when the step could not be recorded: the
   *   store is away, or the lease had ended
   */
  commit(): Promise<Transition | undefined>;
  /** It did not: the state stays, and is free. Never rejects; a lease that is not given back ends by itself. */
  release(): Promise<void>;
}

/** What the pipeline asks about gates. */
export interface Gatekeeper {
  /**
   * @returns a `Fail` with `STATE_CONFLICT`, `STATE_BUSY` or, without the store, `UNAVAILABLE`
   * @throws whatever the reading of a state that Modyo holds throws
   */
  check(gate: AnyGate, call: GatedCall): Promise<GatePass | Fail>;
  /**
   * The gates of the principal that forbid now; read for a listing, in one round trip to the store. All of
   * them while the store does not answer. Never calls Modyo, never rejects.
   * @param moved by this call just now, and so not read again
   */
  closed(gates: readonly AnyGate[], caller: Caller, moved?: Transition): Promise<ReadonlySet<AnyGate>>;
}
