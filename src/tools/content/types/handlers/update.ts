import { z } from 'zod';
import { getType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { allowRename } from '../../../rename-guard.ts';
import { addFields, removeFields, updateFields } from '../../field-arguments.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { reindexData, reindexOf, waitForReindex } from '../reindex.ts';
import { awaitReindex, outcomeOfWait } from '../reindex-wait.ts';
import { typeAttributes, typeName, typeUid } from '../type-arguments.ts';
import { isUnchanged, mayLoseValues, typeChange } from '../type-change.ts';
import { planTypeChange } from '../type-change-plan.ts';
import { contentType, typeResource } from '../type-shape.ts';
import { changeOutcome, writeTypeChange } from '../type-writing.ts';

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
    wait_for_reindex: waitForReindex,
  })
  .superRefine((arguments_, issues) => {
    if (changing.every((parameter) => arguments_[parameter] === undefined)) {
      issues.addIssue({ code: 'custom', path: ['identifier'], message: nothingToChange });
    }
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

const changing = [
  'name',
  'uid',
  'description',
  'single',
  'add_fields',
  'update_fields',
  'remove_fields',
] as const;
const nothingToChange = `Nothing is changed by this: send one of ${changing.join(', ')}`;

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
  operations: [
    'listSpaces',
    'getSpace',
    'listTypes',
    'getType',
    'listEntries',
    'getEntry',
    'updateType',
    'getBackgroundJob',
  ],
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
    const { before } = change;
    if (isUnchanged(change)) {
      const data = {
        type: before,
        reindex: reindexOf(before.reindex_job),
        fields_added: [],
        fields_removed: [],
      };
      return ok(data, { resource: typeResource(before), state: { status: 'unchanged' } });
    }
    const written = await writeTypeChange(ctx, change);
    const { type, reindex } =
      input.wait_for_reindex === true
        ? await awaitReindex(ctx, written)
        : { type: written, reindex: reindexOf(written.reindex_job) };
    const { warnings, ...fields } = changeOutcome(change, type);
    const wait = outcomeOfWait(input.wait_for_reindex, reindex);
    return ok(
      { type, reindex, ...fields },
      {
        resource: typeResource(type),
        state: { status: wait.status, warnings: [...warnings, ...wait.warnings] },
      },
    );
  },
});
