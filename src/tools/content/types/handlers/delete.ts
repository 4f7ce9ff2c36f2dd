import { z } from 'zod';
import { type ContentType, deleteType, getType } from '../../../../modyo/content/types.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { type Fail, fail, isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { counted, quoted, versionMark } from '../../../plan-wording.ts';
import { isGone } from '../../../reread.ts';
import { identifiedTypeAnew, type OfType, spaceOfCall } from '../../resolvers.ts';
import { entriesOfType } from '../type-entries.ts';
import { typeResource } from '../type-shape.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete a content type',
  input: z.object({ space: identifier('Space'), identifier: identifier('Content type') }),
  data: z.object({ deleted: z.boolean() }),
  resolve: [spaceOfCall, identifiedTypeAnew],
  operations: ['listSpaces', 'listTypes', 'getType', 'listEntries', 'deleteType'],
  invalidates: ['content-types.*', 'content-spaces.*'],
  recovery: {
    CONFLICT: [
      {
        tool: 'content-entries-list',
        reason: 'Shows the entries of the type, which have to be deleted first',
      },
    ],
  },
  notes: ['A type that still has entries cannot be deleted.'],
  plan: (_input, ctx) => planDeletion(ctx),
  async run(_input, ctx) {
    const type = await deletable(ctx);
    if (isFail(type)) return type;
    await deleteType(ctx.modyo, ctx.space.id, type.id);
    await ctx.identifiers.forget({ kind: 'type', spaceId: ctx.space.id });
    const deleted = await isGone(getType(ctx.modyo, ctx.space.id, type.id), type.id);
    return ok(
      { deleted },
      { resource: typeResource(type), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});

/** The type, or the refusal of one that has entries: whether Modyo would delete them along is not documented. */
async function deletable(ctx: OfType): Promise<ContentType | Fail> {
  const type = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
  const entries = await entriesOfType(ctx, type.id);
  if (entries === 0) return type;
  return fail(
    'CONFLICT',
    'The type still has entries, which have to be deleted first. Nothing was deleted.',
    {
      details: { entries },
    },
  );
}

async function planDeletion(ctx: OfType): Promise<Plan | Fail> {
  const type = await deletable(ctx);
  if (isFail(type)) return type;
  const fields = (type.fields ?? []).map(({ name }) => name);
  return {
    resource: typeResource(type),
    changes: { deletes: { fields, entries: 0 } },
    version: versionMark(type.id, type.updated_at, type.uid, fields.length),
    summary: `The content type ${quoted(type.name)} is deleted for good, with its ${counted(fields.length, 'field', 'fields')}; it has no entries.`,
  };
}
