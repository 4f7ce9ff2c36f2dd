import { z } from 'zod';
import { deleteSpace, getSpace, type Space } from '../../../../modyo/content/spaces.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { type Fail, isFail, ok } from '../../../../toolkit/result.ts';
import { refusedName } from '../../../confirmed-name.ts';
import { kit } from '../../../kit.ts';
import { counted, quoted, versionMark } from '../../../plan-wording.ts';
import { isGone } from '../../../reread.ts';
import { type InSpace, identifiedSpaceAnew } from '../../resolvers.ts';
import { spaceName } from '../space-arguments.ts';
import { spaceHoldings } from '../space-holdings.ts';
import { spaceResource } from '../space-shape.ts';

const input = z.object({
  identifier: identifier('Space'),
  confirm_name: spaceName.describe('The exact name of the space, e.g. "Blog"'),
});

export const deleteAction = kit.mutation({
  summary: 'Delete a content space with everything in it, in the background',
  input,
  data: z.object({ deleted: z.boolean() }),
  resolve: [identifiedSpaceAnew],
  operations: ['listSpaces', 'getSpace', 'listTypes', 'listEntries', 'deleteSpace'],
  invalidates: ['content-spaces.*', 'content-types.*', 'content-entries.*'],
  notes: ['Deleting a space erases its types, entries and categories and cannot be undone.'],
  plan: (sent, ctx) => planDeletion(ctx, sent.confirm_name),
  async run(sent, ctx) {
    const space = await deletable(ctx, sent.confirm_name);
    if (isFail(space)) return space;
    await deleteSpace(ctx.modyo, space.id, space.name);
    await ctx.identifiers.forget({ kind: 'space' });
    const deleted = await isGone(getSpace(ctx.modyo, space.id), space.id);
    return ok(
      { deleted },
      { resource: spaceResource(space), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});

async function deletable(ctx: InSpace, confirmName: string): Promise<Space | Fail> {
  const space = await getSpace(ctx.modyo, ctx.space.id);
  return refusedName(space.name, confirmName) ?? space;
}

async function planDeletion(ctx: InSpace, confirmName: string): Promise<Plan | Fail> {
  const space = await deletable(ctx, confirmName);
  if (isFail(space)) return space;
  const { types, entries, live } = await spaceHoldings(ctx, space);
  const out = live.reduce((sum, { entries: count }) => sum + count, 0);
  return {
    resource: spaceResource(space),
    changes: { deletes: { types, entries, live } },
    version: versionMark(space.id, space.updated_at, space.uid, types, entries, out),
    summary: `The space ${quoted(space.name)} is deleted for good, with ${counted(types, 'type', 'types')} and ${counted(entries, 'entry', 'entries')}; ${counted(out, 'published version', 'published versions')} no longer reach readers.`,
  };
}
