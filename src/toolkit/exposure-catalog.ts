import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';
import type { Caller } from '../tenant/caller.ts';
import { readStructure } from './arguments.ts';
import { createActionSearch } from './catalog-search.ts';
import type { CompiledAction, CompiledTool } from './compiled.ts';
import type { ToolContext } from './context.ts';
import { type Effect, effectOf, effects, executors } from './exposure-effects.ts';
import { flatten } from './exposure-flat.ts';
import { tenantMap } from './foreign.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { nearest } from './nearest.ts';
import { type AvailableAction, fail, ok } from './result.ts';
import { type Arguments, isArguments } from './selection.ts';
import { actionId, type Surface, toolEntry, type VisibleTool } from './surface.ts';
import type { Tool } from './tool.ts';
import { createToolkit } from './toolkit.ts';

const kit = createToolkit<ToolContext>();

const foundDefault = 8;
const foundMax = 30;
const describedMax = 10;
const nameLengthMax = 64;
const queryLengthMax = 200;

const actionName = z
  .string()
  .min(1)
  .max(nameLengthMax)
  .describe('Name of an action as tools-search gives it, e.g. "content-entries-list"');

const effect = z.enum(effects);

const card = {
  name: z.string(),
  title: z.string(),
  effect,
  run_with: z.string(),
};

const findsNames: AvailableAction = { tool: 'tools-search', reason: 'Finds the names of actions' };

export interface CatalogToolsOptions<Ctx> {
  /** All that exist, whoever may use them. */
  readonly tools: readonly CompiledTool<Ctx>[];
  readonly surfaceOf: (caller: Caller) => Surface<Ctx>;
  readonly shutActions: (caller: Caller) => MaybePromise<ReadonlySet<string> | undefined>;
}

/**
 * The five tools that stand for all others: two that tell what can be done, and three that do it, split by
 * effect so that a client can approve each for itself.
 */
export function createCatalogTools<Ctx>(options: CatalogToolsOptions<Ctx>): readonly Tool<ToolContext>[] {
  const usable = usableBy(options);
  return [
    searchTool(options, usable),
    describeTool(usable),
    ...effects.map((own) => executorTool(own, usable)),
  ];
}

/** What a caller may use now: an action that a gate keeps from it is not found either. */
type Usable<Ctx> = (caller: Caller) => Promise<ReadonlyMap<string, VisibleTool<Ctx>>>;

function usableBy<Ctx>({ surfaceOf, shutActions }: CatalogToolsOptions<Ctx>): Usable<Ctx> {
  return async (caller) => {
    const shut = await shutActions(caller);
    const { catalog } = surfaceOf(caller);
    return new Map(
      [...(catalog ?? [])].filter(([, { actions }]) => {
        const [action] = actions;
        return action !== undefined && shut?.has(actionId(action)) !== true;
      }),
    );
  };
}

function cardOf<Ctx>({ tool, actions }: VisibleTool<Ctx>): z.input<z.ZodObject<typeof card>> {
  const [action] = actions;
  const does = action === undefined ? 'read' : effectOf(action);
  return { name: tool.name, title: tool.title, effect: does, run_with: executors[does] };
}

function searchTool<Ctx>({ tools }: CatalogToolsOptions<Ctx>, usable: Usable<Ctx>): Tool<ToolContext> {
  let index: ReturnType<typeof createActionSearch> | undefined;
  return kit.tool('tools-search', {
    title: 'Find actions',
    module: 'core',
    actions: {
      search: kit.query({
        summary: 'Find what can be done here, by words in English or Spanish',
        filters: ['query', 'effect'],
        input: z.object({
          query: z
            .string()
            .min(1)
            .max(queryLengthMax)
            .describe('What is to be done, e.g. "publish an entry" or "borrar un espacio"'),
          effect: effect.optional().describe('Only actions with this effect'),
          limit: z.int().min(1).max(foundMax).default(foundDefault).describe('Actions in the answer'),
        }),
        data: z.object({
          actions: z.array(z.object({ ...card, summary: z.string(), needs: z.array(z.string()) })),
        }),
        async run(input, ctx) {
          index ??= createActionSearch(flatten(tools));
          const own = await usable(ctx.caller);
          const found = index(input.query).flatMap((name) => {
            const entry = own.get(name);
            return entry === undefined || (input.effect ?? cardOf(entry).effect) !== cardOf(entry).effect
              ? []
              : entry;
          });
          const actions = found.slice(0, input.limit).map((entry) => ({
            ...cardOf(entry),
            summary: entry.tool.summary,
            needs: [...(entry.actions[0]?.required ?? [])],
          }));
          return ok(
            { actions },
            { state: { returned: actions.length, total: found.length, searched: own.size } },
          );
        },
      }),
    },
  });
}

function describeTool<Ctx>(usable: Usable<Ctx>): Tool<ToolContext> {
  return kit.tool('tools-describe', {
    title: 'Describe actions',
    module: 'core',
    actions: {
      describe: kit.query({
        summary: 'Show how actions are called: parameters, answer, notes',
        input: z.object({
          names: z.array(actionName).min(1).max(describedMax).describe('Names as tools-search gives them'),
        }),
        data: z.object({
          actions: z.array(z.object({ ...card, description: z.string(), input_schema: tenantMap() })),
        }),
        async run({ names }, ctx) {
          const own = await usable(ctx.caller);
          const unknown = names.flatMap((name, at) =>
            own.has(name) ? [] : unknownName(`names.${at}`, name, own),
          );
          if (unknown.length > 0)
            return fail('NOT_FOUND', 'No action has that name.', {
              fields: unknown,
              availableActions: [findsNames],
            });
          const { describe: form } = ctx.tenant.policy;
          const actions = names.flatMap((name) => {
            const entry = own.get(name);
            if (entry === undefined) return [];
            const listed = toolEntry(entry, form);
            return {
              ...cardOf(entry),
              description: String(listed['description']),
              input_schema: listed['inputSchema'] as Readonly<Record<string, Json>>,
            };
          });
          return ok({ actions }, { state: { returned: actions.length, total: names.length } });
        },
      }),
    },
  });
}

function unknownName<Ctx>(path: string, name: string, own: ReadonlyMap<string, VisibleTool<Ctx>>) {
  const suggestion = nearest(name, own.keys());
  return { path, message: 'is not the name of an action', ...(suggestion !== undefined && { suggestion }) };
}

const executorTexts = {
  read: { title: 'Run a reading action', summary: 'Run an action that only reads' },
  write: {
    title: 'Run a writing action',
    summary: 'Run an action that adds or sets something and loses nothing',
  },
  destroy: { title: 'Run an overwriting action', summary: 'Run an action that overwrites or deletes' },
} as const satisfies Record<Effect, object>;

/**
 * What it runs is found before its own handler: `catalogCallOf`. So the handler has only to say why
 * nothing was run.
 */
function executorTool<Ctx>(own: Effect, usable: Usable<Ctx>): Tool<ToolContext> {
  const { title, summary } = executorTexts[own];
  const spec = {
    summary,
    // The action that is run decides, before the call is admitted.
    scope: 'modyo:read',
    input: z.object({
      name: actionName,
      arguments: tenantMap(
        'Arguments of the action as tools-describe shows them, e.g. {"space": "blog"}',
      ).optional(),
    }),
    data: z.looseObject({}),
    async run({ name }: { readonly name: string }, ctx: ToolContext) {
      const known = await usable(ctx.caller);
      const entry = known.get(name);
      if (entry === undefined) {
        return fail('NOT_FOUND', 'No action has that name.', {
          fields: [unknownName('name', name, known)],
          availableActions: [findsNames],
        });
      }
      const { effect: does, run_with: executor } = cardOf(entry);
      return fail('INVALID_PARAMS', `${name} has the effect ${does}; it runs with ${executor}.`, {
        fields: [
          { path: 'name', message: `has the effect ${does}`, expected: `an action with the effect ${own}` },
        ],
        availableActions: [
          { tool: executor, args: { name }, reason: `Runs actions with the effect ${does}` },
        ],
      });
    },
  } as const;
  const action = {
    read: kit.query(spec),
    write: kit.action(spec),
    destroy: kit.mutation({ ...spec, confirm: 'never' }),
  }[own];
  return kit.tool(executors[own], { title, module: 'core', actions: { [own]: action } });
}

const executorParameters: ReadonlySet<string> = new Set(['name', 'arguments']);
const effectsByExecutor = new Map(effects.map((one) => [executors[one] as string, one]));

/** What a call of an executor runs: an action as a tool of its own, with its own arguments. */
export interface CatalogCall<Ctx> {
  readonly visible: VisibleTool<Ctx>;
  readonly action: CompiledAction<Ctx>;
  readonly args: Arguments;
}

/**
 * The call inside a call of an executor; `undefined` for another tool, and where the executor itself has to
 * say what is wrong: no such action, another effect, arguments that are none. A write in read-only mode is
 * answered as everywhere, whichever executor it came by.
 */
export function catalogCallOf<Ctx>(
  surface: Surface<Ctx>,
  executor: string,
  args: unknown,
): CatalogCall<Ctx> | undefined {
  const own = effectsByExecutor.get(executor);
  if (surface.catalog === undefined || own === undefined || !isArguments(args)) return undefined;
  const { name, arguments: sent = {} } = args;
  if (typeof name !== 'string' || Object.keys(args).some((key) => !executorParameters.has(key)))
    return undefined;
  const visible = surface.catalog.get(name);
  const [action] = visible?.tool.actions ?? [];
  const inner = readStructure('arguments', sent).value;
  if (visible === undefined || action === undefined || !isArguments(inner)) return undefined;
  const isRefused = visible.actions.length === 0;
  return isRefused || effectOf(action) === own ? { visible, action, args: inner } : undefined;
}
