import { z } from 'zod';
import { activateAdminUser, getAdminUser } from '../../../../modyo/core/users.ts';
import { ok } from '../../../../toolkit/result.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { identifiedUserAnew } from '../../resolvers.ts';
import { activityState } from '../user-activity.ts';
import { userParameter } from '../user-arguments.ts';
import { user, userResource } from '../user-shape.ts';

export const activateAction = kit.action({
  summary: 'Let a deactivated admin user sign in again, with the roles that they had',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object({ identifier: userParameter }),
  data: z.object({ user }),
  resolve: [identifiedUserAnew],
  operations: ['listAdminUsers', 'getAdminUser', 'activateAdminUser'],
  invalidates: ['core-users.*'],
  async snapshot(_input, ctx) {
    return comparable(await getAdminUser(ctx.modyo, ctx.user.id));
  },
  async run(_input, ctx) {
    const before = await getAdminUser(ctx.modyo, ctx.user.id);
    if (before.active === true) {
      return ok({ user: before }, { resource: userResource(before), state: { status: 'unchanged' } });
    }
    await activateAdminUser(ctx.modyo, before.id);
    const stored = await reread(getAdminUser(ctx.modyo, before.id), before.id);
    return ok({ user: stored }, { resource: userResource(stored), state: activityState(stored, true) });
  },
});
