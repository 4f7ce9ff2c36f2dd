import { z } from 'zod';
import { getAdminUser, listAdminUserSessions, updateAdminUser } from '../../../../modyo/core/users.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../../attribute-losses.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { ownUserId } from '../../own-user.ts';
import { identifiedUserAnew, type OfUser } from '../../resolvers.ts';
import { hidingPassword } from '../hidden-password.ts';
import {
  emailParameter,
  passwordParameter,
  sentAttributes,
  userAttributeNames,
  userAttributes,
  usernameParameter,
  userParameter,
} from '../user-arguments.ts';
import { planUserChange, touchesAccess } from '../user-change.ts';
import { user, userResource } from '../user-shape.ts';

/** Nobody is asked before a name or a language is changed: it loses nothing but the value that `verify` shows. */
export const updateAction = kit.mutation({
  summary: 'Change an admin user; what is not sent stays',
  scope: 'modyo:admin',
  idempotent: true,
  input: z.object({
    identifier: userParameter,
    email: emailParameter.optional(),
    username: usernameParameter.optional(),
    ...userAttributes,
    password: passwordParameter,
  }),
  data: z.object({ user, sessions_open: z.number().optional() }),
  resolve: [identifiedUserAnew],
  operations: ['listAdminUsers', 'getAdminUser', 'updateAdminUser', 'listAdminUserSessions', 'getProfile'],
  notes: [
    'A new password signs the user out everywhere, who must choose another at the next sign-in; it cannot be read back.',
    'A username with spaces, from older platforms, makes any change fail until username is replaced too.',
  ],
  confirm: touchesAccess,
  invalidates: ['core-users.*'],
  plan: planUserChange,
  async snapshot(_input, ctx) {
    return comparable(await getAdminUser(ctx.modyo, ctx.user.id));
  },
  async run(input, ctx) {
    const { password } = input;
    const asked = sentAttributes(input);
    const before = await getAdminUser(ctx.modyo, ctx.user.id);
    const body = { ...asked, ...(password !== undefined && { password }) };
    await hidingPassword(password, updateAdminUser(ctx.modyo, before.id, body));
    await ctx.identifiers.forget({ kind: 'user' });
    const stored = await reread(getAdminUser(ctx.modyo, before.id), before.id);
    const ended = password === undefined ? undefined : await sessionsLeft(ctx, before.id);
    const warnings = [
      ...attributeLosses(asked, stored),
      ...otherLosses(userAttributeNames, asked, before, stored),
      ...(ended?.warnings ?? []),
    ];
    return ok(
      { user: stored, ...(ended !== undefined && { sessions_open: ended.count }) },
      { resource: userResource(stored), state: { warnings } },
    );
  },
});

/** That sessions are gone is all that shows of a new password. */
async function sessionsLeft(
  ctx: OfUser,
  userId: number,
): Promise<{ readonly count: number; readonly warnings: readonly Warning[] }> {
  const { total } = await reread(listAdminUserSessions(ctx.modyo, userId), userId);
  if (total === 0 || (await reread(ownUserId(ctx), userId)) === userId) return { count: total, warnings: [] };
  const message = 'Sessions of the user are still open, so the new password may not have been taken.';
  return { count: total, warnings: [{ code: 'SESSIONS_STILL_OPEN', path: 'password', message }] };
}
