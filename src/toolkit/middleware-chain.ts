import type { ModuleName } from '../tenant/policy.ts';
import type { Action } from './action.ts';
import type { AnyMiddleware, Middleware } from './derivation.ts';

/**
 * Middlewares that tools do not name themselves: of all tools, and of those in one module's directory.
 * What they add is in the context of every handler behind them, untyped there; they are meant to guard.
 */
export interface SharedMiddleware<in Ctx> {
  readonly all?: readonly Middleware<Ctx, unknown, object>[];
  readonly modules?: { readonly [M in ModuleName]?: readonly Middleware<Ctx, unknown, object>[] };
}

/** Where an action stands. */
interface Place<Ctx> {
  readonly module: ModuleName;
  readonly shared: SharedMiddleware<Ctx>;
  readonly ofTool: readonly AnyMiddleware[];
}

/**
 * The middlewares of one action, in the order in which they run: of all tools, of its module, of its tool,
 * its own. Made per action, so that no two actions share a list that one of them could lengthen.
 * @param fault told of a name that is left out but would not run, and of one that would run twice
 */
export function middlewareChain<Ctx>(
  { skip, use }: Action<Ctx>,
  { module, shared, ofTool }: Place<Ctx>,
  fault: (what: string) => void,
): readonly AnyMiddleware[] {
  const around = [...(shared.all ?? []), ...(shared.modules?.[module] ?? []), ...ofTool];
  for (const name of skip) {
    if (!around.some((step) => step.name === name)) fault(`skips ${name}, which would not run`);
  }
  const chain = [...around.filter(({ name }) => !skip.includes(name)), ...use];
  const names = chain.map(({ name }) => name);
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index))) {
    fault(`the middleware ${name} would run twice`);
  }
  return chain;
}
