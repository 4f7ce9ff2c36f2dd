import { type Fail, fail } from '../../../toolkit/result.ts';
import type { FieldUpdate, NewField } from '../field-arguments.ts';
import type { FieldChanges, FieldPlan } from '../field-changes.ts';
import type { InSpace } from '../resolvers.ts';

/** The parts of the arguments that change fields. */
export interface FieldArguments {
  readonly add_fields?: readonly NewField[] | undefined;
  readonly update_fields?: readonly FieldUpdate[] | undefined;
  readonly remove_fields?: readonly string[] | undefined;
}

export function changesOf(input: FieldArguments): FieldChanges {
  return {
    add: input.add_fields ?? [],
    update: input.update_fields ?? [],
    remove: input.remove_fields ?? [],
  };
}

/** Looks up the types that changed fields link to, each once. */
export async function linkedTypes(
  { identifiers, space }: InSpace,
  changes: FieldChanges,
): Promise<ReadonlyMap<string, number>> {
  const references = new Set(
    [...changes.add, ...changes.update].flatMap(({ linked_type: reference }) => reference ?? []),
  );
  const pairs = [...references].map(async (reference): Promise<readonly [string, number]> => {
    const type = await identifiers.resolve({ kind: 'type', spaceId: space.id, identifier: reference });
    return [reference, type.id];
  });
  return new Map(await Promise.all(pairs));
}

/** The refusal of a plan that has faults. */
export function refusedPlan(plan: FieldPlan): Fail | undefined {
  if (plan.faults.length === 0) return undefined;
  return fail('INVALID_PARAMS', 'The fields cannot be changed like this. Nothing was changed.', {
    fields: plan.faults,
  });
}
