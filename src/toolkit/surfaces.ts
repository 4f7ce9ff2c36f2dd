import type { Caller } from '../tenant/caller.ts';
import { pinNames, type TenantPolicy } from '../tenant/policy.ts';
import { compileTools } from './compile-tools.ts';
import type { CompiledTool } from './compiled.ts';
import type { ToolContext } from './context.ts';
import { createCatalogTools } from './exposure-catalog.ts';
import { admits, viewOf } from './exposure-view.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { SharedMiddleware } from './middleware-chain.ts';
import { createRecentMap } from './recent-map.ts';
import { createSurface, type Surface } from './surface.ts';

/** Policies for which it is known what they show. */
const policiesMax = 1024;
/** Surfaces kept, with their serialised listings; a listing of eighty tools is some 300 KB. */
const surfacesMaxDefault = 64;

export interface Surfaces<Ctx> {
  /** By policy; the same object for policies that show the same. */
  of(policy: TenantPolicy): Surface<Ctx>;
}

export interface SurfacesOptions<Ctx> {
  /** The tools that search and execute are tools too. */
  readonly use?: SharedMiddleware<Ctx> | undefined;
  /** Actions that gates keep from this caller, as `tool.action`; see `Surface.listing`. */
  readonly shutActions?: (caller: Caller) => MaybePromise<ReadonlySet<string> | undefined>;
  readonly surfacesMax?: number;
}

export function createSurfaces<Ctx extends ToolContext>(
  tools: readonly CompiledTool<Ctx>[],
  { shutActions = () => undefined, surfacesMax = surfacesMaxDefault, use }: SurfacesOptions<Ctx> = {},
): Surfaces<Ctx> {
  const names = new Set(tools.map(({ name }) => name));
  const isTool = (name: string) => names.has(name);
  const contentKeys = createRecentMap<string>(policiesMax);
  // A tenant whose URL narrows nothing has one policy object for all its requests.
  const keysOfPolicies = new WeakMap<TenantPolicy, string>();
  const surfaces = createRecentMap<Surface<Ctx>>(surfacesMax);
  const finders = compileTools(
    createCatalogTools({ tools, surfaceOf: (caller) => of(caller.tenant.policy), shutActions }),
    use,
  );
  refuseNamesOf(finders, tools);

  function contentKeyOf(policy: TenantPolicy): string {
    const policyKey = keyOf(policy);
    const known = contentKeys.get(policyKey);
    if (known !== undefined) return known;
    const shown = tools.map((tool) => {
      const admitted = tool.actions.filter((action) => admits(policy, tool, action, isTool));
      return admitted.length === tool.actions.length ? '*' : admitted.map(({ name }) => name).join();
    });
    const key = `${appearanceOf(policy)}|${shown.join('|')}`;
    contentKeys.set(policyKey, key);
    return key;
  }

  function of(policy: TenantPolicy): Surface<Ctx> {
    const key = keysOfPolicies.get(policy) ?? contentKeyOf(policy);
    keysOfPolicies.set(policy, key);
    const known = surfaces.get(key);
    if (known !== undefined) return known;
    const views = tools.flatMap(
      (tool) => viewOf(tool, (action) => admits(policy, tool, action, isTool), policy.pins) ?? [],
    );
    const surface = createSurface(policy, views, finders);
    surfaces.set(key, surface);
    return surface;
  }

  return { of };
}

/** @throws {Error} naming every tool and action that the catalog exposure would hide behind one of its own */
function refuseNamesOf<Ctx>(
  finders: readonly CompiledTool<Ctx>[],
  tools: readonly CompiledTool<Ctx>[],
): void {
  const taken = new Set(finders.map(({ name }) => name));
  const faults = tools.flatMap((tool) => [
    ...(taken.has(tool.name) ? [`${tool.name}: is the name of a tool of the catalog exposure`] : []),
    ...tool.actions.flatMap(({ name, flatName }) =>
      flatName !== tool.name && taken.has(flatName)
        ? [`${tool.name}.${name}: would be ${flatName}, which is a tool of the catalog exposure`]
        : [],
    ),
  ]);
  if (faults.length > 0) throw new Error(`The tools are not well defined:\n${faults.join('\n')}`);
}

/** How a policy shows what it admits. The values of pins show nowhere, so they make no other surface. */
function appearanceOf({ exposure, describe, readOnly, pins }: TenantPolicy): string {
  return `${exposure} ${describe} ${readOnly} ${pinNames.filter((name) => pins[name] !== undefined).join()}`;
}

/** Two policies with one key show the same; limits of rate do not matter here. */
function keyOf(policy: TenantPolicy): string {
  const { modules, toolsAllowed, toolsChosen, toolsDenied } = policy;
  const lists = [modules, toolsAllowed ?? ['*'], toolsChosen ?? ['*'], toolsDenied];
  return [appearanceOf(policy), ...lists.map((list) => list.join())].join('|');
}
