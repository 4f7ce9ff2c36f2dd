import { z } from 'zod';
import type { ErrorCode } from '../errors/app-error.ts';
import { modules } from '../tenant/policy.ts';
import type { Verb } from './annotations.ts';
import type { ToolContext } from './context.ts';
import { type AnyMiddleware, type Middleware, middleware } from './derivation.ts';
import type { Machine } from './gate.ts';
import { gate, type MachineOf } from './machine.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Presentation } from './presentation.ts';
import { type Answer, type Fail, fail as failOf, ok, outcomeOf, type Result } from './result.ts';
import type { Tool } from './tool.ts';
import type { Toolkit } from './toolkit.ts';

const textLengthMax = 1_000;
const { MAX_SAFE_INTEGER: numberMax } = Number;
/** Of a number, or of the length of a text. */
type Bounds = { readonly min?: number; readonly max?: number };

const kinds = {
  String: ({ min = 1, max = textLengthMax }: Bounds) => z.string().min(min).max(max),
  Number: ({ min = -numberMax, max = numberMax }: Bounds) => z.number().min(min).max(max),
  Boolean: () => z.boolean(),
} as const;

type Shape = z.ZodRawShape;
type Kinds = typeof kinds;
type Choice<C extends string> = z.ZodEnum<{ [K in C]: K }>;
type StateOf<M> = M extends MachineOf<infer States> ? keyof States & string : never;
type EventOf<M, In> = M extends MachineOf<infer States> ? EventIn<States[In & keyof States]> : never;
type EventIn<State> = State extends { readonly on: infer Events } ? keyof Events & string : never;

/** What stays the same along a chain. */
type Kind<V extends Verb = Verb, Base = unknown, M = unknown> = { verb: V; base: Base; machine: M };
type ResultOf<K extends Kind, T> = K['verb'] extends 'query' ? Answer<T> : Result<T>;
/** A result of the kit, the bare data, or nothing where nothing is returned. */
type Handled<K extends Kind, D> = D extends z.ZodObject
  ? ResultOf<K, z.input<D>> | z.input<D>
  : ResultOf<K, object> | Awaited<void>;

type Takes<K extends Kind, Ctx, S extends Shape, D, Z extends z.ZodType> = <const N extends string>(
  name: N,
  text: string,
  bounds?: Bounds,
) => Chain<K, Ctx, S & Record<N, Z>, D>;

/** A tool that is being written; every word gives a new one, and `handle` ends it. */
type Chain<K extends Kind, Ctx, S extends Shape, D> = {
  [W in keyof Kinds as `with${W}`]: Takes<K, Ctx, S, D, ReturnType<Kinds[W]>>;
} & {
  [W in keyof Kinds as `withOptional${W}`]: Takes<K, Ctx, S, D, z.ZodOptional<ReturnType<Kinds[W]>>>;
} & {
  describe(summary: string): Chain<K, Ctx, S, D>;
  withEnum<const N extends string, const C extends string>(
    ...of: [name: N, choices: readonly C[], text: string]
  ): Chain<K, Ctx, S & Record<N, Choice<C>>, D>;
  withOptionalEnum<const N extends string, const C extends string>(
    ...of: [name: N, choices: readonly C[], text: string]
  ): Chain<K, Ctx, S & Record<N, z.ZodOptional<Choice<C>>>, D>;
  /** The fields of a resource that a caller may send. */
  fromModel<C extends Shape, U extends Shape, Of extends 'create' | 'update' = 'create'>(
    ...of: [model: { input: { (of: 'create'): C; (of: 'update'): U } }, of?: Of]
  ): Chain<K, Ctx, S & (Of extends 'create' ? C : U), D>;
  returns<R extends z.ZodObject>(
    presenter: R | { readonly data: R; readonly present: Presentation<z.output<R>> },
  ): Chain<K, Ctx, S, R>;
  use<Added extends object>(step: Middleware<Ctx, unknown, Added>): Chain<K, Ctx & Added, S, D>;
  /** Only in this state of the machine; with an event, a success moves the machine on. */
  bindState<const In extends StateOf<K['machine']>>(
    ...of: [state: In, event?: EventOf<K['machine'], In>]
  ): Chain<K, Ctx, S, D>;
  /** The short form of the description, whatever the policy says. */
  toonDescription(): Chain<K, Ctx, S, D>;
  handle(run: (input: z.output<z.ZodObject<S>>, ctx: Ctx) => MaybePromise<Handled<K, D>>): Tool<K['base']>;
};

interface Draft<Ctx extends ToolContext> {
  readonly kit: Toolkit<Ctx>;
  readonly machine: Machine | undefined;
  readonly verb: Verb;
  readonly name: string;
  readonly shape: Shape;
  readonly use: readonly AnyMiddleware[];
  readonly spec: object;
  readonly describe?: 'compact';
}

/** Tools of one action each; `context` adds to that of every chain, `bindState` speaks of `machine`. */
export function createFluent<Ctx extends ToolContext, X extends object = object, M extends Machine = never>(
  kit: Toolkit<Ctx>,
  { context, machine }: { readonly context?: (ctx: Ctx) => X; readonly machine?: M } = {},
) {
  const use = context === undefined ? [] : [middleware('fluent_context', context)];
  const draft = { kit, machine, shape: {}, use, spec: { data: z.object({}) } };
  function begin<V extends Verb>(verb: V) {
    type First = Chain<Kind<V, Ctx, M>, Ctx & X, Record<never, never>, undefined>;
    return (name: string) => chain({ ...draft, verb, name }) as First;
  }
  return {
    query: begin('query'),
    action: begin('action'),
    mutation: begin('mutation'),
    middleware: <Added extends object, Needs = Ctx & X>(
      derive: (ctx: Needs) => Added | Fail | Promise<Added | Fail>,
    ) => middleware(derive.name, derive),
  };
}

/** A free text has to say how it looks. */
const formOf = (schema: z.ZodType) =>
  schema instanceof z.ZodString ? ` (format: ${schema.minLength} to ${schema.maxLength} characters)` : '';

/** The types of a chain were checked where it was written; here they are erased. */
function chain<Ctx extends ToolContext>(draft: Draft<Ctx>): object {
  const next = (changes: Partial<Draft<Ctx>>) => chain({ ...draft, ...changes });
  const says = (part: object) => next({ spec: { ...draft.spec, ...part } });
  const takes = (more: Shape) => next({ shape: { ...draft.shape, ...more } });
  const words = (suffix: string, wrap: (schema: z.ZodType) => z.ZodType) => {
    const take = (name: string, text: string, schema: z.ZodType) =>
      takes({ [name]: wrap(schema).describe(`${text}${formOf(schema)}`) });
    const plain = Object.entries(kinds).map(([kind, build]) => [
      `with${suffix}${kind}`,
      (name: string, text: string, bounds: Bounds = {}) => take(name, text, build(bounds)),
    ]);
    const choose = (name: string, of: readonly string[], text: string) => take(name, text, z.enum(of));
    return Object.assign(Object.fromEntries(plain), { [`with${suffix}Enum`]: choose });
  };
  return {
    ...words('', (schema) => schema),
    ...words('Optional', (schema) => schema.optional()),
    describe: (summary: string) => says({ summary }),
    fromModel: (model: { input(of: string): Shape }, of = 'create') => takes(model.input(of)),
    returns: (presenter: object) => says(presenter instanceof z.ZodObject ? { data: presenter } : presenter),
    use: (step: AnyMiddleware) =>
      next({ use: [...draft.use, { ...step, name: step.name || `step_${draft.use.length + 1}` }] }),
    bindState: (state: string, on?: string) =>
      says({ gate: gate(draft.machine as MachineOf<never>, { in: [state], on } as never) }),
    toonDescription: () => next({ describe: 'compact' }),
    handle: (run: (input: object, ctx: Ctx) => unknown) => toolOf(draft, run),
  };
}

function toolOf<Ctx extends ToolContext>(
  { kit, verb, name, shape, use, spec, describe }: Draft<Ctx>,
  handler: (input: object, ctx: Ctx) => unknown,
): Tool<Ctx> {
  const wireName = wireNameOf(name);
  const segments = name.split(/[.-]/);
  const title = segments.slice(-2).join(' ').replaceAll('_', ' ');
  const run = async (input: object, ctx: Ctx) => {
    const value = await handler(input, ctx);
    return outcomeOf(value) === undefined ? ok(value ?? {}) : value;
  };
  const action = kit[verb]({ summary: title, ...spec, input: z.object(shape), use, run } as never);
  return kit.tool(wireName, {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    ...(!modules.some((module) => wireName.startsWith(`${module}-`)) && { module: 'core' }),
    ...(describe && { describe }),
    actions: { [segments.at(-1) ?? name]: action },
  });
}

/** Some clients drop a whole connector for one name with a dot. */
const wireNameOf = (name: string) => name.replaceAll(/[._]/g, '-');

interface Fault {
  readonly message: string;
  /** Names of tools that could be called instead. */
  readonly availableActions?: readonly string[];
  readonly retryAfterMs?: number;
}

export function toolError(code: ErrorCode, { message, availableActions = [], ...options }: Fault) {
  const offered = availableActions.map((name) => ({ tool: wireNameOf(name), reason: 'Could help here' }));
  return [code, message, { ...options, availableActions: offered }] as const;
}

export const fail = (fault: ReturnType<typeof toolError>) => failOf(...fault);
export const succeed = <T>(value: T) => ok(value);
