import { z } from 'zod';
import { getGroup } from '../../../../modyo/core/groups.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedGroup } from '../../resolvers.ts';
import { groupParameter } from '../group-arguments.ts';
import { group, groupResource } from '../group-shape.ts';

export const getAction = kit.query({
  summary: 'Get one group with its role, applications and members',
  input: z.object({ identifier: groupParameter }),
  data: z.object({ group }),
  resolve: [identifiedGroup],
  operations: ['listGroups', 'getGroup'],
  async run(_input, ctx) {
    const found = await getGroup(ctx.modyo, ctx.group.id);
    return ok({ group: found }, { resource: groupResource(found) });
  },
});
