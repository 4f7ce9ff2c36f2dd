import type { z } from 'zod';
import type { ModuleName, PinName } from '../tenant/policy.ts';
import type { Action, Recovery } from './action.ts';
import type { Annotations } from './annotations.ts';
import type { AnyMiddleware } from './derivation.ts';
import type { RawSchema } from './json-schema.ts';
import type { Presenter } from './presenter.ts';
import type { ToolSpec } from './tool.ts';

/** The argument that chooses an action in a tool with several. */
export const discriminator = 'action';

/** An action with everything that a call or a listing would otherwise compute again. */
export interface CompiledAction<in Ctx> {
  readonly tool: string;
  /** As policies and the audit line name it: `update`, where the caller said `manage`. */
  readonly name: string;
  /** The value of the `action` argument that leads here. */
  readonly wire: string;
  /** Its name where it is a tool of its own, and in policies that name single actions. */
  readonly flatName: string;
  readonly definition: Action<Ctx>;
  readonly annotations: Annotations;
  /** With the parameters that the kit adds. */
  readonly input: z.ZodObject;
  /** With the keys that the kit adds. */
  readonly data: z.ZodObject;
  /** Parameters that the author declared. */
  readonly ownNames: ReadonlySet<string>;
  readonly parameters: ReadonlyMap<string, RawSchema>;
  readonly required: ReadonlySet<string>;
  /** Fields of what it answers that Modyo sets, and nobody else. */
  readonly readOnlyNames: ReadonlySet<string>;
  /** Parameters that the policy fixes: no longer in `parameters`, and filled in before parsing. */
  readonly pinned: ReadonlySet<PinName>;
  /** Of the update of an entity: the parameters that change something, one of which has to be there. */
  readonly changing: ReadonlySet<string> | undefined;
  /** What its tool offers after an error code for which the action has nothing of its own. */
  readonly toolRecovery: Recovery;
  /** Parameters that take an object or an array and no text. */
  readonly structured: ReadonlySet<string>;
  readonly rawInput: RawSchema;
  readonly rawData: RawSchema;
  readonly presenter: Presenter;
  /** All that run, in their order; those of the action itself are the last. */
  readonly middlewares: readonly AnyMiddleware[];
}

/** What one value of the `action` argument means. */
export type WireAction<Ctx> =
  | { readonly kind: 'action'; readonly action: CompiledAction<Ctx> }
  | {
      readonly kind: 'manage';
      /** `undefined` where a policy hides it: then nothing is read without a change. */
      readonly get: CompiledAction<Ctx> | undefined;
      readonly create: CompiledAction<Ctx> | undefined;
      readonly update: CompiledAction<Ctx> | undefined;
      readonly identifiedBy: string;
      /** Parameters that `get` does not know: one of them makes the call a write. */
      readonly changing: ReadonlySet<string>;
    };

export interface CompiledTool<in Ctx> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly module: ModuleName;
  /** Where its 📚 link leads. */
  readonly documentUri: string;
  readonly spec: ToolSpec<Ctx>;
  /** The parts of `manage` one by one, in the order of the definition. */
  readonly actions: readonly CompiledAction<Ctx>[];
  /** Of all actions. */
  readonly parameterNames: ReadonlySet<string>;
  readonly wireActions: ReadonlyMap<string, WireAction<Ctx>>;
  readonly defaultWire: string | undefined;
  /** Whether calls name an action at all. */
  readonly hasDiscriminator: boolean;
}
