import { hash } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from '../infrastructure/canonical-json.ts';
import { describeForms, exposures, modules, type TenantPolicy } from '../tenant/policy.ts';
import type { Recovery } from './action.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import type { AnyGate } from './gate.ts';
import type { JsonObject } from './tool-call.ts';

/** What one tool promises: what callers are shown, and what guards and shapes its actions. */
export interface ToolContract {
  /** By exposure and form of the description, as `grouped/full`: the very object of `tools/list`. */
  readonly listed: { readonly [form: string]: JsonObject };
  /** By name; none for a tool that only shows an action of another one. */
  readonly actions: { readonly [action: string]: JsonObject };
}

/** The whole surface of a build, by the names of its tools. Depends on nothing but the definitions. */
export interface Contract {
  readonly [tool: string]: ToolContract;
}

/** Hides nothing; its rates are looked at by nobody. */
const openPolicy: Omit<TenantPolicy, 'exposure' | 'describe'> = {
  modules,
  readOnly: false,
  pins: {},
  gateVisibility: 'list',
  toolsDenied: [],
  ratePerMinute: 1,
  concurrency: 1,
};

/** @param listed what `tools/list` carries under a policy */
export function contractOf<Ctx>(
  tools: readonly CompiledTool<Ctx>[],
  listed: (policy: TenantPolicy) => readonly JsonObject[],
): Contract {
  const entries = new Map<string, Record<string, JsonObject>>(tools.map(({ name }) => [name, {}]));
  for (const exposure of exposures) {
    for (const describe of describeForms) {
      for (const entry of listed({ ...openPolicy, exposure, describe })) {
        const name = String(entry['name']);
        const inForms = entries.get(name) ?? {};
        inForms[`${exposure}/${describe}`] = entry;
        entries.set(name, inForms);
      }
    }
  }
  const facts = new Map(tools.map((tool) => [tool.name, factsOf(tool)]));
  return Object.fromEntries(
    [...entries].map(([name, inForms]) => [name, { listed: inForms, actions: facts.get(name) ?? {} }]),
  );
}

/** Equal for two builds with the same surface, whatever else differs between them. */
export function digestOf(contract: Contract): string {
  return `sha256:${hash('sha256', canonicalJson(contract), 'hex')}`;
}

function factsOf<Ctx>(tool: CompiledTool<Ctx>): ToolContract['actions'] {
  return Object.fromEntries(
    tool.actions.map((action) => [action.name, { module: tool.module, ...actionFacts(action) }]),
  );
}

function actionFacts<Ctx>(action: CompiledAction<Ctx>): JsonObject {
  const { definition, annotations, wire, flatName } = action;
  const { verb, scope, paginate, filters, cacheTtlMs, timeoutMs, operations, invalidates } = definition;
  return {
    called_as: wire,
    as_tool: flatName,
    verb,
    scope,
    annotations,
    rules: someOf(rulesOf(definition.input)),
    resolve: someOf(definition.resolve.map(({ name }) => name)),
    middleware: action.middlewares.map(({ name }) => name),
    skip: definition.skip,
    gate: definition.gate && gateFacts(definition.gate),
    confirm: typeof definition.confirm === 'function' ? 'by arguments' : definition.confirm,
    plan: definition.plan !== undefined,
    dry_run_default: definition.dryRunDefault,
    verify: definition.snapshot !== undefined,
    paginate,
    filters,
    limit: definition.present.limit,
    redact: someOf(action.presenter.redacted),
    fields_of: definition.present.fieldsOf,
    suggests: definition.present.suggest === undefined ? undefined : true,
    recovery: someOf(recoveryFacts({ ...action.toolRecovery, ...definition.recovery })),
    invalidates,
    cache_ttl_ms: cacheTtlMs,
    timeout_ms: timeoutMs,
    operations,
  };
}

/** Nothing to say is not said. */
function someOf<List extends readonly unknown[]>(list: List): List | undefined {
  return list.length === 0 ? undefined : list;
}

/**
 * Where each refinement of the arguments puts its fault, in order. What it asks for is code, which nothing
 * but its tests can hold still.
 */
function rulesOf(input: z.ZodObject): readonly string[] {
  const fields = Object.entries(input.shape).flatMap(([name, field]) =>
    refinementsOf(field).map((path) => [name, ...path].join('.')),
  );
  return [...refinementsOf(input).map((path) => path.join('.')), ...fields];
}

function refinementsOf(schema: z.core.$ZodType): readonly PropertyKey[][] {
  const { checks = [], innerType } = schema._zod.def as unknown as Refined;
  const own = checks.flatMap(({ _zod: { def } }) => (def.check === 'custom' ? [[...(def.path ?? [])]] : []));
  return innerType === undefined ? own : [...own, ...refinementsOf(innerType)];
}

/** What zod keeps of a schema with refinements, and of one that makes another optional. */
interface Refined {
  readonly innerType?: z.core.$ZodType;
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly path?: readonly PropertyKey[] } };
  }[];
}

function recoveryFacts(recovery: Recovery): readonly JsonObject[] {
  return Object.entries(recovery).flatMap(([code, offered]) => offered.map((offer) => ({ code, ...offer })));
}

function gateFacts(gate: AnyGate): JsonObject {
  if (gate.kind === 'held') {
    return { kind: gate.kind, in: gate.in, how: typeof gate.how === 'function' ? 'by call' : gate.how };
  }
  const { kind, machine, on, scope, visibility } = gate;
  const { id, owner, initial, states } = machine;
  return {
    kind,
    in: gate.in,
    on,
    scope: scope === 'principal' ? scope : 'resource',
    visibility,
    machine: {
      id,
      owner,
      initial,
      states: Object.fromEntries(Object.entries(states).map(([state, { on: to }]) => [state, { ...to }])),
    },
  };
}
