import type { Exposure } from '../../src/tenant/policy.ts';
import type { Action } from '../../src/toolkit/action.ts';
import { createCatalogTools } from '../../src/toolkit/exposure-catalog.ts';
import { contractOfTools } from '../../src/toolkit/registry.ts';
import type { Tool, ToolSpec } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';

type Spec = ToolSpec<ModyoToolContext>;

/** The definitions behind what an exposure lists, by the names that it lists. */
export function exposedSpecs(
  tools: readonly Tool<ModyoToolContext>[],
  exposure: Exposure,
): ReadonlyMap<string, Spec> {
  const grouped = new Map(tools.map(({ name, spec }) => [name, spec]));
  if (exposure === 'grouped') return grouped;
  if (exposure === 'catalog') return catalogSpecs;
  const flat = Object.entries(contractOfTools(tools)).flatMap(([name, { actions }]) =>
    Object.entries(actions).flatMap(([action, facts]) => {
      const spec = grouped.get(name);
      const part = spec && partNamed(spec, action);
      return spec && part ? [[String(facts['as_tool']), aloneIn(spec, action, part)] as const] : [];
    }),
  );
  // An action that has a tool of its own is that tool.
  return new Map([...flat, ...[...grouped].filter(([, spec]) => isOneAction(spec))]);
}

function isOneAction({ actions }: Spec): boolean {
  const [first, ...others] = Object.values(actions);
  return first?.kind === 'action' && others.length === 0;
}

function partNamed(spec: Spec, name: string): Action<ModyoToolContext> | undefined {
  const own = spec.actions[name];
  if (own?.kind === 'action') return own;
  const composed = Object.values(spec.actions).find((entry) => entry.kind === 'manage');
  return composed && { get: composed.get, create: composed.create, update: composed.update }[name];
}

function aloneIn({ default: _several, ...spec }: Spec, name: string, part: Action<ModyoToolContext>): Spec {
  return { ...spec, actions: { [name]: part } };
}

const catalogSpecs: ReadonlyMap<string, Spec> = new Map(
  createCatalogTools({
    tools: [],
    surfaceOf: () => {
      throw new Error('a definition is only looked at');
    },
    shutActions: () => undefined,
  }).map(({ name, spec }) => [name, spec]),
);
