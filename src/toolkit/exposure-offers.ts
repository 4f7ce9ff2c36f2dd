import type { CompiledAction, CompiledTool } from './compiled.ts';
import type { AvailableAction } from './result.ts';
import { selectAction } from './selection.ts';

type Offered = Pick<AvailableAction, 'tool' | 'action' | 'args'>;

/**
 * The visible action behind an offer, which is written with the names of the definitions whatever the
 * exposure. An action that is hidden as a tool of its own may still be there in the tool of its resource.
 */
export function createOfferLookup<Ctx>(views: readonly CompiledTool<Ctx>[]) {
  const byName = new Map(views.map((view) => [view.name, view]));
  const byFlatName = new Map(
    views.flatMap((view) => view.actions.map((action) => [action.flatName, action])),
  );
  return (offered: Offered): CompiledAction<Ctx> | undefined => {
    const view = byName.get(offered.tool);
    if (view === undefined) return offered.action === undefined ? byFlatName.get(offered.tool) : undefined;
    const wire = offered.action ?? view.defaultWire;
    const meant = selectAction(view, Object.assign({}, offered.args, wire !== undefined && { action: wire }));
    return meant ?? view.actions.find((action) => action.wire === wire);
  };
}
