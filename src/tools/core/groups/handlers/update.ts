import { z } from 'zod';
import { getGroup, updateGroup } from '../../../../modyo/core/groups.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../../attribute-losses.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { identifiedGroupAnew } from '../../resolvers.ts';
import { groupAttributes, groupName, groupParameter, usersParameter } from '../group-arguments.ts';
import { askedGroup, groupAttributeNames, planGroupChange, touchesRights } from '../group-change.ts';
import { group, groupParameterOf, groupResource, inGroupParameters } from '../group-shape.ts';

/** Nobody is asked before a name is changed or somebody is put in: nobody loses anything by it. */
export const updateAction = kit.mutation({
  summary: 'Change a group, put admin users in and take them out; what is not sent stays',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object({
    identifier: groupParameter,
    name: groupName.optional(),
    ...groupAttributes,
    remove_users: usersParameter.describe(
      'Admin users to take out, named in the same ways, e.g. ["ana@example.com"]',
    ),
  }),
  data: z.object({ group }),
  resolve: [identifiedGroupAnew],
  operations: [
    'listGroups',
    'getGroup',
    'listRoles',
    'getRole',
    'listAdminUsers',
    'getAdminUser',
    'updateGroup',
  ],
  notes: ['Members are sent as a whole list: somebody put in elsewhere at the same time can be lost.'],
  confirm: touchesRights,
  invalidates: ['core-groups.*'],
  plan: (sent, ctx) => planGroupChange(sent, ctx, ctx.group.id),
  async snapshot(_input, ctx) {
    return comparable(await getGroup(ctx.modyo, ctx.group.id));
  },
  async run(input, ctx) {
    const before = await getGroup(ctx.modyo, ctx.group.id);
    const asked = await askedGroup(input, ctx, before);
    if (isFail(asked)) return asked;
    await updateGroup(ctx.modyo, before.id, asked, groupParameterOf);
    await ctx.identifiers.forget({ kind: 'group' });
    const stored = await reread(getGroup(ctx.modyo, before.id), before.id);
    const warnings = inGroupParameters([
      ...attributeLosses(asked, stored),
      ...otherLosses(groupAttributeNames, asked, before, stored),
    ]);
    return ok({ group: stored }, { resource: groupResource(stored), state: { warnings } });
  },
});
