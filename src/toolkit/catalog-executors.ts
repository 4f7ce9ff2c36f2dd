import { z } from 'zod';
import type { Caller } from '../tenant/caller.ts';
import { ignoredNames, readStructure } from './arguments.ts';
import { type Actions, actionName, cardOf, findsNames, type Usable, unknownName } from './catalog-cards.ts';
import type { CompiledAction } from './compiled.ts';
import type { ToolContext } from './context.ts';
import { type Effect, effectOf, effects, executors } from './exposure-effects.ts';
import { tenantMap } from './foreign.ts';
import { fail } from './result.ts';
import { type Arguments, isArguments } from './selection.ts';
import type { Surface, VisibleTool } from './surface.ts';
import type { Tool } from './tool.ts';
import { createToolkit } from './toolkit.ts';

const kit = createToolkit<ToolContext>();

const executorTexts = {
  read: { title: 'Run a reading action', summary: 'Run an action that only reads' },
  write: {
    title: 'Run a writing action',
    summary: 'Run an action that adds or sets something and loses nothing',
  },
  destroy: { title: 'Run an overwriting action', summary: 'Run an action that overwrites or deletes' },
} as const satisfies Record<Effect, object>;

export interface ExecutorSight<Ctx> {
  readonly usable: Usable<Ctx>;
  /** With what a gate shuts now: its state is no secret, and its effect is not another one for it. */
  readonly visible: (caller: Caller) => Actions<Ctx>;
}

/**
 * What it runs is found before its own handler: `catalogCallOf`. So the handler has only to say why
 * nothing was run.
 */
export function executorTool<Ctx>(own: Effect, { usable, visible }: ExecutorSight<Ctx>): Tool<ToolContext> {
  const { title, summary } = executorTexts[own];
  const spec = {
    summary,
    // The action that is run decides, before the call is admitted.
    scope: 'modyo:read',
    input: z.object({
      name: actionName,
      arguments: tenantMap(
        'Arguments of the action as tools-describe shows them, e.g. {"identifier": 31}',
      ).optional(),
    }),
    data: z.looseObject({}),
    async run({ name }: { readonly name: string }, ctx: ToolContext) {
      const entry = visible(ctx.caller).get(name);
      if (entry === undefined) {
        return fail('NOT_FOUND', 'No action has that name.', {
          fields: [unknownName('name', name, await usable(ctx.caller))],
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
  const notes = own === 'read' ? [] : ['dry_run, verify and confirm_token belong to arguments'];
  return kit.tool(executors[own], { title, module: 'core', notes, actions: { [own]: action } });
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
  if (
    typeof name !== 'string' ||
    Object.keys(args).some((key) => !executorParameters.has(key) && !ignoredNames.has(key))
  )
    return undefined;
  const visible = surface.catalog.get(name);
  const [action] = visible?.tool.actions ?? [];
  const inner = readStructure('arguments', sent).value;
  if (visible === undefined || action === undefined || !isArguments(inner)) return undefined;
  const isRefused = visible.actions.length === 0;
  return isRefused || effectOf(action) === own ? { visible, action, args: inner } : undefined;
}
