import { z } from 'zod';
import { getType, updateType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../../attribute-losses.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { allowRename } from '../../../rename-guard.ts';
import { reread } from '../../../reread.ts';
import { addFields, removeFields, updateFields } from '../../field-arguments.ts';
import { typeNames } from '../../parameter-names.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { fieldOutcome } from '../field-outcome.ts';
import { reindexData, reindexOf } from '../reindex.ts';
import { typeAttributes, typeName, typeUid } from '../type-arguments.ts';
import { mayLoseValues, planTypeChange, typeChange } from '../type-change.ts';
import { contentType, typeResource } from '../type-shape.ts';

const input = z
  .object({
    space: identifier('Space'),
    identifier: identifier('Content type'),
    name: typeName.optional(),
    uid: typeUid.optional(),
    ...typeAttributes,
    add_fields: addFields,
    update_fields: updateFields,
    remove_fields: removeFields,
    allow_rename: allowRename,
  })
  .superRefine((arguments_, issues) => {
    if (arguments_.allow_rename === true) return;
    for (const [at, update] of (arguments_.update_fields ?? []).entries()) {
      if (update.rename_to === undefined) continue;
      issues.addIssue({
        code: 'custom',
        path: ['update_fields', at, 'rename_to'],
        message: 'Renaming a field breaks what reads it by name; send allow_rename: true if that is meant',
      });
    }
  });

/** Confirmed only where stored values may go with it; the plan knows whether any does. */
export const updateAction = kit.mutation({
  summary: 'Change a content type: add, change or remove fields one by one; what is not sent stays',
  input,
  data: z.object({
    type: contentType,
    reindex: reindexData.optional(),
    fields_added: z.array(z.string()).optional(),
    fields_removed: z.array(z.string()).optional(),
  }),
  resolve: [spaceOfCall, identifiedType],
  operations: ['listSpaces', 'listTypes', 'getType', 'listEntries', 'updateType'],
  notes: [
    'Removing a field erases its values in every entry.',
    'Saving a type that has entries starts a reindex, and the type cannot be saved again until it ends.',
  ],
  async snapshot(_input, ctx) {
    return comparable(await getType(ctx.modyo, ctx.space.id, ctx.type.id));
  },
  confirm: mayLoseValues,
  invalidates: ['content-types.*', 'content-entries.*'],
  plan: planTypeChange,
  async run(input, ctx) {
    const change = await typeChange(input, ctx);
    if (isFail(change)) return change;
    const { before, attributes, changes, fieldPlan } = change;
    const stored = before.fields ?? [];
    const body = { ...attributes, ...(fieldPlan.fields.length > 0 && { fields: fieldPlan.fields }) };
    await updateType(ctx.modyo, ctx.space.id, before.id, body, typeNames(stored.length));
    await ctx.identifiers.forget({ kind: 'type', spaceId: ctx.space.id });
    const type = await reread(getType(ctx.modyo, ctx.space.id, before.id), before.id);
    const outcome = fieldOutcome(stored, fieldPlan.fields, type.fields ?? [], changes);
    return ok(
      {
        type,
        reindex: reindexOf(type.reindex_job),
        fields_added: [...outcome.added],
        fields_removed: [...outcome.removed],
      },
      {
        resource: typeResource(type),
        state: {
          warnings: [
            ...attributeLosses(attributes, type),
            ...otherLosses(['name', 'uid', 'single', 'description'], attributes, before, type),
            ...outcome.warnings,
          ],
        },
      },
    );
  },
});
