import { z } from 'zod';
import {
  type AdminUser,
  deactivateAdminUser,
  getAdminUser,
  listAdminUserSessions,
} from '../../../../modyo/core/users.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { type Fail, isFail, ok } from '../../../../toolkit/result.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { counted } from '../../../plan-wording.ts';
import { reread } from '../../../reread.ts';
import { refusedOwnUser } from '../../own-user.ts';
import { identifiedUserAnew, type OfUser } from '../../resolvers.ts';
import { activityState } from '../user-activity.ts';
import { userParameter } from '../user-arguments.ts';
import { isOwner, shownUser, user, userResource, userVersion } from '../user-shape.ts';

export const deactivateAction = kit.mutation({
  summary: 'Deactivate an admin user: sessions and API tokens of the user end',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object({ identifier: userParameter }),
  data: z.object({ user, sessions_open: z.number().optional() }),
  resolve: [identifiedUserAnew],
  operations: [
    'listAdminUsers',
    'getAdminUser',
    'getProfile',
    'listAdminUserSessions',
    'deactivateAdminUser',
  ],
  notes: [
    'The owner of the token of this connection cannot be deactivated here, nor the last account owner anywhere.',
  ],
  invalidates: ['core-users.*'],
  plan: (_input, ctx) => planDeactivation(ctx),
  async snapshot(_input, ctx) {
    return comparable(await getAdminUser(ctx.modyo, ctx.user.id));
  },
  async run(_input, ctx) {
    const before = await deactivatable(ctx);
    if (isFail(before)) return before;
    if (before.active === false) {
      return ok({ user: before }, { resource: userResource(before), state: { status: 'unchanged' } });
    }
    await deactivateAdminUser(ctx.modyo, before.id);
    const stored = await reread(getAdminUser(ctx.modyo, before.id), before.id);
    const { total } = await reread(listAdminUserSessions(ctx.modyo, before.id), before.id);
    return ok(
      { user: stored, sessions_open: total },
      { resource: userResource(stored), state: activityState(stored, false, total) },
    );
  },
});

async function deactivatable(ctx: OfUser): Promise<AdminUser | Fail> {
  const found = await getAdminUser(ctx.modyo, ctx.user.id);
  return (await refusedOwnUser(ctx, found.id)) ?? found;
}

async function planDeactivation(ctx: OfUser): Promise<Plan | Fail> {
  const found = await deactivatable(ctx);
  if (isFail(found)) return found;
  const { total } = await listAdminUserSessions(ctx.modyo, found.id);
  const owner = isOwner(found) ? ' The user is an owner of the account.' : '';
  return {
    resource: userResource(found),
    changes: { active: { before: found.active, after: false }, ends_sessions: total },
    version: userVersion(found),
    summary: `The admin user ${shownUser(found)} can no longer sign in; ${counted(total, 'open session', 'open sessions')} and every API token of the user end.${owner}`,
    ...(found.active === false && { isHarmless: true }),
  };
}
