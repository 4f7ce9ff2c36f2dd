import { z } from 'zod';
import { deleteGroup, type Group, getGroup } from '../../../../modyo/core/groups.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { counted, quoted } from '../../../plan-wording.ts';
import { isGone } from '../../../reread.ts';
import { identifiedGroupAnew } from '../../resolvers.ts';
import { groupParameter } from '../group-arguments.ts';
import { groupResource, groupVersion } from '../group-shape.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete a group; its members stay users of the account',
  scope: 'modyo:admin',
  input: z.object({ identifier: groupParameter }),
  data: z.object({ deleted: z.boolean() }),
  resolve: [identifiedGroupAnew],
  operations: ['listGroups', 'getGroup', 'deleteGroup'],
  notes: [
    'The members of a deleted group lose its role, its applications, and its roles in sites, spaces and realms.',
  ],
  invalidates: ['core-groups.*', 'core-members.*'],
  plan: async (_input, ctx) => planDeletion(await getGroup(ctx.modyo, ctx.group.id)),
  async run(_input, ctx) {
    const found = await getGroup(ctx.modyo, ctx.group.id);
    await deleteGroup(ctx.modyo, found.id);
    await ctx.identifiers.forget({ kind: 'group' });
    const deleted = await isGone(getGroup(ctx.modyo, found.id), found.id);
    return ok(
      { deleted },
      { resource: groupResource(found), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});

function planDeletion(found: Group): Plan {
  const count = found.admin_user_ids?.length ?? found.admin_users_count;
  const members = count === undefined ? 'Its members' : `Its ${counted(count, 'member', 'members')}`;
  return {
    resource: groupResource(found),
    version: groupVersion(found),
    changes: { deletes: { members: count ?? null } },
    summary: `The group ${quoted(found.name)} is deleted for good. ${members} can lose the role in the account, the applications, and the sites, spaces and realms that it opened to them.`,
  };
}
