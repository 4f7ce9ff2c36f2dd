import { machineId } from '../infrastructure/gate-key.ts';
import type { ReportFault } from './compile.ts';
import type { CompiledTool } from './compiled.ts';
import type { AnyGate, Machine } from './gate.ts';
import { targetOf } from './gated-actions.ts';

/** Reports what is wrong with gates, which the compiler sees only where they are written by hand. */
export function lintGates<Ctx>(tools: readonly CompiledTool<Ctx>[], report: ReportFault): void {
  const machines = new Map<string, Machine>();
  for (const action of tools.flatMap((tool) => tool.actions)) {
    const { gate, verb } = action.definition;
    if (gate === undefined) continue;
    const fault = (what: string) => report(`${action.tool}.${action.name}`, what);
    if (gate.in.length === 0) fault('the gate is open in no state');
    if (gate.kind === 'held') continue;
    const { machine, on } = gate;
    if (verb === 'query' && on !== undefined) fault(`a query cannot fire ${on}`);
    const known = machines.get(machine.id);
    if (known === undefined) lintMachine(machine, fault);
    else if (known !== machine) fault(`${machine.id} is the id of two machines`);
    machines.set(machine.id, known ?? machine);
    lintStates(gate, fault);
  }
}

function lintMachine({ id, initial, states }: Machine, fault: (what: string) => void): void {
  if (!machineId.test(id)) fault(`the machine's id does not match ${machineId.source}`);
  if (!Object.hasOwn(states, initial)) fault(`${id} begins with ${initial}, which is none of its states`);
  for (const [state, { on = {} }] of Object.entries(states)) {
    for (const [event, target] of Object.entries(on)) {
      if (!Object.hasOwn(states, target))
        fault(`${id} goes from ${state} by ${event} to ${target}, no state of it`);
    }
  }
}

function lintStates(gate: Extract<AnyGate, { kind: 'stored' }>, fault: (what: string) => void): void {
  const { machine, on } = gate;
  for (const state of gate.in) {
    if (!Object.hasOwn(machine.states, state)) fault(`${machine.id} has no state ${state}`);
    else if (on !== undefined && targetOf(machine, state, on) === undefined) {
      fault(`${machine.id} has no event ${on} in ${state}`);
    }
  }
}
