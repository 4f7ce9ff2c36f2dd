import { AppError } from '../../../errors/app-error.ts';
import { foundOrNothing } from '../../../modyo/absence.ts';
import { type AdminUser, getAdminUser, listAdminUsers } from '../../../modyo/core/users.ts';
import { type Walk, walkPages } from '../../../modyo/pages.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { ownUserId } from '../own-user.ts';

/** Users whom one call changes at most. */
export const targetsMax = 200;
/** Lookups and readings of single users that run at once. */
const atOnce = 4;
const queryPagesMax = 3;

/** Why one of many is not changed. */
export type TargetFault = 'NOT_FOUND' | 'AMBIGUOUS' | 'DUPLICATE' | 'OWN_USER';

/** One of the users that a call names, in its place. */
export type Target =
  | { readonly index: number; readonly user: AdminUser }
  | {
      readonly index: number;
      readonly code: TargetFault;
      readonly userId?: number | undefined;
      readonly user?: AdminUser | undefined;
    };

/** The users that identifiers lead to, each by itself: one that leads nowhere spoils no other. */
export async function namedTargets(
  ctx: ModyoToolContext,
  identifiers: readonly Identifier[],
): Promise<readonly Target[]> {
  return inTurns(identifiers, (identifier, index) => namedTarget(ctx, identifier, index));
}

async function namedTarget(ctx: ModyoToolContext, identifier: Identifier, index: number): Promise<Target> {
  try {
    const { id } = await ctx.identifiers.resolveAnew({ kind: 'user', identifier });
    return { index, user: await getAdminUser(ctx.modyo, id) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND' || error.code === 'AMBIGUOUS') return { index, code: error.code };
    throw error;
  }
}

/** All users that words lead to, for a change of all of them; `complete` is false where there are too many. */
export async function foundTargets(
  { modyo }: ModyoToolContext,
  query: string,
): Promise<Walk<AdminUser> & { readonly targets: readonly Target[] }> {
  const walk = await walkPages({
    fetchPage: (request) => listAdminUsers(modyo, { ...request, query }),
    pagesMax: queryPagesMax,
  });
  return { ...walk, targets: walk.items.map((user, index) => ({ index, user })) };
}

/** The same targets without those who may not be changed here, and each user once. */
export async function allowedTargets(
  ctx: ModyoToolContext,
  targets: readonly Target[],
  act: 'activate' | 'deactivate',
): Promise<readonly Target[]> {
  const ownId = act === 'deactivate' ? await ownUserId(ctx) : undefined;
  const seen = new Set<number>();
  return targets.map((target) => {
    if ('code' in target) return target;
    const { index, user } = target;
    if (seen.has(user.id)) return { index, user, code: 'DUPLICATE' };
    seen.add(user.id);
    return user.id === ownId ? { index, user, code: 'OWN_USER' } : target;
  });
}

/** The users with these ids as they are now; one that is gone is absent. */
export async function readUsers(
  { modyo }: ModyoToolContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AdminUser>> {
  const read = await inTurns(ids, (id) => foundOrNothing(getAdminUser(modyo, id)));
  return new Map(read.flatMap((user) => (user === undefined ? [] : [[user.id, user] as const])));
}

/** A few at a time, so that one call does not take all of the account's connections. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  step: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    const turn = items.slice(start, start + atOnce);
    results.push(...(await Promise.all(turn.map((item, offset) => step(item, start + offset)))));
  }
  return results;
}
