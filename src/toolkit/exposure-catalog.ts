import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';
import type { Caller } from '../tenant/caller.ts';
import {
  actionName,
  card,
  cardOf,
  effectWord,
  findsNames,
  type Usable,
  unknownName,
} from './catalog-cards.ts';
import { executorTool } from './catalog-executors.ts';
import { createActionSearch } from './catalog-search.ts';
import type { CompiledTool } from './compiled.ts';
import type { ToolContext } from './context.ts';
import { effects } from './exposure-effects.ts';
import { flatten } from './exposure-flat.ts';
import { tenantMap } from './foreign.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { fail, ok } from './result.ts';
import { actionId, type Surface, toolEntry } from './surface.ts';
import type { Tool } from './tool.ts';
import { createToolkit } from './toolkit.ts';

const kit = createToolkit<ToolContext>();

const foundDefault = 8;
const foundMax = 30;
const describedMax = 10;
const queryLengthMax = 200;

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
  const visible = (caller: Caller) => options.surfaceOf(caller).catalog ?? new Map();
  return [
    searchTool(options, usable),
    describeTool(usable),
    ...effects.map((own) => executorTool(own, { usable, visible })),
  ];
}

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
          effect: effectWord.optional().describe('Only actions with this effect'),
          limit: z.int().min(1).max(foundMax).default(foundDefault).describe('Actions in the answer'),
        }),
        data: z.object({
          actions: z.array(z.object({ ...card, summary: z.string(), needs: z.array(z.string()) })),
          filters: z.object({ query: z.string(), effect: effectWord.optional() }),
        }),
        async run({ limit, ...filters }, ctx) {
          index ??= createActionSearch(flatten(tools));
          const own = await usable(ctx.caller);
          const found = index(filters.query).flatMap((name) => {
            const entry = own.get(name);
            return entry === undefined || (filters.effect ?? cardOf(entry).effect) !== cardOf(entry).effect
              ? []
              : entry;
          });
          const actions = found.slice(0, limit).map((entry) => ({
            ...cardOf(entry),
            summary: entry.tool.summary,
            needs: [...(entry.actions[0]?.required ?? [])],
          }));
          return ok(
            { actions, filters },
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
