import { z } from 'zod';
import { type Group, getGroup, updateGroup } from '../../../../modyo/core/groups.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../../attribute-losses.ts';
import { kit, type ModyoToolContext } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { groupAttributes, groupName, inferredGroupNote } from '../group-arguments.ts';
import { type AskedGroup, askedGroup, groupAttributeNames, touchesRights } from '../group-change.ts';
import { group, groupParameterOf, groupResource, inGroupParameters } from '../group-shape.ts';
import { type NamedGroup, planUpsert, standingGroup } from '../group-upsert.ts';

/** Asked about only where a role or applications are named, since the members of an existing group may lose some. */
export const upsertAction = kit.mutation({
  summary: 'Create a group, or bring the one with this name to these attributes',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object({ name: groupName, ...groupAttributes }),
  data: z.object({ group, group_created: z.boolean() }),
  operations: [
    'listGroups',
    'getGroup',
    'listRoles',
    'getRole',
    'listAdminUsers',
    'getAdminUser',
    'createGroup',
    'updateGroup',
  ],
  notes: [inferredGroupNote, 'The name is compared character by character. Nobody is taken out.'],
  confirm: touchesRights,
  invalidates: ['core-groups.*'],
  plan: planUpsert,
  async run(input, ctx) {
    const standing = await standingGroup(input, ctx);
    if (isFail(standing)) return standing;
    if ('createdId' in standing) return created(ctx, standing.createdId, standing.asked);
    return brought(input, ctx, standing.existing);
  },
});

async function created(ctx: ModyoToolContext, groupId: number, asked: AskedGroup) {
  await ctx.identifiers.forget({ kind: 'group' });
  const stored = await reread(getGroup(ctx.modyo, groupId), groupId);
  const warnings = inGroupParameters(attributeLosses(asked, stored));
  return ok({ group: stored, group_created: true }, { resource: groupResource(stored), state: { warnings } });
}

async function brought(sent: NamedGroup, ctx: ModyoToolContext, before: Group) {
  const asked = await askedGroup(sent, ctx, before);
  if (isFail(asked)) return asked;
  if (attributeLosses(asked, before).length === 0) {
    return ok(
      { group: before, group_created: false },
      { resource: groupResource(before), state: { status: 'unchanged' } },
    );
  }
  await updateGroup(ctx.modyo, before.id, asked, groupParameterOf);
  await ctx.identifiers.forget({ kind: 'group' });
  const stored = await reread(getGroup(ctx.modyo, before.id), before.id);
  const warnings = inGroupParameters([
    ...attributeLosses(asked, stored),
    ...otherLosses(groupAttributeNames, asked, before, stored),
  ]);
  return ok(
    { group: stored, group_created: false },
    { resource: groupResource(stored), state: { warnings } },
  );
}
