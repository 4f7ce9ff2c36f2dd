import { z } from 'zod';
import { createAdminUser, getAdminUser } from '../../../../modyo/core/users.ts';
import { ok } from '../../../../toolkit/result.ts';
import { attributeLosses } from '../../../attribute-losses.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { hidingPassword } from '../hidden-password.ts';
import {
  emailParameter,
  passwordParameter,
  sentAttributes,
  userAttributes,
  usernameParameter,
} from '../user-arguments.ts';
import { user, userResource } from '../user-shape.ts';

export const createAction = kit.action({
  summary: 'Create an admin user',
  scope: 'modyo:admin',
  input: z.object({
    email: emailParameter,
    username: usernameParameter.optional(),
    ...userAttributes,
    password: passwordParameter,
  }),
  data: z.object({ user }),
  operations: ['createAdminUser', 'getAdminUser'],
  notes: [
    'Roles are given to a user elsewhere; a new one can open nothing but what application_access says.',
  ],
  invalidates: ['core-users.*'],
  async run(input, ctx) {
    const { password } = input;
    const asked = sentAttributes(input);
    const body = { ...asked, ...(password !== undefined && { password }) };
    const userId = await hidingPassword(password, createAdminUser(ctx.modyo, body));
    await ctx.identifiers.forget({ kind: 'user' });
    const stored = await reread(getAdminUser(ctx.modyo, userId), userId);
    return ok(
      { user: stored },
      { resource: userResource(stored), state: { warnings: attributeLosses(asked, stored) } },
    );
  },
});
