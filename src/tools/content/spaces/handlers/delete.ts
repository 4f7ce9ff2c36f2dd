import { z } from 'zod';
import { foundOrNothing } from '../../../../modyo/absence.ts';
import { deleteSpace, getSpace } from '../../../../modyo/content/spaces.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { refusedName } from '../../confirmed-name.ts';
import { reread } from '../../reread.ts';
import { identifiedSpaceAnew } from '../../resolvers.ts';
import { spaceName } from '../space-arguments.ts';
import { spaceResource } from '../space-shape.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete a content space with everything in it, in the background',
  input: z.object({
    identifier: identifier('Space'),
    confirm_name: spaceName.describe('The exact name of the space, e.g. "Blog"'),
  }),
  data: z.object({ deleted: z.boolean() }),
  resolve: [identifiedSpaceAnew],
  operations: ['listSpaces', 'getSpace', 'deleteSpace'],
  notes: ['Deleting a space erases its types, entries and categories and cannot be undone.'],
  async run(input, ctx) {
    const space = await getSpace(ctx.modyo, ctx.space.id);
    const refused = refusedName(space.name, input.confirm_name);
    if (refused !== undefined) return refused;
    await deleteSpace(ctx.modyo, space.id, space.name);
    await ctx.identifiers.forget({ kind: 'space' });
    const remaining = await foundOrNothing(reread(getSpace(ctx.modyo, space.id), space.id));
    const deleted = remaining?.id !== space.id;
    return ok(
      { deleted },
      { resource: spaceResource(space), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});
