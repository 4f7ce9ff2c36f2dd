import type { Json } from '../../../errors/app-error.ts';
import { type Group, getGroup } from '../../../modyo/core/groups.ts';
import type { Plan } from '../../../toolkit/action.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { namedBy } from '../../named-parameter.ts';
import { counted, plannedChanges, quoted } from '../../plan-wording.ts';
import { roleNamed } from '../role-named.ts';
import { groupResource, groupVersion } from './group-shape.ts';

/** What a write of a group sends. */
export interface SentGroup {
  readonly name?: string | undefined;
  readonly role?: Identifier | undefined;
  readonly users?: readonly Identifier[] | undefined;
  readonly remove_users?: readonly Identifier[] | undefined;
  readonly application_access?: readonly string[] | undefined;
}

/** In Modyo's names; what is not sent is absent. */
export type AskedGroup = { readonly [attribute: string]: Json | undefined };

/** What a write compares of a group before and after. */
export const groupAttributeNames = ['name', 'role_id', 'admin_user_ids', 'application_access'];

/**
 * The write that the arguments lead to. Modyo takes the members as a whole list, so that of a group whose
 * members it does not tell nobody can be put in or taken out without losing the others.
 */
export async function askedGroup(
  sent: SentGroup,
  ctx: ModyoToolContext,
  before?: Group,
): Promise<AskedGroup | Fail> {
  const { role, users, remove_users: removed } = sent;
  const roleId = role === undefined ? undefined : (await roleNamed(ctx, 'role', role, 'account')).id;
  const added = await userIds(ctx, 'users', users);
  const leaving = await userIds(ctx, 'remove_users', removed);
  const both = leaving.find((id) => added.includes(id));
  if (both !== undefined) return namedTwice;
  const touchesMembers = users !== undefined || removed !== undefined;
  const standing = before === undefined ? [] : before.admin_user_ids;
  if (touchesMembers && standing === undefined) return unknownMembers;
  const members = [...new Set([...(standing ?? []), ...added])].filter((id) => !leaving.includes(id));
  return {
    ...(sent.name !== undefined && { name: sent.name }),
    ...(roleId !== undefined && { role_id: roleId }),
    ...(touchesMembers && { admin_user_ids: members }),
    ...(sent.application_access !== undefined && { application_access: sent.application_access }),
  };
}

async function userIds(
  { identifiers }: ModyoToolContext,
  parameter: string,
  users: readonly Identifier[] = [],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [index, identifier] of users.entries()) {
    const lookup = identifiers.resolve({ kind: 'user', identifier });
    ids.push((await namedBy(`${parameter}.${index}`, lookup)).id);
  }
  return ids;
}

const namedTwiceMessage = 'Names an admin user that users puts in.';
const namedTwice = fail('INVALID_PARAMS', `${namedTwiceMessage} Nothing was changed.`, {
  fields: [{ path: 'remove_users', message: namedTwiceMessage }],
});

const unknownMembers = fail(
  'CONFLICT',
  'Modyo does not say who is in this group, and takes its members only as a whole list, so a change could take others out. Change the members in the administration. Nothing was changed.',
  { details: { reason: 'members_unknown' } },
);

/** Whether a person may have to agree: a right could be taken away, or given to many at once. */
export function touchesRights({
  role,
  remove_users: removed,
  application_access: access,
}: SentGroup): boolean {
  return role !== undefined || removed !== undefined || access !== undefined;
}

/** The difference that the write would make to a group. */
export async function planGroupChange(
  sent: SentGroup,
  ctx: ModyoToolContext,
  groupId: number,
): Promise<Plan | Fail> {
  const before = await getGroup(ctx.modyo, groupId);
  const asked = await askedGroup(sent, ctx, before);
  if (isFail(asked)) return asked;
  const stored = Object.fromEntries(groupAttributeNames.map((name) => [name, sorted(before[name] as Json)]));
  const wanted = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, sorted(value)]));
  const changed = plannedChanges(stored, { ...stored, ...wanted });
  const losses = lossesOf(before, asked);
  return {
    resource: groupResource(before),
    version: groupVersion(before),
    changes: { changed },
    summary: [
      `The group ${quoted(before.name)} is changed in ${counted(changed.length, 'place', 'places')}.`,
      ...losses,
    ].join(' '),
    ...(losses.length === 0 && { isHarmless: true }),
  };
}

function sorted(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? [...(value as Json[])].sort() : value;
}

function lossesOf(before: Group, asked: AskedGroup): readonly string[] {
  const { admin_user_ids: ids, application_access: access, role_id: roleId } = asked;
  const leaving = (before.admin_user_ids ?? []).filter((id) => isWithout(ids, id)).length;
  const closed = (before.application_access ?? []).filter((name) => isWithout(access, name));
  return [
    ...(roleId !== undefined && roleId !== before.role_id
      ? ['Its members get another role in the account in place of the present one.']
      : []),
    ...(leaving > 0
      ? [`${counted(leaving, 'member leaves', 'members leave')} it, with what it gave them.`]
      : []),
    ...(closed.length > 0 ? [`Its members can no longer open through it: ${closed.join(', ')}.`] : []),
  ];
}

function isWithout(wanted: Json | undefined, item: Json): boolean {
  return Array.isArray(wanted) && !wanted.includes(item);
}
