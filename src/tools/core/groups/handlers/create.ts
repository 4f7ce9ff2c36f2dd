import { z } from 'zod';
import { createGroup, getGroup } from '../../../../modyo/core/groups.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { attributeLosses } from '../../../attribute-losses.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { groupAttributes, groupName, inferredGroupNote } from '../group-arguments.ts';
import { askedGroup } from '../group-change.ts';
import { group, groupParameterOf, groupResource, inGroupParameters } from '../group-shape.ts';

export const createAction = kit.action({
  summary: 'Create a group of admin users',
  scope: 'modyo:admin',
  input: z.object({ name: groupName, ...groupAttributes }),
  data: z.object({ group }),
  operations: ['listRoles', 'getRole', 'listAdminUsers', 'getAdminUser', 'createGroup', 'getGroup'],
  notes: [inferredGroupNote],
  invalidates: ['core-groups.*'],
  async run(input, ctx) {
    const asked = await askedGroup(input, ctx);
    if (isFail(asked)) return asked;
    const groupId = await createGroup(ctx.modyo, asked, groupParameterOf);
    await ctx.identifiers.forget({ kind: 'group' });
    const stored = await reread(getGroup(ctx.modyo, groupId), groupId);
    const warnings = inGroupParameters(attributeLosses(asked, stored));
    return ok({ group: stored }, { resource: groupResource(stored), state: { warnings } });
  },
});
