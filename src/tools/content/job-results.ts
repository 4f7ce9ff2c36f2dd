import { z } from 'zod';
import type { FieldFault, Json } from '../../errors/app-error.ts';
import type { BackgroundJob } from '../../modyo/background-jobs.ts';
import type { FieldPath } from '../../modyo/client.ts';
import { readFaults } from '../../modyo/field-faults.ts';

/** What a job says of one item of its request. */
export interface JobItem {
  /** The place in the request. */
  readonly index: number;
  readonly uuid?: string | undefined;
  readonly faults: readonly FieldFault[];
}

const reported = z.object({
  index: z.number(),
  uuid: z.string().nullish(),
  errors: z.unknown().optional(),
});

/**
 * What a bulk job did, item by item in the order of its request. That it tells uuids and errors by index is
 * documented, and the form is not: every list in its results is looked at.
 * @param fieldPath our parameter for an attribute of the item at `index`
 */
export function jobItems(
  { results }: Pick<BackgroundJob, 'results'>,
  fieldPath?: (index: number) => FieldPath,
): readonly JobItem[] {
  const items = listsIn(results).flatMap((value) => {
    const parsed = reported.safeParse(value);
    if (!parsed.success) return [];
    const { index, uuid, errors } = parsed.data;
    const { fields, sentences } = readFaults({ errors }, fieldPath?.(index));
    return [{ index, uuid: uuid ?? undefined, faults: [...fields, ...sentences] }];
  });
  return items.toSorted((left, right) => left.index - right.index);
}

function listsIn(results: Json | undefined): readonly Json[] {
  if (Array.isArray(results)) return results;
  if (typeof results !== 'object' || results === null) return [];
  return Object.values(results).flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []));
}
