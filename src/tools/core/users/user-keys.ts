import { type AdminUser, listAdminUsers } from '../../../modyo/core/users.ts';
import { walkPages } from '../../../modyo/pages.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { userResource } from './user-shape.ts';

const pagesMax = 10;

/** What a user signs in with; each belongs to one user of an account. */
export interface UserKeys {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
}

const keyNames = ['email', 'username'] as const;

/**
 * The user who bears the keys, read from Modyo now.
 * @returns `undefined` if nobody bears one of them; a refusal if they lead to two users, or if the user whom
 * one of them leads to has another value of the other
 */
export async function userWithKeys(
  ctx: ModyoToolContext,
  keys: UserKeys,
): Promise<AdminUser | Fail | undefined> {
  const bearers = new Map<number, AdminUser>();
  for (const name of keyNames) {
    const wanted = keys[name];
    if (wanted === undefined) continue;
    const bearer = await bearerOf(ctx, name, wanted);
    if (bearer !== undefined) bearers.set(bearer.id, bearer);
  }
  const [found, other] = [...bearers.values()];
  if (found === undefined) return undefined;
  if (other !== undefined) return twoUsers(found, other);
  return otherKey(found, keys) ?? found;
}

async function bearerOf(
  { modyo }: ModyoToolContext,
  name: (typeof keyNames)[number],
  wanted: string,
): Promise<AdminUser | undefined> {
  const isBearer = (user: AdminUser) => isSameKey(user[name], wanted);
  const { items } = await walkPages({
    fetchPage: (request) => listAdminUsers(modyo, { ...request, query: wanted }),
    pagesMax,
    isFound: (page) => page.some(isBearer),
  });
  return items.find(isBearer);
}

function isSameKey(stored: string | undefined, wanted: string): boolean {
  return stored?.toLowerCase() === wanted.toLowerCase();
}

function twoUsers(...found: readonly [AdminUser, AdminUser]): Fail {
  const message = 'The email is of one user and the username of another.';
  return fail('CONFLICT', `${message} Nothing was changed.`, {
    fields: [{ path: 'username', message }],
    details: { candidates: found.map((user) => ({ ...userResource(user) })) },
  });
}

/** An upsert finds a user by a key, and so it changes none: which of both was meant could not be told. */
function otherKey(found: AdminUser, keys: UserKeys): Fail | undefined {
  const path = keyNames.find((name) => keys[name] !== undefined && !isSameKey(found[name], keys[name] ?? ''));
  if (path === undefined) return undefined;
  const message = `The user exists with another ${path}.`;
  return fail('CONFLICT', `${message} Nothing was changed.`, {
    fields: [{ path, message, suggestion: `leave ${path} out` }],
    details: { user: { ...userResource(found) } },
    availableActions: [
      {
        tool: 'core-users-manage',
        args: { identifier: found.id },
        reason: `Changes the ${path} of the user, where that is meant`,
      },
    ],
  });
}
