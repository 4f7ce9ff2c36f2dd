import { z } from 'zod';
import { type AdminUser, getAdminUser, updateAdminUser } from '../../../../modyo/core/users.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { attributeLosses, otherLosses } from '../../../attribute-losses.ts';
import { kit, type ModyoToolContext } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import {
  emailParameter,
  inferredNote,
  initialPasswordParameter,
  sentAttributes,
  userAttributeNames,
  userAttributes,
  usernameParameter,
} from '../user-arguments.ts';
import { changesOf } from '../user-change.ts';
import { user, userResource } from '../user-shape.ts';
import { planUpsert, type SentUser, standingUser, wantedAttributes } from '../user-upsert.ts';

/** Asked about only where applications are named, since an existing user may lose some. */
export const upsertAction = kit.mutation({
  summary: 'Create an admin user, or bring the one with this email or username to these attributes',
  scope: 'modyo:admin',
  idempotent: true,
  input: z
    .object({
      email: emailParameter.optional(),
      username: usernameParameter.optional(),
      ...userAttributes,
      initial_password: initialPasswordParameter,
    })
    .refine(({ email, username }) => email !== undefined || username !== undefined, {
      path: ['email'],
      message: 'Send email, username or both',
    }),
  data: z.object({ user, user_created: z.boolean() }),
  operations: ['listAdminUsers', 'getAdminUser', 'createAdminUser', 'updateAdminUser'],
  notes: [
    inferredNote,
    'initial_password is for a user who is created: one who exists keeps theirs. The email and username of one who exists are not changed here.',
  ],
  confirm: ({ application_access: access }) => access !== undefined,
  invalidates: ['core-users.*'],
  plan: planUpsert,
  async run(input, ctx) {
    const standing = await standingUser(input, ctx);
    if (isFail(standing)) return standing;
    return 'createdId' in standing
      ? creation(ctx, input, standing.createdId)
      : change(ctx, input, standing.existing);
  },
});

async function creation(ctx: ModyoToolContext, sent: SentUser, userId: number) {
  await ctx.identifiers.forget({ kind: 'user' });
  const stored = await reread(getAdminUser(ctx.modyo, userId), userId);
  return ok(
    { user: stored, user_created: true },
    {
      resource: userResource(stored),
      state: { warnings: attributeLosses(sentAttributes(sent), stored) },
    },
  );
}

async function change(ctx: ModyoToolContext, sent: SentUser, before: AdminUser) {
  const asked = wantedAttributes(sent);
  if (changesOf(before, asked).length === 0) {
    const state = { status: 'unchanged' } as const;
    return ok({ user: before, user_created: false }, { resource: userResource(before), state });
  }
  await updateAdminUser(ctx.modyo, before.id, asked);
  await ctx.identifiers.forget({ kind: 'user' });
  const stored = await reread(getAdminUser(ctx.modyo, before.id), before.id);
  return ok(
    { user: stored, user_created: false },
    {
      resource: userResource(stored),
      state: {
        warnings: [
          ...attributeLosses(asked, stored),
          ...otherLosses(userAttributeNames, asked, before, stored),
        ],
      },
    },
  );
}
