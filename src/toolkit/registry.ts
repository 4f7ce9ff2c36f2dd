import type { Scope } from '../auth/scopes.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { OperationId } from '../modyo/operations.ts';
import type { Caller } from '../tenant/caller.ts';
import { compileTool, type ReportFault } from './compile.ts';
import type { CompiledTool } from './compiled.ts';
import type { ToolContext } from './context.ts';
import { lintCatalogue, lintTool } from './definition-lint.ts';
import { documentOf, toolOfDocument } from './documentation.ts';
import { createPipeline } from './pipeline.ts';
import { isArguments, selectAction } from './selection.ts';
import { createSurfaces } from './surface.ts';
import type { Tool } from './tool.ts';
import type { ObservedCall, ToolCall, ToolDocument, ToolListing, ToolResult } from './tool-call.ts';

export interface ToolRegistryOptions<Ctx extends ToolContext> {
  readonly tools: readonly Tool<Ctx>[];
  /** Extends the base with what the product's handlers need; called once per call that gets past its arguments. */
  readonly createContext: (base: ToolContext) => Ctx;
  readonly clock: Clock;
  readonly observe?: (call: ObservedCall) => void;
  /** How well an upstream operation is known, for the documentation. */
  readonly evidenceOf?: (operation: OperationId) => string | undefined;
}

export interface ToolRegistry {
  /** Never calls Modyo; the same bytes for every caller with the same surface. */
  list(caller: Caller): ToolListing;
  /** Whether the name exists for this caller. A hidden tool is answered like an unknown one. */
  has(name: string, caller: Caller): boolean;
  /** What the call needs, by name and arguments. Pure; empty for an unknown name. */
  requiredScopes(name: string, args: unknown): readonly Scope[];
  /** Never throws for a fault of the call itself. Only for names that `has` knows. */
  call(name: string, args: unknown, call: ToolCall): Promise<ToolResult>;
  documents(caller: Caller): readonly ToolDocument[];
  /** By its own URI or by an alias of it; `undefined` for a tool that the caller does not see. */
  document(uri: string, caller: Caller): ToolDocument | undefined;
}

/**
 * Compiles the tools and refuses to start with a faulty one.
 * @throws {Error} naming every fault as `tool.action.path: what`
 */
export function createToolRegistry<Ctx extends ToolContext>(options: ToolRegistryOptions<Ctx>): ToolRegistry {
  const tools = compileAll(options.tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const surfaces = createSurfaces(tools);
  const callTool = createPipeline<Ctx>({
    createContext: options.createContext,
    clock: options.clock,
    observe: options.observe,
  });
  const documents = new Map(
    tools.map((tool) => [tool.name, documentOf(tool, options.evidenceOf ?? (() => undefined))]),
  );
  const surfaceOf = (caller: Caller) => surfaces.of(caller.tenant.policy);
  const isListed = (name: string, caller: Caller) =>
    (surfaceOf(caller).tools.get(name)?.actions.length ?? 0) > 0;
  return {
    list: (caller) => surfaceOf(caller).listing,
    has: (name, caller) => surfaceOf(caller).tools.has(name),
    requiredScopes(name, args) {
      const tool = byName.get(name);
      if (tool === undefined) return [];
      const action = selectAction(tool, isArguments(args) ? args : {});
      return [action?.definition.scope ?? 'modyo:read'];
    },
    async call(name, args, request) {
      const surface = surfaceOf(request.caller);
      const visible = surface.tools.get(name);
      if (visible === undefined) throw new Error('a tool was called that its caller does not see');
      return callTool({ surface, visible, args, request });
    },
    documents: (caller) => [...documents.values()].filter((document) => isListed(document.name, caller)),
    document(uri, caller) {
      const name = toolOfDocument(uri);
      return name !== undefined && isListed(name, caller) ? documents.get(name) : undefined;
    },
  };
}

function compileAll<Ctx>(tools: readonly Tool<Ctx>[]): readonly CompiledTool<Ctx>[] {
  const faults: string[] = [];
  const report: ReportFault = (where, what) => faults.push(`${where}: ${what}`);
  const compiled = tools.map((tool) => compileTool(tool, report));
  for (const tool of compiled) lintTool(tool, report);
  lintCatalogue(compiled, report);
  if (faults.length > 0) throw new Error(`The tools are not well defined:\n${faults.join('\n')}`);
  return compiled;
}
