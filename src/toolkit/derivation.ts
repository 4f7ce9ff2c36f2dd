import type { CallFacts } from './context.ts';
import type { Fail } from './result.ts';

/**
 * A step that adds to the context, or stops the call with a `Fail`. It names in its types what it needs:
 * `Ctx` from the base or from an earlier step, `Input` from the action's arguments.
 */
interface Derivation<in Ctx, in Input, out Added extends object> {
  readonly name: string;
  readonly derive: (ctx: Ctx, input: Input, facts: CallFacts) => Added | Fail | Promise<Added | Fail>;
}

/** Turns an identifier of the arguments into the entity it means. Runs before any gate. */
export interface Resolver<in Ctx, in Input, out Added extends object> extends Derivation<Ctx, Input, Added> {
  readonly kind: 'resolver';
}

/** Derives context for a handler, or refuses the call. Runs after the gate. */
export interface Middleware<in Ctx, in Input, out Added extends object>
  extends Derivation<Ctx, Input, Added> {
  readonly kind: 'middleware';
}

export type AnyResolver = Resolver<never, never, object>;
export type AnyMiddleware = Middleware<never, never, object>;
export type AnyDerivation = AnyResolver | AnyMiddleware;

/** The context after the steps of `Chain`. */
export type Derived<Ctx, Chain extends readonly AnyDerivation[]> = Chain extends readonly [
  Derivation<never, never, infer Added>,
  ...infer Rest extends readonly AnyDerivation[],
]
  ? Derived<Ctx & Added, Rest>
  : Ctx;

/** `Chain` itself if each step finds what it needs; else a chain that `Chain` is not assignable to. */
export type Chained<Ctx, Input, Chain extends readonly AnyDerivation[]> = Chain extends readonly [
  infer First extends AnyDerivation,
  ...infer Rest extends readonly AnyDerivation[],
]
  ? First extends Derivation<Ctx, Input, infer Added>
    ? readonly [First, ...Chained<Ctx & Added, Input, Rest>]
    : readonly [Derivation<Ctx, Input, object>, ...Rest]
  : readonly [];

/**
 * A resolver that puts the entity into the context under `name`.
 * @param resolve throws `AppError` `NOT_FOUND` or `AMBIGUOUS` when the identifier does not name one entity
 */
export function resolver<const Name extends string, Ctx, Input, Entity>(
  name: Name,
  resolve: (input: Input, ctx: Ctx) => Entity | Promise<Entity>,
): Resolver<Ctx, Input, { readonly [K in Name]: Entity }> {
  return {
    kind: 'resolver',
    name,
    derive: async (ctx, input) => ({ [name]: await resolve(input, ctx) }) as { [K in Name]: Entity },
  };
}

/** A middleware under a name that the audit line can show. */
export function middleware<Ctx, Added extends object>(
  name: string,
  derive: (ctx: Ctx, facts: CallFacts) => Added | Fail | Promise<Added | Fail>,
): Middleware<Ctx, unknown, Added> {
  return { kind: 'middleware', name, derive: (ctx, _input, facts) => derive(ctx, facts) };
}
