import { z } from 'zod';
import { getRole } from '../../../../modyo/core/roles.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedRole } from '../../resolvers.ts';
import { roleParameter } from '../role-arguments.ts';
import { role, roleResource } from '../role-shape.ts';

export const getAction = kit.query({
  summary: 'Get one role with what it allows',
  input: z.object({ identifier: roleParameter }),
  data: z.object({ role }),
  resolve: [identifiedRole],
  operations: ['listRoles', 'getRole'],
  notes: ['Only the list of roles is documented; the other calls are inferred from it.'],
  async run(_input, ctx) {
    const found = await getRole(ctx.modyo, ctx.role.id);
    return ok({ role: found }, { resource: roleResource(found) });
  },
});
