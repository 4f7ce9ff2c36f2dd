import type { CompiledAction, CompiledTool } from './compiled.ts';

/**
 * One tool for each action, in the order of the definitions. An action that has a tool of its own is that
 * tool, once. Handlers, policies and the names in the audit line stay those of the definition.
 */
export function flatten<Ctx>(tools: readonly CompiledTool<Ctx>[]): readonly CompiledTool<Ctx>[] {
  const flat = new Map<string, CompiledTool<Ctx>>();
  for (const tool of tools) {
    for (const action of tool.actions) {
      // A tool of several actions may be named after one of them, and is none of them.
      const isOwnTool = action.flatName === tool.name && !tool.hasDiscriminator;
      if (isOwnTool || !flat.has(action.flatName))
        flat.set(action.flatName, isOwnTool ? tool : toolOf(tool, action));
    }
  }
  return [...flat.values()];
}

function toolOf<Ctx>(tool: CompiledTool<Ctx>, grouped: CompiledAction<Ctx>): CompiledTool<Ctx> {
  const { flatName: name, name: wire } = grouped;
  const action = grouped.wire === wire ? grouped : Object.assign({}, grouped, { wire });
  const { summary } = action.definition;
  return {
    name,
    title: `${tool.title}: ${wire.replaceAll('_', ' ')}`,
    summary,
    module: tool.module,
    documentUri: `modyo://mcp-${tool.module}/tools/${name}`,
    spec: tool.spec,
    actions: [action],
    parameterNames: new Set(action.parameters.keys()),
    wireActions: new Map([[wire, { kind: 'action', action }]]),
    defaultWire: wire,
    hasDiscriminator: false,
  };
}
