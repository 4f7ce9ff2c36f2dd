import { AppError } from '../../../errors/app-error.ts';
import { type AdminUser, bulkAdminUsers } from '../../../modyo/core/users.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { counted, versionMark } from '../../plan-wording.ts';
import { fullName } from '../user-name.ts';
import { isOwner, userVersion } from './user-shape.ts';
import {
  allowedTargets,
  foundTargets,
  namedTargets,
  readUsers,
  type Target,
  targetsMax,
} from './user-targets.ts';

/** Users in one request to Modyo. */
const chunkSize = 100;

export type Act = 'activate' | 'deactivate';

export interface SentBulk {
  readonly act: Act;
  readonly ids?: readonly number[] | undefined;
  readonly users?: readonly string[] | undefined;
  readonly query?: string | undefined;
}

/** Who would be changed, and who not and why. */
export interface BulkTargets {
  readonly targets: readonly Target[];
  /** Those who are not yet as they shall be. */
  readonly pending: readonly AdminUser[];
}

/** What became of one target. */
export interface BulkItem {
  readonly index: number;
  readonly user_id?: number | undefined;
  readonly name?: string | undefined;
  readonly active?: boolean | undefined;
  readonly result: 'changed' | 'unchanged' | 'failed';
  readonly code?: string | undefined;
}

export async function bulkTargets(sent: SentBulk, ctx: ModyoToolContext): Promise<BulkTargets | Fail> {
  const found = await soughtTargets(sent, ctx);
  if (isFail(found)) return found;
  const targets = await allowedTargets(ctx, found, sent.act);
  const isWanted = sent.act === 'activate';
  const pending = targets.flatMap((target) =>
    'code' in target || target.user.active === isWanted ? [] : [target.user],
  );
  return { targets, pending };
}

async function soughtTargets(sent: SentBulk, ctx: ModyoToolContext): Promise<readonly Target[] | Fail> {
  const named = sent.ids ?? sent.users;
  if (named !== undefined) return namedTargets(ctx, named);
  const { targets, total, complete } = await foundTargets(ctx, sent.query ?? '');
  if (complete && total <= targetsMax) return targets;
  const message = `The words match ${total} users, and one call changes at most ${targetsMax}.`;
  return fail('INVALID_PARAMS', `${message} Nothing was changed.`, {
    fields: [{ path: 'query', message }],
    details: { total, max: targetsMax },
  });
}

export async function planBulk(sent: SentBulk, ctx: ModyoToolContext): Promise<Plan | Fail> {
  const found = await bulkTargets(sent, ctx);
  if (isFail(found)) return found;
  const { targets, pending } = found;
  const items = targets.map((target) => plannedItem(target, pending));
  const refused = items.filter(({ code }) => code !== undefined).length;
  return {
    changes: {
      users: items,
      changes: pending.length,
      unchanged: items.length - pending.length - refused,
      refused,
    },
    version: versionMark(...pending.map(userVersion)),
    summary: sentence(sent.act, pending),
    ...((pending.length === 0 || sent.act === 'activate') && { isHarmless: true }),
  };
}

type PlannedItem = ReturnType<typeof described> & { readonly code?: string; readonly will_change?: boolean };

function plannedItem(target: Target, pending: readonly AdminUser[]): PlannedItem {
  const item = described(target);
  if ('code' in target) return { ...item, code: target.code };
  return { ...item, will_change: pending.includes(target.user) };
}

function described({ index, user }: Target) {
  return { index, user_id: user?.id, name: user && fullName(user), active: user?.active };
}

function sentence(act: Act, pending: readonly AdminUser[]): string {
  const users = counted(pending.length, 'admin user', 'admin users');
  if (act === 'activate') return `${users} can sign in again.`;
  const owners = pending.filter(isOwner).length;
  const owned =
    owners === 0 ? '' : ` ${counted(owners, 'of them is an owner', 'of them are owners')} of the account.`;
  return `${users} can no longer sign in; their sessions and API tokens end.${owned}`;
}

/**
 * Changes the users, a hundred in a request, and reads each of them again: what the platform did with one
 * is not in its answer. A request that fails leaves the ones after it to be tried.
 * @throws {AppError} the failure, if every request failed and nobody was changed
 */
export async function changeInBulk(
  act: Act,
  { targets, pending }: BulkTargets,
  ctx: ModyoToolContext,
): Promise<readonly BulkItem[]> {
  const failures = new Map<number, AppError>();
  for (let start = 0; start < pending.length; start += chunkSize) {
    const ids = pending.slice(start, start + chunkSize).map(({ id }) => id);
    const failure = await failureOf(bulkAdminUsers(ctx.modyo, act, ids));
    if (failure !== undefined) for (const id of ids) failures.set(id, failure);
    ctx.progress({ progress: start + ids.length, total: pending.length });
  }
  const stored = await storedAfter(ctx, pending, failures);
  const items = targets.map((target) => outcomeOf(target, { act, pending, stored, failures }));
  const [failure] = failures.values();
  if (failure !== undefined && !items.some(({ result }) => result === 'changed')) throw failure;
  return items;
}

async function failureOf(write: Promise<void>): Promise<AppError | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

async function storedAfter(
  ctx: ModyoToolContext,
  pending: readonly AdminUser[],
  failures: ReadonlyMap<number, AppError>,
): Promise<ReadonlyMap<number, AdminUser>> {
  try {
    return await readUsers(
      ctx,
      pending.map(({ id }) => id),
    );
  } catch (error) {
    if (!(error instanceof AppError) || failures.size === pending.length)
      throw failures.values().next().value ?? error;
    throw new AppError(`Modyo accepted the change, and reading the result failed: ${error.message}`, {
      code: error.code,
      hint: 'Read the users before you repeat the call.',
      details: { ...error.details, written: true, state_unknown: true },
      cause: error,
    });
  }
}

interface BulkReadings {
  readonly act: Act;
  readonly pending: readonly AdminUser[];
  readonly stored: ReadonlyMap<number, AdminUser>;
  readonly failures: ReadonlyMap<number, AppError>;
}

function outcomeOf(target: Target, { act, pending, stored, failures }: BulkReadings): BulkItem {
  const item = described(target);
  if ('code' in target) return { ...item, result: 'failed', code: target.code };
  if (!pending.includes(target.user)) return { ...item, result: 'unchanged' };
  const after = stored.get(target.user.id);
  const active = after?.active;
  if (active === (act === 'activate')) return { ...item, active, result: 'changed' };
  const code =
    failures.get(target.user.id)?.code ?? (after === undefined ? 'NOT_FOUND' : 'STATE_NOT_REACHED');
  return { ...item, active, result: 'failed', code };
}
