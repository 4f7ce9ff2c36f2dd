import type { Scope } from '../auth/scopes.ts';
import { createSealRing, randomSealKey } from '../auth/sealing.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { GateStore } from '../infrastructure/gate-store.ts';
import { createMemoryStore } from '../infrastructure/memory-store.ts';
import type { OperationId } from '../modyo/operations.ts';
import type { Caller } from '../tenant/caller.ts';
import type { ModuleName, TenantPolicy } from '../tenant/policy.ts';
import { reportCall } from './audit.ts';
import { catalogCallOf } from './catalog-executors.ts';
import { compileTools } from './compile-tools.ts';
import type { CompiledTool } from './compiled.ts';
import { type Consents, createConsents } from './consent.ts';
import type { ToolContext } from './context.ts';
import { type Contract, contractOf } from './contract.ts';
import { documentAliases, documentOf, type EvidenceOf, pageOf, toolOfDocument } from './documentation.ts';
import { createGates } from './gates.ts';
import type { SharedMiddleware } from './middleware-chain.ts';
import { createPipeline } from './pipeline.ts';
import type { ReadCache } from './read-cache.ts';
import type { AvailableAction } from './result.ts';
import { isArguments, selectAction } from './selection.ts';
import type { Surface } from './surface.ts';
import { createSurfaces } from './surfaces.ts';
import type { Tool } from './tool.ts';
import type { ObservedCall, ToolCall, ToolDocument, ToolListing, ToolPage, ToolResult } from './tool-call.ts';

/** Surfaces that are kept for previews. */
const previewsMax = 16;
const callTimeoutMsDefault = 20_000;

export interface ToolRegistryOptions<Ctx extends ToolContext> {
  readonly tools: readonly Tool<Ctx>[];
  /** Middlewares of all tools and of whole modules, before those that the tools name. */
  readonly use?: SharedMiddleware<Ctx>;
  /** Extends the base with what the product's handlers need; called once per call that gets past its arguments. */
  readonly createContext: (base: ToolContext) => Ctx;
  readonly clock: Clock;
  readonly observe?: (call: ObservedCall) => void;
  /** Remembers the answers of actions that say for how long; without it every read is read. */
  readonly readCache?: ReadCache;
  /** How well an upstream operation is known, for the documentation. */
  readonly evidenceOf?: (operation: OperationId) => string | undefined;
  /** Of the states that Modyo does not know; needed by tools whose gates keep such a state. */
  readonly gateStore?: GateStore;
  /** Of confirmations. Without them, those of this process alone. */
  readonly consents?: Consents;
  /** Milliseconds that any call may take in all; it decides how long a gate is held. Default 20 s. */
  readonly callTimeoutMs?: number;
}

export interface ToolRegistry {
  /** Whether a state can change what a caller sees while its token and address stay the same. */
  readonly listChanges: boolean;
  /**
   * Never calls Modyo; the same bytes for every caller with the same surface. Without the actions that a gate
   * shuts for this caller now, unless its policy shows them whatever their state.
   */
  list(caller: Caller): Promise<ToolListing>;
  /** What callers with this policy see while no gate is shut. Kept apart from what callers ask for. */
  preview(policy: TenantPolicy): ToolListing;
  /** The names of tools and of single actions that this policy shows. */
  namesOf(policy: TenantPolicy): ReadonlySet<string>;
  /** The families of tools of which this caller sees something. */
  modulesOf(caller: Caller): readonly ModuleName[];
  /** Whether the name exists for this caller. A hidden tool is answered like an unknown one. */
  has(name: string, caller: Caller): boolean;
  /**
   * What the call needs, by name and arguments. Pure; empty for a name that the caller does not see, and what
   * a reading needs for a write in read-only mode.
   */
  requiredScopes(name: string, args: unknown, caller: Caller): readonly Scope[];
  /** Leaves the audit line of a call that is refused for want of a scope, and so never gets to `call`. */
  refusedForScope(name: string, args: unknown, caller: Caller): void;
  /** Never throws for a fault of the call itself. Only for names that `has` knows. */
  call(name: string, args: unknown, call: ToolCall): Promise<ToolResult>;
  documents(caller: Caller): readonly ToolPage[];
  /** By its own URI or by an alias of it; `undefined` for a tool that the caller does not see. */
  document(uri: string, caller: Caller): ToolDocument | undefined;
  /**
   * A call in the names that this caller knows, whatever the exposure; `undefined` where it leads to nothing
   * visible. An action may be named as it would be as a tool of its own.
   */
  offered(action: AvailableAction, caller: Caller): AvailableAction | undefined;
  /** Everything that the definitions promise, under a policy that hides nothing. Costs six listings. */
  contract(): Contract;
}

/**
 * Compiles the tools and refuses to start with a faulty one.
 * @throws {Error} naming every fault as `tool.action.path: what`
 */
export function createToolRegistry<Ctx extends ToolContext>(options: ToolRegistryOptions<Ctx>): ToolRegistry {
  const tools = compileTools(options.tools, options.use);
  const { gatekeeper, listChanges, shutActions, changesListings } = createGates(tools, options);
  const surfaces = createSurfaces(tools, { shutActions, use: options.use });
  // Anyone may ask for a preview of anything: what that costs must not push out what callers need.
  const previews = createSurfaces(tools, { shutActions, use: options.use, surfacesMax: previewsMax });
  const callTool = createPipeline<Ctx>({
    createContext: options.createContext,
    clock: options.clock,
    observe: options.observe,
    gatekeeper,
    changesListings,
    shutActions: listChanges ? shutActions : undefined,
    consents: options.consents ?? createOwnConsents(options.clock),
    callTimeoutMs: options.callTimeoutMs ?? callTimeoutMsDefault,
    readCache: wantsMemory(tools) ? options.readCache : undefined,
  });
  const documentAt = createDocuments<Ctx>(options.evidenceOf ?? (() => undefined));
  const surfaceOf = (caller: Caller) => surfaces.of(caller.tenant.policy);
  /** The tool behind a name and the action that the arguments mean, through an executor or not. */
  const meant = (name: string, args: unknown, caller: Caller) => {
    const surface = surfaceOf(caller);
    const visible = surface.tools.get(name);
    if (visible === undefined) return undefined;
    const inner = catalogCallOf(surface, name, args);
    if (inner !== undefined) return { tool: inner.visible.tool, action: inner.action, args: inner.args };
    return { tool: visible.tool, action: selectAction(visible.tool, isArguments(args) ? args : {}), args };
  };
  return {
    listChanges,
    list: async (caller) => surfaceOf(caller).listing(await shutActions(caller)),
    preview: (policy) => previews.of(policy).listing(),
    namesOf: (policy) => surfaces.of(policy).names,
    modulesOf: (caller) => surfaceOf(caller).modules,
    has: (name, caller) => surfaceOf(caller).tools.has(name),
    requiredScopes(name, args, caller) {
      const call = meant(name, args, caller);
      if (call === undefined) return [];
      const { verb = 'query', scope = 'modyo:read' } = call.action?.definition ?? {};
      // What read-only mode answers in place of a write is no write, and no scope would make it one.
      return [verb !== 'query' && caller.tenant.policy.readOnly ? 'modyo:read' : scope];
    },
    refusedForScope(name, args, caller) {
      const call = meant(name, args, caller);
      if (call === undefined) return;
      const { tool, action, args: sent } = call;
      const ended = {
        tool,
        action,
        args: sent,
        outcome: 'FORBIDDEN',
        durationMs: 0,
        refusedBy: 'scope',
      } as const;
      reportCall(caller, ended, options.observe);
    },
    async call(name, args, request) {
      const surface = surfaceOf(request.caller);
      const visible = surface.tools.get(name);
      if (visible === undefined) throw new Error('a tool was called that its caller does not see');
      const inner = catalogCallOf(surface, name, args);
      return inner === undefined
        ? callTool({ surface, visible, args, request })
        : callTool({ surface, visible: inner.visible, args: inner.args, request });
    },
    documents: (caller) => [...surfaceOf(caller).pages.values()].map(pageOf),
    document: (uri, caller) => documentAt(surfaceOf(caller), uri),
    offered: (action, caller) => surfaceOf(caller).offered(action),
    contract: () => contractOf(tools, (policy) => previews.of(policy).listing().tools),
  };
}

/** Confirmations that no other process knows. */
function createOwnConsents(clock: Clock): Consents {
  return createConsents({
    sealRing: createSealRing([randomSealKey()]),
    store: createMemoryStore(clock),
    clock,
  });
}

/** Whether anything is ever remembered; if not, no write pays for forgetting it. */
function wantsMemory<Ctx>(tools: readonly CompiledTool<Ctx>[]): boolean {
  return tools.some(({ actions }) => actions.some(({ definition }) => definition.cacheTtlMs !== undefined));
}

/**
 * The contract of tools that are only looked at.
 * @throws {Error} as `createToolRegistry`
 */
export function contractOfTools<Ctx extends ToolContext>(
  tools: readonly Tool<Ctx>[],
  use?: SharedMiddleware<Ctx>,
): Contract {
  const compiled = compileTools(tools, use);
  const surfaces = createSurfaces(compiled, { use });
  return contractOf(compiled, (policy) => surfaces.of(policy).listing().tools);
}

/** Pages are made when somebody reads them, and kept as long as the surface that they belong to. */
function createDocuments<Ctx>(
  evidenceOf: EvidenceOf,
): (surface: Surface<Ctx>, uri: string) => ToolDocument | undefined {
  const bySurface = new WeakMap<Surface<Ctx>, Map<string, ToolDocument>>();
  return (surface, uri) => {
    const name = toolOfDocument(uri);
    const page = name === undefined ? undefined : surface.pages.get(name);
    const isAlias = uri.startsWith(documentAliases);
    if (name === undefined || page === undefined || !(isAlias || page.documentUri === uri)) return undefined;
    const known = bySurface.get(surface) ?? new Map<string, ToolDocument>();
    bySurface.set(surface, known);
    const document = known.get(name) ?? documentOf(page, evidenceOf, surface.offered);
    known.set(name, document);
    return document;
  };
}
