import type { z } from 'zod';
import type { Action, Manage, MutationSpec, QuerySpec, WriteSpec } from './action.ts';
import type { EffectOverrides, Verb } from './annotations.ts';
import type { ToolContext } from './context.ts';
import type { AnyMiddleware, AnyResolver } from './derivation.ts';
import type { Tool, ToolSpec } from './tool.ts';

export interface ManageParts<Ctx> {
  readonly get: Action<Ctx>;
  readonly create?: Action<Ctx>;
  readonly update?: Action<Ctx>;
  /** Default `identifier`. */
  readonly identifiedBy?: string;
}

/** The words in which tools are written, bound to the context that their handlers receive. */
export interface Toolkit<Ctx extends ToolContext> {
  /** Reads. */
  query<
    I extends z.ZodObject,
    D extends z.ZodObject,
    const P extends boolean = false,
    const R extends readonly AnyResolver[] = [],
    const M extends readonly AnyMiddleware[] = [],
  >(spec: QuerySpec<Ctx, I, D, P, R, M>): Action<Ctx>;
  /** Adds something or sets a state; loses nothing. */
  action<
    I extends z.ZodObject,
    D extends z.ZodObject,
    const P extends boolean = false,
    const R extends readonly AnyResolver[] = [],
    const M extends readonly AnyMiddleware[] = [],
  >(spec: WriteSpec<Ctx, I, D, P, R, M>): Action<Ctx>;
  /** Overwrites or deletes. */
  mutation<
    I extends z.ZodObject,
    D extends z.ZodObject,
    const P extends boolean = false,
    const R extends readonly AnyResolver[] = [],
    const M extends readonly AnyMiddleware[] = [],
  >(spec: MutationSpec<Ctx, I, D, P, R, M>): Action<Ctx>;
  manage(parts: ManageParts<Ctx>): Manage<Ctx>;
  tool(name: string, spec: ToolSpec<Ctx>): Tool<Ctx>;
}

/** A spec with the types that were checked at its definition erased; see `Action`. */
type ErasedSpec<Ctx> = Pick<Action<Ctx>, 'summary' | 'input' | 'data' | 'run'> &
  Partial<
    Pick<
      Action<Ctx>,
      | 'paginate'
      | 'filters'
      | 'resolve'
      | 'use'
      | 'scope'
      | 'timeoutMs'
      | 'operations'
      | 'recovery'
      | 'notes'
      | 'gate'
      | 'present'
      | 'skip'
      | 'cacheTtlMs'
      | 'invalidates'
      | 'confirm'
      | 'dryRunDefault'
      | 'plan'
    > & { readonly snapshot: NonNullable<Action<Ctx>['snapshot']> }
  > &
  EffectOverrides;

/** What an action has that says nothing of its own. */
const plain = {
  paginate: false,
  filters: [],
  resolve: [],
  use: [],
  timeoutMs: undefined,
  operations: [],
  recovery: {},
  notes: [],
  snapshot: undefined,
  gate: undefined,
  present: {},
  skip: [],
  cacheTtlMs: undefined,
  invalidates: [],
  dryRunDefault: false,
  plan: undefined,
} as const;

function defineAction<Ctx>(verb: Verb, spec: ErasedSpec<Ctx>): Action<Ctx> {
  const { destructive, idempotent, openWorld, ...given } = spec;
  return {
    kind: 'action',
    verb,
    overrides: {
      ...(destructive !== undefined && { destructive }),
      ...(idempotent !== undefined && { idempotent }),
      ...(openWorld !== undefined && { openWorld }),
    },
    scope: verb === 'query' ? 'modyo:read' : 'modyo:write',
    confirm: verb === 'mutation' ? 'destructive' : 'never',
    ...plain,
    ...given,
  };
}

export function createToolkit<Ctx extends ToolContext>(): Toolkit<Ctx> {
  return {
    // The three casts erase what TypeScript has just checked: that handler, schemas and chain fit together.
    query: (spec) => defineAction('query', spec as unknown as ErasedSpec<Ctx>),
    action: (spec) => defineAction('action', spec as unknown as ErasedSpec<Ctx>),
    mutation: (spec) => defineAction('mutation', spec as unknown as ErasedSpec<Ctx>),
    manage: (parts) => ({
      kind: 'manage',
      get: parts.get,
      create: parts.create,
      update: parts.update,
      identifiedBy: parts.identifiedBy ?? 'identifier',
    }),
    tool: (name, spec) => ({ name, spec }),
  };
}
