import type { DescribeForm, ModuleName, TenantPolicy } from '../tenant/policy.ts';
import { mergeAnnotations } from './annotations.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import { describeTool } from './description.ts';
import { executorOf } from './exposure-effects.ts';
import { flatten } from './exposure-flat.ts';
import { createOfferLookup } from './exposure-offers.ts';
import { viewOf } from './exposure-view.ts';
import { inputSchemaOf, outputSchemaOf } from './published-schema.ts';
import { createRecentMap } from './recent-map.ts';
import type { AvailableAction } from './result.ts';
import type { JsonObject, ToolListing } from './tool-call.ts';

/** Listings of one surface that are kept serialised: one for each set of gates that are shut. */
const listingsMax = 8;
const nothingShut: ReadonlySet<string> = new Set();

/** A tool as one policy shows it. */
export interface VisibleTool<Ctx> {
  /** Without what the policy hides or pins; with the writes that read-only mode only refuses. */
  readonly tool: CompiledTool<Ctx>;
  /** Never empty for a tool in a listing; empty for a tool that only writes, in read-only mode. */
  readonly actions: readonly CompiledAction<Ctx>[];
}

/** What all callers with the same policy see. */
export interface Surface<Ctx> {
  /** Tools that can be called, with those that read-only mode leaves without an action. */
  readonly tools: ReadonlyMap<string, VisibleTool<Ctx>>;
  /** In the catalog exposure: every action under its own name, for the tools that find and run them. */
  readonly catalog: ReadonlyMap<string, VisibleTool<Ctx>> | undefined;
  readonly readOnly: boolean;
  readonly describe: DescribeForm;
  /** Those that something is left of. */
  readonly modules: readonly ModuleName[];
  /** The names that may choose or exclude something here: of tools, and of single actions. */
  readonly names: ReadonlySet<string>;
  /** What the documentation of each tool is made of: its visible part. */
  readonly pages: ReadonlyMap<string, CompiledTool<Ctx>>;
  /**
   * What `tools/list` carries.
   * @param shut actions that a gate keeps out of the listing, as `tool.action` of their definitions
   */
  listing(shut?: ReadonlySet<string>): ToolListing;
  /** This surface while gates shut some of its actions: nobody is offered what could only be refused now. */
  without(shut: ReadonlySet<string>): Surface<Ctx>;
  /** Whether an offer, in the names of the definitions, leads to an action that is visible here. */
  canSee(action: Pick<AvailableAction, 'tool' | 'action'>): boolean;
  /** The offer in the names that this caller knows, or `undefined` where it leads to nothing visible. */
  offered(action: AvailableAction): AvailableAction | undefined;
}

/** How an action is named where gates shut it. */
export function actionId<Ctx>({ tool, name }: CompiledAction<Ctx>): string {
  return `${tool}.${name}`;
}

/**
 * @param views the tools as the policy leaves them
 * @param finders the tools of the catalog exposure
 */
export function createSurface<Ctx>(
  policy: Pick<TenantPolicy, 'exposure' | 'describe' | 'readOnly'>,
  views: readonly CompiledTool<Ctx>[],
  finders: readonly CompiledTool<Ctx>[],
): Surface<Ctx> {
  const { exposure, describe, readOnly } = policy;
  const seen = (tool: CompiledTool<Ctx>): VisibleTool<Ctx> => ({
    tool,
    actions: readOnly ? tool.actions.filter(({ definition }) => definition.verb === 'query') : tool.actions,
  });
  const byName = (tools: readonly CompiledTool<Ctx>[]) =>
    new Map(tools.map((tool) => [tool.name, seen(tool)]));
  const actions = byName(exposure === 'grouped' ? views : flatten(views));
  const tools = exposure === 'catalog' ? byName(finders) : actions;
  const catalog = exposure === 'catalog' ? actions : undefined;
  const finderNames = new Set(exposure === 'catalog' ? finders.map(({ name }) => name) : []);
  const lookup = createOfferLookup(views.flatMap((view) => visiblePart(seen(view))));
  const offersUnder = (shut: ReadonlySet<string>): Pick<Surface<Ctx>, 'canSee' | 'offered'> => {
    const open = (offer: Parameters<typeof lookup>[0]) => {
      const action = lookup(offer);
      return action === undefined || shut.has(actionId(action)) ? undefined : action;
    };
    return {
      canSee: (offer) => finderNames.has(offer.tool) || open(offer) !== undefined,
      offered(offer) {
        if (finderNames.has(offer.tool)) return offer;
        const action = open(offer);
        return action && offerIn(exposure, offer, action, tools);
      },
    };
  };
  const surface: Surface<Ctx> = {
    tools,
    catalog,
    readOnly,
    describe,
    modules: [...new Set(views.map(({ module }) => module))],
    names: new Set(views.flatMap((view) => [view.name, ...view.actions.map(({ flatName }) => flatName)])),
    pages: new Map(
      [...tools.values(), ...(catalog?.values() ?? [])].flatMap(visiblePart).map((tool) => [tool.name, tool]),
    ),
    listing: createListings([...tools.values()], describe),
    without: (shut) => (shut.size === 0 ? surface : Object.assign({}, surface, offersUnder(shut))),
    ...offersUnder(nothingShut),
  };
  return surface;
}

/** The tool with its visible actions alone; nothing where it has none. */
function visiblePart<Ctx>({ tool, actions }: VisibleTool<Ctx>): readonly CompiledTool<Ctx>[] {
  const part = viewOf(tool, (action) => actions.includes(action));
  return part === undefined ? [] : [part];
}

function offerIn<Ctx>(
  exposure: TenantPolicy['exposure'],
  { tool, action: wire, args, reason }: AvailableAction,
  action: CompiledAction<Ctx>,
  tools: ReadonlyMap<string, VisibleTool<Ctx>>,
): AvailableAction {
  const sent = args === undefined ? {} : { args };
  if (exposure === 'flat') return { tool: action.flatName, ...sent, reason };
  if (exposure === 'catalog') {
    const called = { name: action.flatName, ...(args !== undefined && { arguments: args }) };
    return { tool: executorOf(action), args: called, reason };
  }
  if (tools.has(tool)) return { tool, ...(wire !== undefined && { action: wire }), ...sent, reason };
  return { tool: action.tool, action: action.wire, ...sent, reason };
}

/** Serialised once for each set of gates that are shut, and kept. */
function createListings<Ctx>(
  visible: readonly VisibleTool<Ctx>[],
  form: DescribeForm,
): Surface<Ctx>['listing'] {
  const known = createRecentMap<ToolListing>(listingsMax);
  return (shut = nothingShut) => {
    const key = shut.size === 0 ? '' : [...shut].sort().join();
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const entries = visible
      .map(({ tool, actions }) => ({
        tool,
        actions: actions.filter((action) => !shut.has(actionId(action))),
      }))
      .filter(({ actions }) => actions.length > 0)
      .map((entry) => toolEntry(entry, form));
    const listing = { tools: entries, bytes: Buffer.from(JSON.stringify(entries)) };
    known.set(key, listing);
    return listing;
  };
}

/** A tool as `tools/list` carries it. */
export function toolEntry<Ctx>({ tool, actions }: VisibleTool<Ctx>, form: DescribeForm): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    description: describeTool(tool, actions, form),
    inputSchema: inputSchemaOf(tool, actions),
    outputSchema: outputSchemaOf(actions),
    annotations: mergeAnnotations(actions.map((action) => action.annotations)),
  };
}
