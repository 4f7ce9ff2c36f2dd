import { type Fail, fail } from '../../../toolkit/result.ts';
import { namedBy } from '../../named-parameter.ts';
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
  const places = [...placesOf('add_fields', changes.add), ...placesOf('update_fields', changes.update)];
  const paths = new Map(places.toReversed());
  const pairs = [...paths].map(async ([reference, path]): Promise<readonly [string, number]> => {
    const query = { kind: 'type', spaceId: space.id, identifier: reference } as const;
    return [reference, (await namedBy(path, identifiers.resolve(query))).id];
  });
  return new Map(await Promise.all(pairs));
}

/** Which type is named where; the first place is the one that a fault names. */
function placesOf(
  parameter: string,
  rules: readonly { readonly linked_type?: string | undefined }[],
): readonly (readonly [reference: string, path: string])[] {
  return rules.flatMap(({ linked_type: reference }, at) =>
    reference === undefined ? [] : [[reference, `${parameter}.${at}.linked_type`] as const],
  );
}

/** The refusal of a plan that has faults. */
export function refusedPlan(plan: FieldPlan): Fail | undefined {
  if (plan.faults.length === 0) return undefined;
  return fail('INVALID_PARAMS', 'The fields cannot be changed like this. Nothing was changed.', {
    fields: plan.faults,
  });
}
