import type { Json } from '../../../errors/app-error.ts';
import { getRole, type Role } from '../../../modyo/core/roles.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { counted, plannedChanges, quoted } from '../../plan-wording.ts';
import { roleResource, roleVersion } from './role-shape.ts';

type OfRole = ModyoToolContext & { readonly role: { readonly id: number } };

interface SentRole {
  readonly name?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
}

export interface RoleChange {
  readonly before: Role;
  readonly asked: { readonly [attribute: string]: Json };
}

/** The write that an update leads to, or its refusal. */
export async function roleChange({ name, permissions }: SentRole, ctx: OfRole): Promise<RoleChange | Fail> {
  const before = await getRole(ctx.modyo, ctx.role.id);
  if (before.key === 'account_owner') return ownerRole;
  return {
    before,
    asked: { ...(name !== undefined && { name }), ...(permissions !== undefined && { permissions }) },
  };
}

const ownerRole = fail('CONFLICT', 'The role of the owner cannot be edited. Nothing was changed.', {
  details: { reason: 'owner_role' },
});

export async function planRoleChange(sent: SentRole, ctx: OfRole): Promise<Plan | Fail> {
  const change = await roleChange(sent, ctx);
  if (isFail(change)) return change;
  const { before, asked } = change;
  const stored = { name: before.name, permissions: before.permissions };
  const changed = plannedChanges(stored, { ...stored, ...asked });
  const { lost, gained } = difference(before.permissions, sent.permissions);
  return {
    resource: roleResource(before),
    version: roleVersion(before),
    changes: {
      changed,
      ...(sent.permissions !== undefined && { permissions_lost: lost, permissions_gained: gained }),
    },
    summary: [
      `The role ${quoted(before.name)} is changed for ${holders(before)}.`,
      ...(sent.permissions === undefined ? [] : [rightsSentence(lost, gained)]),
    ].join(' '),
    ...(sent.permissions === undefined && { isHarmless: true }),
  };
}

/** Nothing is known of what a role loses whose present permissions Modyo does not tell. */
function difference(stored: readonly string[] | undefined, wanted: readonly string[] | undefined) {
  if (stored === undefined || wanted === undefined) return { lost: null, gained: null };
  return {
    lost: stored.filter((key) => !wanted.includes(key)),
    gained: wanted.filter((key) => !stored.includes(key)),
  };
}

function rightsSentence(lost: readonly string[] | null, gained: readonly string[] | null): string {
  if (lost === null || gained === null) {
    return 'What it allows is replaced as a whole; Modyo does not tell what it allows now.';
  }
  return `It loses ${counted(lost.length, 'permission', 'permissions')} and gains ${gained.length}.`;
}

function holders({ users_count: count }: Role): string {
  return count === undefined ? 'everybody who has it' : `${counted(count, 'holder', 'holders')}`;
}

/** A role that somebody has cannot be deleted, so that nobody is asked whether it should be. */
export function refusedWhileHeld(found: Role): Fail | undefined {
  if ((found.users_count ?? 0) === 0) return undefined;
  return fail(
    'STATE_CONFLICT',
    `The role has ${holders(found)}, and Modyo deletes only a role that nobody has. Give them another role first. Nothing was changed.`,
    { details: { reason: 'role_in_use', users_count: found.users_count } },
  );
}
