import { z } from 'zod';
import { getType, updateType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { type AvailableAction, ok } from '../../../../toolkit/result.ts';
import { attributeLosses } from '../../../attribute-losses.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { addFields } from '../../field-arguments.ts';
import { planFieldChanges } from '../../field-changes.ts';
import { typeNames } from '../../parameter-names.ts';
import { createTypeWithinPlan } from '../../plan-limit.ts';
import { spaceOfCall } from '../../resolvers.ts';
import { changesOf, linkedTypes, refusedPlan } from '../change-request.ts';
import { fieldOutcome } from '../field-outcome.ts';
import { warningsOf } from '../field-saving.ts';
import { reindexData, reindexOf } from '../reindex.ts';
import { typeAttributes, typeName, typeUid } from '../type-arguments.ts';
import { contentType, typeResource } from '../type-shape.ts';

export const createAction = kit.action({
  summary: 'Create a content type, with its fields if they are given',
  input: z.object({
    space: identifier('Space'),
    name: typeName,
    uid: typeUid.optional(),
    ...typeAttributes,
    add_fields: addFields,
  }),
  data: z.object({
    type: contentType,
    reindex: reindexData.optional(),
    fields_added: z.array(z.string()).optional(),
  }),
  resolve: [spaceOfCall],
  operations: ['createType', 'updateType', 'getType', 'listTypes'],
  notes: [
    'A type is created first and its fields are saved second; state.status is partial if only the first happened.',
  ],
  invalidates: ['content-types.*', 'content-spaces.*'],
  async run(input, ctx) {
    const { space: _space, add_fields: _fields, ...attributes } = input;
    const changes = changesOf(input);
    const linked = await linkedTypes(ctx, changes);
    const plan = planFieldChanges([], changes, (reference) => linked.get(reference));
    const refused = refusedPlan(plan);
    if (refused !== undefined) return refused;
    const typeId = await createTypeWithinPlan(ctx.modyo, ctx.space.id, attributes);
    await ctx.identifiers.forget({ kind: 'type', spaceId: ctx.space.id });
    const unsaved =
      plan.fields.length === 0
        ? []
        : await warningsOf(() =>
            updateType(ctx.modyo, ctx.space.id, typeId, { fields: plan.fields }, typeNames(0)),
          );
    const type = await reread(getType(ctx.modyo, ctx.space.id, typeId), typeId);
    const outcome = fieldOutcome([], unsaved.length > 0 ? [] : plan.fields, type.fields ?? [], changes);
    return ok(
      { type, reindex: reindexOf(type.reindex_job), fields_added: [...outcome.added] },
      {
        resource: typeResource(type),
        state: {
          status: unsaved.length > 0 ? 'partial' : 'done',
          next: [entryOf(ctx.space.id, type.id)],
          warnings: [...attributeLosses(attributes, type), ...outcome.warnings, ...unsaved],
        },
      },
    );
  },
});

/** A type is made to have entries; `args` is all of it but the name and the values. */
function entryOf(space: number, type: number): AvailableAction {
  const reason = 'Creates an entry of this type, with a name and fields';
  return { tool: 'content-entries-manage', args: { space, type }, reason };
}
