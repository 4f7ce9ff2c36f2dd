import { type ContentType, getType, updateType } from '../../../modyo/content/types.ts';
import type { Warning } from '../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../attribute-losses.ts';
import { reread } from '../../reread.ts';
import { typeNames } from '../parameter-names.ts';
import type { InSpace } from '../resolvers.ts';
import { fieldOutcome } from './field-outcome.ts';
import type { TypeChange } from './type-change.ts';

const attributeNames = ['name', 'uid', 'single', 'description'];

/**
 * Makes the change and reads the type again.
 * @throws {AppError} as the write, in the names of our parameters, and as {@link reread}
 */
export async function writeTypeChange(ctx: InSpace, change: TypeChange): Promise<ContentType> {
  const { before, attributes, fieldPlan } = change;
  const body = { ...attributes, ...(fieldPlan.fields.length > 0 && { fields: fieldPlan.fields }) };
  await updateType(ctx.modyo, ctx.space.id, before.id, body, typeNames(before.fields?.length ?? 0));
  await ctx.identifiers.forget({ kind: 'type', spaceId: ctx.space.id });
  return reread(getType(ctx.modyo, ctx.space.id, before.id), before.id);
}

interface ChangeOutcome {
  readonly fields_added: string[];
  readonly fields_removed: string[];
  readonly warnings: readonly Warning[];
}

/** What a change did, seen in the type as it was read afterwards. */
export function changeOutcome(
  { before, attributes, changes, fieldPlan }: TypeChange,
  after: ContentType,
): ChangeOutcome {
  const outcome = fieldOutcome(before.fields ?? [], fieldPlan.fields, after.fields ?? [], changes);
  return {
    fields_added: [...outcome.added],
    fields_removed: [...outcome.removed],
    warnings: [
      ...attributeLosses(attributes, after),
      ...otherLosses(attributeNames, attributes, before, after),
      ...outcome.warnings,
    ],
  };
}
