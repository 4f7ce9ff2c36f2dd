import type { DescribeForm, ModuleName } from '../tenant/policy.ts';
import type { Action, Manage, Recovery } from './action.ts';
import type { Middleware } from './derivation.ts';

export interface ToolSpec<Ctx> {
  readonly title: string;
  /** One sentence. Default for a tool with one action: the action's summary. */
  readonly summary?: string;
  /** Default: the first word of the name. */
  readonly module?: ModuleName;
  /** The action of a call that names none. A tool with one action has no `action` argument. */
  readonly default?: string;
  readonly notes?: readonly string[];
  /** Its description is short, whatever the tenant's policy says. */
  readonly describe?: Extract<DescribeForm, 'compact'>;
  /** For every action; an action's own entry for the same code wins. */
  readonly recovery?: Recovery;
  /** For every action, before its own; may ask for nothing but the base context. */
  readonly use?: readonly Middleware<Ctx, unknown, object>[];
  readonly actions: { readonly [action: string]: Action<Ctx> | Manage<Ctx> };
}

/** A tool as plain data; it is checked and compiled by the registry. */
export interface Tool<in Ctx> {
  readonly name: string;
  readonly spec: ToolSpec<Ctx>;
}
