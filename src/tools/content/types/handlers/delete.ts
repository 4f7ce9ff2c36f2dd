import { z } from 'zod';
import { foundOrNothing } from '../../../../modyo/absence.ts';
import { deleteType, getType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { typeResource } from '../../content-type-shape.ts';
import { reread } from '../../reread.ts';
import { identifiedTypeAnew, spaceOfCall } from '../../resolvers.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete a content type',
  input: z.object({ space: identifier('Space'), identifier: identifier('Content type') }),
  data: z.object({ deleted: z.boolean() }),
  resolve: [spaceOfCall, identifiedTypeAnew],
  operations: ['listSpaces', 'listTypes', 'getType', 'deleteType'],
  recovery: {
    CONFLICT: [
      {
        tool: 'content-entries-list',
        reason: 'Shows the entries of the type, which have to be deleted first',
      },
    ],
  },
  notes: ['A type that still has entries cannot be deleted.'],
  async run(_input, ctx) {
    const type = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
    await deleteType(ctx.modyo, ctx.space.id, type.id);
    await ctx.identifiers.forget({ kind: 'type', spaceId: ctx.space.id });
    const remaining = await foundOrNothing(reread(getType(ctx.modyo, ctx.space.id, type.id), type.id));
    const deleted = remaining?.id !== type.id;
    return ok(
      { deleted },
      { resource: typeResource(type), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});
