import type { CompiledAction, CompiledTool } from './compiled.ts';
import type { AnyGate, Machine, StoredGate, Transition } from './gate.ts';
import type { AvailableAction } from './result.ts';
import { actionId, type Surface } from './surface.ts';

type Stored = StoredGate<never, never>;

/** What the gates of all actions mean together; computed once. */
export interface GatedActions {
  /** The tools of actions whose state the store keeps. */
  readonly toolNames: readonly string[];
  /** The gates whose state shows in the listing. */
  readonly listed: readonly Stored[];
  /** The actions behind gates, as `Surface.listing` names them. */
  idsBehind(gates: ReadonlySet<AnyGate>): ReadonlySet<string>;
  /** Whether a transition opened or shut something that some listing shows, whoever's it is. */
  isTurnedBy(transition: Transition): boolean;
  /**
   * The actions that begin the shortest way from a state to one in which the gate is open; empty where no
   * tool performs the next step.
   */
  stepsTowards(gate: Stored, state: string): readonly AvailableAction[];
}

/** One way from state to state, and the actions that take it. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly actions: readonly AvailableAction[];
}

export function createGatedActions<Ctx>(tools: readonly CompiledTool<Ctx>[]): GatedActions {
  const all = tools.flatMap((tool) => tool.actions);
  const stored = all.flatMap((action) => {
    const { gate } = action.definition;
    return gate?.kind === 'stored' ? [{ action, gate }] : [];
  });
  const stepsOf = stepsByMachine(stored, tools);
  const listed = [...new Set(stored.map(({ gate }) => gate).filter(isListed))];
  return {
    toolNames: [...new Set(stored.map(({ action }) => action.tool))],
    listed,
    isTurnedBy: (transition) => listed.some((gate) => turns(transition, gate)),
    idsBehind: (gates) =>
      new Set(stored.filter(({ gate }) => gates.has(gate)).map(({ action }) => actionId(action))),
    stepsTowards(gate, state) {
      const steps = stepsOf.get(gate.machine.id) ?? [];
      const distances = distancesTo(gate.in, steps);
      const own = steps.filter(({ from }) => from === state);
      const nearest = Math.min(...own.map(({ to }) => distances.get(to) ?? Number.POSITIVE_INFINITY));
      return own.flatMap(({ to, actions }) => (distances.get(to) === nearest ? actions : []));
    },
  };
}

function isListed(gate: Stored): boolean {
  return gate.visibility === 'list' && gate.scope === 'principal';
}

function turns({ gate: moved, from, to }: Transition, gate: Stored): boolean {
  return (
    moved.scope === 'principal' &&
    gate.machine.id === moved.machine.id &&
    gate.in.includes(from) !== gate.in.includes(to)
  );
}

/** Whether a transition opened or shut something that the listing of its caller shows. */
export function changesListing<Ctx>(transition: Transition, surface: Surface<Ctx>): boolean {
  const isTurned = ({ definition: { gate } }: CompiledAction<Ctx>) =>
    gate?.kind === 'stored' && isListed(gate) && turns(transition, gate);
  return [...surface.tools.values()].some(({ actions }) => actions.some(isTurned));
}

function stepsByMachine<Ctx>(
  stored: readonly { readonly action: CompiledAction<Ctx>; readonly gate: Stored }[],
  tools: readonly CompiledTool<Ctx>[],
): ReadonlyMap<string, readonly Step[]> {
  const several = new Set(tools.filter((tool) => tool.hasDiscriminator).map(({ name }) => name));
  const steps = new Map<string, Step[]>();
  for (const { action, gate } of stored) {
    for (const from of gate.in) {
      const to = targetOf(gate.machine, from, gate.on);
      if (to === undefined) continue;
      const offer = {
        tool: action.tool,
        ...(several.has(action.tool) && { action: action.wire }),
        reason: `Leads from ${from} to ${to}`,
      };
      const known = steps.get(gate.machine.id) ?? [];
      steps.set(gate.machine.id, [...known, { from, to, actions: [offer] }]);
    }
  }
  return steps;
}

/** Where an event leads from a state; `undefined` where it leads nowhere. */
export function targetOf(machine: Machine, state: string, event: string | undefined): string | undefined {
  const events = Object.hasOwn(machine.states, state) ? machine.states[state]?.on : undefined;
  return event !== undefined && events !== undefined && Object.hasOwn(events, event)
    ? events[event]
    : undefined;
}

/** How many steps each state is away from the nearest of some; states without a way are missing. */
function distancesTo(goals: readonly string[], steps: readonly Step[]): ReadonlyMap<string, number> {
  const distances = new Map(goals.map((goal) => [goal, 0]));
  // A map is walked in the order of insertion, and what is added on the way is walked too.
  for (const [state, distance] of distances) {
    for (const { from, to } of steps) {
      if (to === state && !distances.has(from)) distances.set(from, distance + 1);
    }
  }
  return distances;
}
