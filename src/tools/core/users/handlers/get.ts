import { z } from 'zod';
import { getAdminUser } from '../../../../modyo/core/users.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedUser } from '../../resolvers.ts';
import { userParameter } from '../user-arguments.ts';
import { user, userResource } from '../user-shape.ts';

export const getAction = kit.query({
  summary: 'Get one admin user',
  input: z.object({ identifier: userParameter }),
  data: z.object({ user }),
  resolve: [identifiedUser],
  operations: ['listAdminUsers', 'getAdminUser'],
  async run(_input, ctx) {
    const found = await getAdminUser(ctx.modyo, ctx.user.id);
    return ok({ user: found }, { resource: userResource(found) });
  },
});
