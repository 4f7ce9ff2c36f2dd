import type { FieldFault } from '../errors/app-error.ts';
import { type CompiledAction, type CompiledTool, discriminator, type WireAction } from './compiled.ts';
import { nearest } from './nearest.ts';

export type Arguments = { readonly [name: string]: unknown };

/** Whether the arguments are an object at all; nothing is said about what it holds. */
export function isArguments(args: unknown): args is Arguments {
  return typeof args === 'object' && args !== null && !Array.isArray(args);
}

/**
 * Which action a call means, from its arguments alone. Pure: the edge asks the same question for the
 * scope of a call before the call is admitted.
 */
export function selectAction<Ctx>(tool: CompiledTool<Ctx>, args: Arguments): CompiledAction<Ctx> | undefined {
  const named =
    tool.hasDiscriminator && Object.hasOwn(args, discriminator) ? args[discriminator] : tool.defaultWire;
  const wire = typeof named === 'string' ? tool.wireActions.get(named) : undefined;
  return wire === undefined ? undefined : partOf(wire, args);
}

function partOf<Ctx>(wire: WireAction<Ctx>, args: Arguments): CompiledAction<Ctx> | undefined {
  if (wire.kind === 'action') return wire.action;
  const changes = Object.keys(args).some((name) => wire.changing.has(name));
  // Without a change nothing is created, whatever else is missing: an empty call must not make anything.
  // Where the policy hides reading, an update says itself that there is nothing to change.
  if (!changes) return wire.get ?? wire.update;
  if (wire.create === undefined) return wire.update ?? wire.get;
  const isIdentified = Object.hasOwn(args, wire.identifiedBy);
  return isIdentified && wire.update !== undefined ? wire.update : wire.create;
}

/** What to say when `selectAction` found none: the actions that this caller may name. */
export function unknownAction<Ctx>(
  tool: CompiledTool<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
  args: Arguments,
): FieldFault {
  const values = [...new Set(visible.map((action) => action.wire))];
  const named = args[discriminator];
  const part = tool.actions.find((action) => action.name === named && visible.includes(action));
  const suggestion = part?.wire ?? (typeof named === 'string' ? nearest(named, values) : undefined);
  return {
    path: discriminator,
    message: named === undefined ? 'is required' : 'is not an action of this tool',
    expected: `one of: ${values.join(', ')}`,
    ...(suggestion !== undefined && { suggestion }),
  };
}
