import type { CompiledAction } from './compiled.ts';
import type { Paging } from './envelope.ts';
import type { Executed } from './execution.ts';
import type { CallState } from './result.ts';
import type { Surface } from './surface.ts';

/** What the handler said about its call, with what the kit knows of it. */
export function completedState<Ctx>(
  { definition }: CompiledAction<Ctx>,
  surface: Surface<Ctx>,
  said: CallState,
  executed: Executed,
): CallState {
  // What did not change made nothing stale.
  const stale = said.status === 'unchanged' ? [] : definition.invalidates;
  return Object.assign({}, said, said.next !== undefined && { next: said.next.filter(surface.canSee) }, {
    warnings: [...(said.warnings ?? []), ...(executed.warnings ?? [])],
    invalidates:
      stale.length === 0 ? said.invalidates : [...new Set([...(said.invalidates ?? []), ...stale])],
  });
}

/** What could follow, in the names that this caller knows. */
export function inNamesOf<Ctx>(surface: Surface<Ctx>, state: CallState): CallState {
  if (state.next === undefined) return state;
  const next = state.next.map(surface.offered).filter((offer) => offer !== undefined);
  return Object.assign({}, state, { next });
}

export function pagingOf<Ctx>(action: CompiledAction<Ctx>, input: object): Paging | undefined {
  return action.definition.paginate ? (input as Paging) : undefined;
}
