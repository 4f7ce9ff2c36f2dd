import type { TenantPolicy } from '../tenant/policy.ts';
import { mergeAnnotations } from './annotations.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import { describeTool } from './description.ts';
import { inputSchemaOf, outputSchemaOf } from './published-schema.ts';
import type { AvailableAction } from './result.ts';
import type { JsonObject, ToolListing } from './tool-call.ts';

/** Policies whose surface is remembered; the next one drops the oldest. */
const policiesMax = 1024;
/** Listings kept serialised; a listing of eighty tools is some 300 KB. */
const surfacesMax = 64;

/** A tool as one policy shows it. */
export interface VisibleTool<Ctx> {
  readonly tool: CompiledTool<Ctx>;
  /** Never empty for a tool in a listing; empty for a tool that only writes, in read-only mode. */
  readonly actions: readonly CompiledAction<Ctx>[];
}

/** What all callers with the same policy see. */
export interface Surface<Ctx> {
  /** Tools that can be called, with those that read-only mode leaves without an action. */
  readonly tools: ReadonlyMap<string, VisibleTool<Ctx>>;
  readonly listing: ToolListing;
  readonly readOnly: boolean;
  canSee(action: Pick<AvailableAction, 'tool' | 'action'>): boolean;
}

export interface Surfaces<Ctx> {
  /** By policy; the same object for policies that show the same. */
  of(policy: TenantPolicy): Surface<Ctx>;
}

export function createSurfaces<Ctx>(tools: readonly CompiledTool<Ctx>[]): Surfaces<Ctx> {
  const byPolicy = new Map<string, Surface<Ctx>>();
  const byContent = new Map<string, Surface<Ctx>>();
  return {
    of(policy) {
      const policyKey = keyOf(policy);
      const known = byPolicy.get(policyKey);
      if (known !== undefined) return known;
      const admitted = tools.filter((tool) => admits(policy, tool));
      const contentKey = `${policy.readOnly} ${admitted.map((tool) => tool.name).join(' ')}`;
      const surface = byContent.get(contentKey) ?? createSurface(admitted, policy.readOnly);
      remember(byContent, contentKey, surface, surfacesMax);
      remember(byPolicy, policyKey, surface, policiesMax);
      return surface;
    },
  };
}

function admits<Ctx>(policy: TenantPolicy, tool: CompiledTool<Ctx>): boolean {
  if (!policy.modules.includes(tool.module) || policy.toolsDenied.includes(tool.name)) return false;
  return policy.toolsAllowed?.includes(tool.name) ?? true;
}

function createSurface<Ctx>(admitted: readonly CompiledTool<Ctx>[], readOnly: boolean): Surface<Ctx> {
  const visible = admitted.map((tool) => ({
    tool,
    actions: readOnly ? tool.actions.filter(({ definition }) => definition.verb === 'query') : tool.actions,
  }));
  const tools = new Map(visible.map((entry) => [entry.tool.name, entry]));
  const entries = visible.filter(({ actions }) => actions.length > 0).map(toolEntry);
  return {
    tools,
    readOnly,
    listing: { tools: entries, bytes: Buffer.from(JSON.stringify(entries)) },
    canSee({ tool, action }) {
      const entry = tools.get(tool);
      const wire = action ?? entry?.tool.defaultWire;
      return entry?.actions.some((candidate) => candidate.wire === wire) ?? false;
    },
  };
}

/** A tool as `tools/list` carries it. */
function toolEntry<Ctx>({ tool, actions }: VisibleTool<Ctx>): JsonObject {
  return {
    name: tool.name,
    title: tool.title,
    description: describeTool(tool, actions),
    inputSchema: inputSchemaOf(tool, actions),
    outputSchema: outputSchemaOf(actions),
    annotations: mergeAnnotations(actions.map((action) => action.annotations)),
  };
}

/** Two policies with one key show the same; limits of rate do not matter here. */
function keyOf({ modules, readOnly, toolsAllowed, toolsDenied }: TenantPolicy): string {
  return `${readOnly}|${modules.join()}|${toolsAllowed?.join() ?? '*'}|${toolsDenied.join()}`;
}

function remember<V>(map: Map<string, V>, key: string, value: V, sizeMax: number): void {
  if (map.size >= sizeMax && !map.has(key)) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
  map.set(key, value);
}
