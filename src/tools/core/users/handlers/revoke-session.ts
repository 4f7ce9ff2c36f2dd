import { z } from 'zod';
import {
  type AdminSession,
  type AdminUser,
  getAdminUser,
  listAdminUserSessions,
  revokeAdminUserSession,
} from '../../../../modyo/core/users.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { type Fail, fail, isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { quoted, versionMark } from '../../../plan-wording.ts';
import { reread } from '../../../reread.ts';
import { identifiedUserAnew, type OfUser } from '../../resolvers.ts';
import { userParameter } from '../user-arguments.ts';
import { shownUser, userResource } from '../user-shape.ts';

const sessionCharactersMax = 64;

const input = z.object({
  identifier: userParameter,
  session: z
    .string()
    .min(1)
    .max(sessionCharactersMax)
    .regex(/^[\w-]+$/, 'The uuid of a session.')
    .describe('uuid of the session, as sessions lists it, e.g. "0d4c1d1e-8f5a-4b5e-9c43-2f6f1a7b9e10"'),
});

export const revokeSessionAction = kit.mutation({
  summary: 'End one session of an admin user, who has to sign in again there',
  scope: 'modyo:admin',
  input,
  data: z.object({ revoked: z.boolean(), sessions_open: z.number() }),
  resolve: [identifiedUserAnew],
  operations: ['listAdminUsers', 'getAdminUser', 'listAdminUserSessions', 'revokeAdminUserSession'],
  invalidates: ['core-users.*'],
  plan: ({ session }, ctx) => planRevocation(ctx, session),
  async run({ session }, ctx) {
    const found = await openSession(ctx, session);
    if (isFail(found)) return found;
    const { id } = found.user;
    await revokeAdminUserSession(ctx.modyo, id, session);
    const left = await reread(listAdminUserSessions(ctx.modyo, id), id);
    const revoked = !left.items.some(({ uuid }) => uuid === session);
    return ok(
      { revoked, sessions_open: left.total },
      { resource: userResource(found.user), state: { status: revoked ? 'done' : 'accepted' } },
    );
  },
});

interface OpenSession {
  readonly user: AdminUser;
  readonly session: AdminSession;
}

async function openSession(ctx: OfUser, uuid: string): Promise<OpenSession | Fail> {
  const user = await getAdminUser(ctx.modyo, ctx.user.id);
  const { items } = await listAdminUserSessions(ctx.modyo, user.id);
  const session = items.find((open) => open.uuid === uuid);
  if (session !== undefined) return { user, session };
  const message = 'The user has no open session with this uuid.';
  return fail('NOT_FOUND', `${message} Nothing was changed.`, {
    fields: [{ path: 'session', message }],
    details: { sessions_open: items.length },
    availableActions: [
      {
        tool: 'core-users-manage',
        action: 'sessions',
        args: { identifier: user.id },
        reason: 'Lists the open sessions',
      },
    ],
  });
}

async function planRevocation(ctx: OfUser, uuid: string): Promise<Plan | Fail> {
  const found = await openSession(ctx, uuid);
  if (isFail(found)) return found;
  const { user, session } = found;
  const device = session.device_name === undefined ? '' : ` on ${quoted(session.device_name)}`;
  const since = session.created_at === undefined ? '' : `, open since ${quoted(session.created_at)},`;
  return {
    resource: userResource(user),
    changes: { ends_session: { uuid, device: session.device_name, created_at: session.created_at } },
    version: versionMark(user.id, uuid),
    summary: `A session${device} of ${shownUser(user)}${since} ends, and what was not saved there is lost.`,
  };
}
