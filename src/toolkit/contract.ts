import { hash } from 'node:crypto';
import { canonicalJson } from '../infrastructure/canonical-json.ts';
import { describeForms, exposures, modules, type TenantPolicy } from '../tenant/policy.ts';
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
  return Object.fromEntries(tool.actions.map((action) => [action.name, actionFacts(action)]));
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
    redact: action.presenter.redacted.length === 0 ? undefined : action.presenter.redacted,
    fields_of: definition.present.fieldsOf,
    invalidates,
    cache_ttl_ms: cacheTtlMs,
    timeout_ms: timeoutMs,
    operations,
  };
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
