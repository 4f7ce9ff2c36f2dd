import { z } from 'zod';
import { sealedCharactersMax } from '../auth/sealing.ts';
import { type ModuleName, modules } from '../tenant/policy.ts';
import type { Action, Manage } from './action.ts';
import { type Annotations, annotationsOf } from './annotations.ts';
import type { CompiledAction, CompiledTool, WireAction } from './compiled.ts';
import { isConfirmable } from './confirmation.ts';
import { flatNameOf } from './exposure-names.ts';
import { fieldsParameter, withOptionalItemKeys } from './field-selection.ts';
import { type RawSchema, toRawSchema, walkSchema } from './json-schema.ts';
import { middlewareChain, type SharedMiddleware } from './middleware-chain.ts';
import { compilePresenter, type Presenter } from './presenter.ts';
import { readOnlyFields } from './resource-model.ts';
import type { Tool } from './tool.ts';

const pageMax = 100_000;
const perPageMax = 100;
const perPageDefault = 30;

const pageParameters = {
  page: z.int().min(1).max(pageMax).default(1).describe('Page of the list, from 1'),
  per_page: z.int().min(1).max(perPageMax).default(perPageDefault).describe('Items on a page'),
};

const verifyParameter = {
  verify: z.boolean().default(false).describe('Re-read and answer what was before and after'),
};

const dryRunParameter = (isDefault: boolean) => ({
  dry_run: z.boolean().default(isDefault).describe('Only answer what would happen'),
});

const confirmTokenParameter = {
  confirm_token: z
    .string()
    .min(1)
    .max(sealedCharactersMax)
    .optional()
    .describe('The control.confirm_token of the same call, once the person agrees, e.g. "eyJhbGci…"'),
};

const anyObject = z.record(z.string(), z.unknown());

const verifiedData = {
  before: anyObject.optional(),
  after: anyObject.optional(),
  changed: z
    .array(z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }))
    .optional(),
};

const plannedData = { plan: anyObject.optional() };

/** Reports a fault of a definition: where, dotted, and what. */
export type ReportFault = (where: string, what: string) => void;

/** Everything that a call or a listing needs, computed once. Faults are reported, never thrown. */
export function compileTool<Ctx>(
  tool: Tool<Ctx>,
  report: ReportFault,
  shared: SharedMiddleware<Ctx> = {},
): CompiledTool<Ctx> {
  const module = tool.spec.module ?? modules.find((name) => tool.name.startsWith(`${name}-`));
  if (module === undefined) report(tool.name, `the first word is none of ${modules.join(', ')}`);
  const moduleName: ModuleName = module ?? 'core';
  const part: ToolPart<Ctx> = { tool, module: moduleName, shared, report };
  const wireActions = new Map<string, WireAction<Ctx>>();
  for (const [wire, definition] of Object.entries(tool.spec.actions)) {
    wireActions.set(
      wire,
      definition.kind === 'manage'
        ? compileManage(part, wire, definition)
        : { kind: 'action', action: compileAction(part, wire, wire, definition) },
    );
  }
  const actions = [...wireActions.values()].flatMap(partsOf);
  if (tool.spec.default !== undefined && !wireActions.has(tool.spec.default)) {
    report(tool.name, `the default action ${tool.spec.default} does not exist`);
  }
  const onlyAction = wireActions.size === 1 ? actions[0] : undefined;
  const summary = tool.spec.summary ?? onlyAction?.definition.summary;
  if (summary === undefined) report(tool.name, 'a tool with several actions needs a summary');
  return {
    name: tool.name,
    title: tool.spec.title,
    summary: summary ?? '',
    module: moduleName,
    documentUri: `modyo://mcp-${moduleName}/tools/${tool.name}`,
    spec: tool.spec,
    actions,
    parameterNames: new Set(actions.flatMap((action) => [...action.parameters.keys()])),
    wireActions,
    defaultWire: wireActions.size === 1 ? [...wireActions.keys()][0] : tool.spec.default,
    hasDiscriminator: wireActions.size > 1,
  };
}

/** What its actions have in common while a tool is compiled. */
interface ToolPart<Ctx> {
  readonly tool: Tool<Ctx>;
  readonly module: ModuleName;
  readonly shared: SharedMiddleware<Ctx>;
  readonly report: ReportFault;
}

/** The actions behind one value of the `action` argument. */
function partsOf<Ctx>(wire: WireAction<Ctx>): readonly CompiledAction<Ctx>[] {
  if (wire.kind === 'action') return [wire.action];
  return [wire.get, wire.create, wire.update].filter((part) => part !== undefined);
}

function compileManage<Ctx>(part: ToolPart<Ctx>, wire: string, manage: Manage<Ctx>): WireAction<Ctx> {
  const { tool, report } = part;
  const get = compileAction(part, 'get', wire, manage.get);
  const create = manage.create && compileAction(part, 'create', wire, manage.create);
  const changed = manage.update && compileAction(part, 'update', wire, manage.update);
  const changing = new Set<string>();
  for (const part of [create, changed]) {
    for (const name of part?.ownNames ?? []) if (!get.ownNames.has(name)) changing.add(name);
  }
  const update =
    changed &&
    Object.assign({}, changed, {
      changing: new Set([...changing].filter((name) => changed.ownNames.has(name))),
    });
  const where = `${tool.name}.${wire}`;
  if (manage.get.verb !== 'query') report(where, 'get has to be a query');
  if (create?.ownNames.has(manage.identifiedBy)) {
    report(where, `create must not take ${manage.identifiedBy}, which tells it from update`);
  }
  if (create !== undefined && update !== undefined && !update.required.has(manage.identifiedBy)) {
    report(where, `update has to require ${manage.identifiedBy}`);
  }
  return { kind: 'manage', get, create, update, identifiedBy: manage.identifiedBy, changing };
}

function compileAction<Ctx>(
  { tool, module, shared, report }: ToolPart<Ctx>,
  name: string,
  wire: string,
  definition: Action<Ctx>,
): CompiledAction<Ctx> {
  const where = `${tool.name}.${name}`;
  const annotations = annotationsOf(definition.verb, definition.overrides);
  const data = withAddedData(definition, (key) =>
    report(`${where}.data.${key}`, 'is a key that the kit adds'),
  );
  const rawData = convert(data, 'output', where, report);
  const presenter = compilePresenter(
    {
      present: definition.present,
      input: definition.input,
      rawData,
      perPageMax: definition.paginate ? perPageMax : undefined,
      hasReadings: definition.snapshot !== undefined,
    },
    (what) => report(where, what),
  );
  const added = addedParameters(definition, annotations, presenter);
  const ownNames = new Set(Object.keys(definition.input.shape));
  for (const parameter of Object.keys(added)) {
    if (ownNames.has(parameter)) report(`${where}.${parameter}`, 'is a parameter that the kit adds');
  }
  const input = definition.input.safeExtend(added);
  const rawInput = convert(input, 'input', where, report);
  const parameters = new Map(Object.entries(rawInput.properties ?? {}));
  return {
    tool: tool.name,
    name,
    wire,
    flatName: flatNameOf(tool.name, Object.keys(tool.spec.actions), name),
    definition,
    annotations,
    input,
    data,
    ownNames,
    parameters,
    required: new Set(rawInput.required ?? []),
    readOnlyNames: new Set([...marked(rawData, 'x-read-only'), ...readOnlyFields(definition.input)]),
    pinned: new Set(),
    changing: changesOf(rawInput),
    toolRecovery: tool.spec.recovery ?? {},
    structured: new Set(
      [...parameters].filter(([, schema]) => takesOnlyStructure(schema)).map(([key]) => key),
    ),
    rawInput,
    rawData: presenter.fields === undefined ? rawData : withOptionalItemKeys(rawData, presenter.fields),
    presenter,
    middlewares: middlewareChain(definition, { module, shared, ofTool: tool.spec.use ?? [] }, (what) =>
      report(where, what),
    ),
  };
}

function addedParameters<Ctx>(
  definition: Action<Ctx>,
  annotations: Annotations,
  { fields }: Presenter,
): z.ZodRawShape {
  return {
    ...(definition.paginate && pageParameters),
    ...(definition.snapshot && verifyParameter),
    ...(definition.plan && dryRunParameter(definition.dryRunDefault)),
    ...(isConfirmable(definition, annotations) && confirmTokenParameter),
    ...(fields && { [fields.parameter]: fieldsParameter(fields) }),
  };
}

function withAddedData<Ctx>(definition: Action<Ctx>, isTaken: (key: string) => void): z.ZodObject {
  const added = { ...(definition.snapshot && verifiedData), ...(definition.plan && plannedData) };
  const keys = Object.keys(added);
  for (const key of keys) if (key in definition.data.shape) isTaken(key);
  return keys.length > 0 ? definition.data.safeExtend(added) : definition.data;
}

function convert(schema: z.ZodObject, io: 'input' | 'output', where: string, report: ReportFault): RawSchema {
  try {
    return toRawSchema(schema, io);
  } catch (error) {
    report(where, `${io === 'input' ? 'input' : 'data'} has no JSON Schema: ${String(error)}`);
    return { type: 'object' };
  }
}

/** The names of the properties, at any depth, that carry a mark. */
function marked(schema: RawSchema, mark: 'x-read-only' | 'x-changes'): readonly string[] {
  return [...walkSchema(schema)]
    .filter((node) => node.role === 'property' && node.schema[mark] === true)
    .map(({ path }) => path.slice(path.lastIndexOf('.') + 1));
}

/** Of an update: the parameters of which one at least has to be there. */
function changesOf(input: RawSchema): ReadonlySet<string> | undefined {
  const names = marked(input, 'x-changes');
  return names.length === 0 ? undefined : new Set(names);
}

function takesOnlyStructure(schema: RawSchema): boolean {
  const types = schema.anyOf === undefined ? [schema.type] : schema.anyOf.map((branch) => branch.type);
  return types.some((type) => type === 'object' || type === 'array') && !types.includes('string');
}
