import { z } from 'zod';
import { foundOrNothing } from '../../modyo/absence.ts';
import { getProfile } from '../../modyo/account.ts';
import { foreign } from '../../toolkit/foreign.ts';
import { ok } from '../../toolkit/result.ts';
import { kit } from '../kit.ts';
import { roleKeysOf } from './profile-roles.ts';
import { connection, connectionOf } from './whoami/connection.ts';
import { readableAccount } from './whoami/readable-account.ts';

const user = foreign({
  id: z.number(),
  uuid: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  username: z.string().optional(),
});

const account = foreign({ id: z.number(), name: z.string(), uuid: z.string().optional() });

const whoamiAction = kit.query({
  summary: 'Tell which account, user, roles and rights this connection works with',
  input: z.object({}),
  data: z.object({
    connection,
    account: account.optional(),
    user: user.optional(),
    role_keys: z.array(z.string()).optional(),
    application_access: z.array(z.string()).optional(),
  }),
  operations: ['getProfile', 'getAccount'],
  notes: [
    'What a call may do is what both the connection and the roles of the Modyo user allow.',
    'Before Modyo 10.2 the user is not told.',
  ],
  async run(_input, ctx) {
    const [profile, readable] = await Promise.all([
      foundOrNothing(getProfile(ctx.modyo)),
      readableAccount(ctx.modyo),
    ]);
    const roleKeys = profile && roleKeysOf(profile);
    const access = z.array(z.string()).safeParse(profile?.['application_access']).data;
    return ok(
      {
        connection: connectionOf(ctx),
        ...(readable.account && { account: readable.account }),
        ...(profile && { user: profile }),
        ...(roleKeys && { role_keys: [...roleKeys] }),
        ...(access && { application_access: access }),
      },
      {
        ...(profile && {
          resource: {
            type: 'user',
            id: profile.id,
            name: profile.name,
            uid: profile.username,
            uuid: profile.uuid,
          },
        }),
        state: {
          complete: profile !== undefined && readable.account !== undefined,
          warnings: [...(profile === undefined ? [userNotTold] : []), ...readable.warnings],
        },
      },
    );
  },
});

const userNotTold = {
  code: 'USER_NOT_TOLD',
  path: 'data.user',
  message: 'This version of the platform does not tell who owns the token.',
};

export const coreWhoami = kit.tool('core-whoami', {
  title: 'Who am I',
  actions: { whoami: whoamiAction },
});
