import { z } from 'zod';
import { getAdminUser, listAdminUserSessions } from '../../../../modyo/core/users.ts';
import { foreign } from '../../../../toolkit/foreign.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedUser } from '../../resolvers.ts';
import { userParameter } from '../user-arguments.ts';
import { userResource } from '../user-shape.ts';

const session = foreign({ uuid: z.string(), created_at: z.string().optional() });

export const sessionsAction = kit.query({
  summary: 'List the places where an admin user is signed in',
  input: z.object({ identifier: userParameter }),
  data: z.object({ sessions: z.array(session) }),
  resolve: [identifiedUser],
  operations: ['listAdminUsers', 'getAdminUser', 'listAdminUserSessions'],
  async run(_input, ctx) {
    const found = await getAdminUser(ctx.modyo, ctx.user.id);
    const { items, total } = await listAdminUserSessions(ctx.modyo, found.id);
    return ok(
      { sessions: [...items] },
      { resource: userResource(found), state: { returned: items.length, total, searched: total } },
    );
  },
});
