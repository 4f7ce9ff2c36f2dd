import { AppError, type Json } from '../../../errors/app-error.ts';
import { type AdminUser, createAdminUser, getAdminUser } from '../../../modyo/core/users.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { counted, quoted } from '../../plan-wording.ts';
import { hidingPassword } from './hidden-password.ts';
import { sentAttributes, userAttributes } from './user-arguments.ts';
import { changesOf, lostApplications } from './user-change.ts';
import { type UserKeys, userWithKeys } from './user-keys.ts';
import { shownUser, userResource, userVersion } from './user-shape.ts';

export interface SentUser extends UserKeys {
  readonly application_access?: readonly string[] | undefined;
  readonly initial_password?: string | undefined;
}

/** The user as the account has it now, or the id of the one whom this call has made. */
export type Standing = { readonly existing: AdminUser } | { readonly createdId: number };

/**
 * Finds the user, or creates it. Of many who do so at once the platform lets one create; to the others it
 * says that the email is taken, and they find what the one has made.
 */
export async function standingUser(sent: SentUser, ctx: ModyoToolContext): Promise<Standing | Fail> {
  const found = await userWithKeys(ctx, sent);
  if (isFail(found)) return found;
  if (found !== undefined) return { existing: await getAdminUser(ctx.modyo, found.id) };
  if (sent.email === undefined) return emailNeeded;
  try {
    return await createdUser(sent, ctx);
  } catch (error) {
    if (!isTaken(error)) throw error;
    const other = await userWithKeys(ctx, sent);
    if (other === undefined) throw error;
    if (isFail(other)) return other;
    return { existing: await getAdminUser(ctx.modyo, other.id) };
  }
}

async function createdUser(sent: SentUser, ctx: ModyoToolContext): Promise<Standing> {
  const { initial_password: password } = sent;
  const body = { ...sentAttributes(sent), ...(password !== undefined && { password }) };
  return { createdId: await hidingPassword(password, createAdminUser(ctx.modyo, body)) };
}

/** Whether the platform complains about a key, as it does of one that somebody has. */
function isTaken(error: unknown): boolean {
  if (!(error instanceof AppError) || error.code !== 'INVALID_PARAMS') return false;
  return error.fields?.some(({ path }) => path === 'email' || path === 'username') === true;
}

const emailNeededMessage = 'No user has this username, and a new one needs an email.';
const emailNeeded = fail('INVALID_PARAMS', `${emailNeededMessage} Nothing was changed.`, {
  fields: [{ path: 'email', message: emailNeededMessage }],
});

/** The attributes that an existing user is brought to; the keys are as they are. */
export function wantedAttributes(sent: SentUser): { readonly [name: string]: Json | undefined } {
  const names = Object.keys(userAttributes);
  return Object.fromEntries(Object.entries(sentAttributes(sent)).filter(([name]) => names.includes(name)));
}

export async function planUpsert(sent: SentUser, ctx: ModyoToolContext): Promise<Plan | Fail> {
  const found = await userWithKeys(ctx, sent);
  if (isFail(found)) return found;
  if (found === undefined) return planCreation(sent);
  const before = await getAdminUser(ctx.modyo, found.id);
  const changed = changesOf(before, wantedAttributes(sent));
  const lost = lostApplications(before, sent.application_access);
  const access = lost.length === 0 ? '' : ` The user can no longer open: ${lost.join(', ')}.`;
  return {
    resource: userResource(before),
    version: userVersion(before),
    changes: { creates: false, changed },
    summary: `The admin user ${shownUser(before)} is changed in ${counted(changed.length, 'place', 'places')}.${access}`,
    ...(lost.length === 0 && { isHarmless: true }),
  };
}

function planCreation(sent: SentUser): Plan | Fail {
  if (sent.email === undefined) return emailNeeded;
  return {
    changes: { creates: true, attributes: sentAttributes(sent) as { [name: string]: Json } },
    summary: `An admin user with the email ${quoted(sent.email)} is created.`,
    isHarmless: true,
  };
}
