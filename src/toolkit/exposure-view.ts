import { type PinName, type Pins, pinNames, type TenantPolicy } from '../tenant/policy.ts';
import type { CompiledAction, CompiledTool, WireAction } from './compiled.ts';

/**
 * Whether a policy lets an action exist. A list names tools or single actions; a name that is both means
 * the tool alone where it allows, and both where it denies.
 */
export function admits<Ctx>(
  policy: TenantPolicy,
  tool: CompiledTool<Ctx>,
  action: CompiledAction<Ctx>,
  isTool: (name: string) => boolean,
): boolean {
  const { toolsAllowed, toolsChosen, toolsDenied } = policy;
  if (!policy.modules.includes(tool.module)) return false;
  if (toolsDenied.includes(tool.name) || toolsDenied.includes(action.flatName)) return false;
  const names = (list: readonly string[]) =>
    list.includes(tool.name) || (!isTool(action.flatName) && list.includes(action.flatName));
  return (
    (toolsAllowed === undefined || names(toolsAllowed)) && (toolsChosen === undefined || names(toolsChosen))
  );
}

/**
 * The tool with some of its actions, and without the parameters that are pinned; `undefined` if no action
 * is left. The tool itself where nothing is taken away.
 */
export function viewOf<Ctx>(
  tool: CompiledTool<Ctx>,
  isKept: (action: CompiledAction<Ctx>) => boolean,
  pins: Pins = {},
): CompiledTool<Ctx> | undefined {
  const pinned = pinNames.filter((name) => pins[name] !== undefined && tool.parameterNames.has(name));
  const kept = new Map<CompiledAction<Ctx>, CompiledAction<Ctx>>();
  for (const action of tool.actions) if (isKept(action)) kept.set(action, withPins(action, pinned));
  if (kept.size === 0) return undefined;
  if (kept.size === tool.actions.length && pinned.length === 0) return tool;
  const wireActions = new Map(
    [...tool.wireActions].flatMap(([name, wire]) => {
      const left = wireOf(wire, kept);
      return left === undefined ? [] : [[name, left] as const];
    }),
  );
  const { defaultWire } = tool;
  return Object.assign({}, tool, {
    actions: [...kept.values()],
    parameterNames: new Set([...kept.values()].flatMap((action) => [...action.parameters.keys()])),
    wireActions,
    defaultWire: defaultWire !== undefined && wireActions.has(defaultWire) ? defaultWire : undefined,
  });
}

function withPins<Ctx>(action: CompiledAction<Ctx>, pinned: readonly PinName[]): CompiledAction<Ctx> {
  const own = pinned.filter((name) => action.parameters.has(name));
  if (own.length === 0) return action;
  const isFree = (name: string) => own.every((pin) => pin !== name);
  return Object.assign({}, action, {
    pinned: new Set(own),
    parameters: new Map([...action.parameters].filter(([name]) => isFree(name))),
    required: new Set([...action.required].filter(isFree)),
    changing: action.changing && new Set([...action.changing].filter(isFree)),
  });
}

function wireOf<Ctx>(
  wire: WireAction<Ctx>,
  kept: ReadonlyMap<CompiledAction<Ctx>, CompiledAction<Ctx>>,
): WireAction<Ctx> | undefined {
  if (wire.kind === 'action') {
    const action = kept.get(wire.action);
    return action && { kind: 'action', action };
  }
  const [get, create, update] = [wire.get, wire.create, wire.update].map((part) => part && kept.get(part));
  if (get === undefined && create === undefined && update === undefined) return undefined;
  return { kind: 'manage', get, create, update, identifiedBy: wire.identifiedBy, changing: wire.changing };
}
