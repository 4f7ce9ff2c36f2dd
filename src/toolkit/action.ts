import type { z } from 'zod';
import type { Scope } from '../auth/scopes.ts';
import type { ErrorCode, Json } from '../errors/app-error.ts';
import type { OperationId } from '../modyo/operations.ts';
import type { EffectOverrides, Verb } from './annotations.ts';
import type { AnyMiddleware, AnyResolver, Chained, Derived } from './derivation.ts';
import type { AnyGate, Gate } from './gate.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { AnyPresentation, Presentation } from './presentation.ts';
import type { Answer, AvailableAction, Fail, ResourceRef, Result } from './result.ts';

/** A re-read of the entity that a write touches, for the comparison before/after. */
export type Snapshot = { readonly [key: string]: Json | undefined };

/** A function decides by the arguments: a change that loses nothing need not be confirmed. */
export type ConfirmRule<Input> = 'never' | 'destructive' | 'always' | ((input: Input) => boolean);

/** What a write would do, and to which version: a confirmation is good for that version alone. */
export interface Plan {
  readonly changes: { readonly [key: string]: Json | undefined };
  readonly resource?: ResourceRef;
  /** Of the target, as Modyo counts or dates it. */
  readonly version?: string;
  /** One sentence for the person who confirms. */
  readonly summary?: string;
  /** True where the readings show that nothing would be lost after all: nobody is asked. */
  readonly isHarmless?: boolean;
}

/** What to offer when the action, one of its resolvers or Modyo fails with a code. Checked at boot. */
export type Recovery = { readonly [C in ErrorCode]?: readonly AvailableAction[] };

/** The arguments that `paginate: true` adds. */
export interface PageInput {
  readonly page: number;
  readonly per_page: number;
}

/** The arguments as a handler sees them: parsed, defaults filled in. */
export type HandlerInput<I extends z.ZodObject, P extends boolean> = z.output<I> &
  (P extends true ? PageInput : unknown);

/** The context as a handler sees it: the kit's base, then what resolvers and middlewares added. */
export type HandlerContext<
  Ctx,
  R extends readonly AnyResolver[],
  M extends readonly AnyMiddleware[],
> = Derived<Derived<Ctx, R>, M>;

interface ActionSpec<
  Ctx,
  I extends z.ZodObject,
  D extends z.ZodObject,
  P extends boolean,
  R extends readonly AnyResolver[],
  M extends readonly AnyMiddleware[],
> {
  /** One short sentence for the model, without a full stop. */
  readonly summary: string;
  /** Every parameter is described and bounded; rules between parameters are refinements with a `path`. */
  readonly input: I;
  /** The whole of `data`: what is not declared does not leave. */
  readonly data: D;
  /** Adds `page` and `per_page`, and fills `state` from `returned` and `total`. */
  readonly paginate?: P;
  /** Parameters that narrow a list. The answer must then carry `state.searched`. */
  readonly filters?: readonly (keyof z.output<I> & string)[];
  /** Identifiers become entities of the context, in this order. */
  readonly resolve?: R & Chained<Ctx, z.output<I>, R>;
  readonly use?: M & Chained<Derived<Ctx, R>, z.output<I>, M>;
  /** Default: `modyo:read` for a query, `modyo:write` for the others. */
  readonly scope?: Scope;
  /** Milliseconds that the call may take, where that is less than any request may. */
  readonly timeoutMs?: number;
  /** The upstream operations it may call; shown in the documentation with their evidence. */
  readonly operations?: readonly OperationId[];
  readonly recovery?: Recovery;
  /** Sentences for the description's **Note**. */
  readonly notes?: readonly string[];
  /** In which states it may run. Checked after the identifiers are resolved. */
  readonly gate?: Gate<NoInfer<HandlerInput<I, P>>, NoInfer<Derived<Ctx, R>>>;
  /** How its answer is cut, cleaned and continued. */
  readonly present?: Presentation<NoInfer<z.output<D>>>;
  /** Middlewares of the module that it does without; shown in the contract lock. */
  readonly skip?: readonly string[];
}

export interface QuerySpec<
  Ctx,
  I extends z.ZodObject,
  D extends z.ZodObject,
  P extends boolean,
  R extends readonly AnyResolver[],
  M extends readonly AnyMiddleware[],
> extends ActionSpec<Ctx, I, D, P, R, M> {
  readonly openWorld?: boolean;
  /** Milliseconds for which a read of the same principal may be answered from memory; absent: never. */
  readonly cacheTtlMs?: number;
  run(
    input: NoInfer<HandlerInput<I, P>>,
    ctx: NoInfer<HandlerContext<Ctx, R, M>>,
  ): MaybePromise<Answer<NoInfer<z.input<D>>>>;
}

export interface WriteSpec<
  Ctx,
  I extends z.ZodObject,
  D extends z.ZodObject,
  P extends boolean,
  R extends readonly AnyResolver[],
  M extends readonly AnyMiddleware[],
> extends ActionSpec<Ctx, I, D, P, R, M> {
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
  /** Reads that this write makes stale: `content-entries.list`, or `content-entries.*`. */
  readonly invalidates?: readonly string[];
  /**
   * When a person is asked before it runs. Default `destructive`: if the annotations say that it overwrites
   * or deletes. With `plan`, its answer is the preview.
   */
  readonly confirm?: ConfirmRule<NoInfer<HandlerInput<I, P>>>;
  /** Of `dry_run`, where there is a `plan`: true for what works in bulk or replaces. */
  readonly dryRunDefault?: boolean;
  /**
   * Adds the parameter `dry_run`. What would happen, from readings alone; changes nothing. A `Fail` refuses
   * the call as `run` would.
   */
  plan?(
    input: NoInfer<HandlerInput<I, P>>,
    ctx: NoInfer<HandlerContext<Ctx, R, M>>,
  ): MaybePromise<Plan | Fail>;
  /**
   * Adds the parameter `verify`. Called before and after `run`; the second time with the resource of the
   * answer, which is how a creation finds what it made. `undefined`: there is nothing to compare.
   */
  snapshot?(
    input: NoInfer<HandlerInput<I, P>>,
    ctx: NoInfer<HandlerContext<Ctx, R, M>>,
    resource: ResourceRef | undefined,
  ): MaybePromise<Snapshot | undefined>;
  run(
    input: NoInfer<HandlerInput<I, P>>,
    ctx: NoInfer<HandlerContext<Ctx, R, M>>,
  ): MaybePromise<Result<NoInfer<z.input<D>>>>;
}

export interface MutationSpec<
  Ctx,
  I extends z.ZodObject,
  D extends z.ZodObject,
  P extends boolean,
  R extends readonly AnyResolver[],
  M extends readonly AnyMiddleware[],
> extends WriteSpec<Ctx, I, D, P, R, M> {
  /** Default true. */
  readonly destructive?: boolean;
}

/** An action as plain data. The types of its arguments are checked where it is defined and erased here. */
export interface Action<in Ctx> {
  readonly kind: 'action';
  readonly verb: Verb;
  readonly overrides: EffectOverrides;
  readonly summary: string;
  readonly input: z.ZodObject;
  readonly data: z.ZodObject;
  readonly paginate: boolean;
  readonly filters: readonly string[];
  readonly resolve: readonly AnyResolver[];
  readonly use: readonly AnyMiddleware[];
  readonly scope: Scope;
  readonly timeoutMs: number | undefined;
  readonly operations: readonly OperationId[];
  readonly recovery: Recovery;
  readonly notes: readonly string[];
  readonly snapshot:
    | ((input: never, ctx: Ctx, resource: ResourceRef | undefined) => MaybePromise<Snapshot | undefined>)
    | undefined;
  readonly gate: AnyGate | undefined;
  readonly present: AnyPresentation;
  readonly skip: readonly string[];
  readonly cacheTtlMs: number | undefined;
  readonly invalidates: readonly string[];
  readonly confirm: ConfirmRule<never>;
  readonly dryRunDefault: boolean;
  readonly plan: ((input: never, ctx: Ctx) => MaybePromise<Plan | Fail>) | undefined;
  readonly run: (input: never, ctx: Ctx) => MaybePromise<Result<object>>;
}

/**
 * `manage`: an identifier without changes reads, an identifier with changes updates, changes without an
 * identifier create. A change is any parameter that `get` does not know.
 */
export interface Manage<in Ctx> {
  readonly kind: 'manage';
  readonly get: Action<Ctx>;
  readonly create: Action<Ctx> | undefined;
  readonly update: Action<Ctx> | undefined;
  /** The parameter whose presence tells an update from a creation. */
  readonly identifiedBy: string;
}
