import type { Clock } from '../infrastructure/clock.ts';
import type { GateStore } from '../infrastructure/gate-store.ts';
import { createMemoryGateStore } from '../infrastructure/memory-gate-store.ts';
import type { Caller } from '../tenant/caller.ts';
import type { CompiledTool } from './compiled.ts';
import type { Gatekeeper, Transition } from './gate.ts';
import { createGatedActions } from './gated-actions.ts';
import { createGatekeeper } from './gatekeeper.ts';

export interface GatesOptions {
  /** Of the states that Modyo does not know. */
  readonly gateStore?: GateStore;
  readonly clock: Clock;
}

/** The gates of all tools, with who guards them. */
export interface Gates {
  readonly gatekeeper: Gatekeeper;
  /** Whether a state can change what a caller is shown. */
  readonly listChanges: boolean;
  /**
   * What the listing of this caller lacks now, as `tool.action`; `undefined` where it never lacks anything.
   * @param moved as `Gatekeeper.closed` takes it
   */
  shutActions(caller: Caller, moved?: Transition): Promise<ReadonlySet<string> | undefined>;
  /** Whether a transition changes what its caller is shown, through whatever address. */
  changesListings(transition: Transition, caller: Caller): boolean;
}

/** @throws {Error} naming the tools whose state nobody would keep */
export function createGates<Ctx>(tools: readonly CompiledTool<Ctx>[], options: GatesOptions): Gates {
  const { gateStore, clock } = options;
  const actions = createGatedActions(tools);
  if (gateStore === undefined && actions.toolNames.length > 0) {
    throw new Error(`There is no store for the states of these tools: ${actions.toolNames.join(', ')}`);
  }
  // Without stored states it is never asked.
  const gatekeeper = createGatekeeper({ store: gateStore ?? createMemoryGateStore(clock), actions });
  return {
    gatekeeper,
    listChanges: actions.listed.length > 0,
    changesListings: (transition, caller) =>
      caller.tenant.policy.gateVisibility !== 'call' && actions.isTurnedBy(transition),
    async shutActions(caller, moved) {
      if (actions.listed.length === 0 || caller.tenant.policy.gateVisibility === 'call') return undefined;
      return actions.idsBehind(await gatekeeper.closed(actions.listed, caller, moved));
    },
  };
}
