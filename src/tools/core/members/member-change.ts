import type { Membership } from '../../../modyo/core/team-members.ts';
import type { Walk } from '../../../modyo/pages.ts';
import type { Plan } from '../../../toolkit/action.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { type Fail, isFail } from '../../../toolkit/result.ts';
import { plannedChanges, quoted, versionMark } from '../../plan-wording.ts';
import { ownUserId } from '../own-user.ts';
import { roleNamed } from '../role-named.ts';
import { memberVersion, placeWords, roleKeyOf } from './member-shape.ts';
import {
  membershipOf,
  noMember,
  type OfSubject,
  refusedLastAdmin,
  subjectResource,
  teamMembers,
} from './team.ts';

interface SentMembership {
  readonly role?: Identifier | undefined;
  readonly segments?: readonly number[] | undefined;
}

/** The membership as it stands, and what an update makes of it. */
export interface MemberChange {
  readonly before: Membership;
  readonly asked: { readonly role_key?: string; readonly target_ids?: readonly number[] };
}

/** The write that an update leads to, or its refusal. */
export async function memberChange(sent: SentMembership, ctx: OfSubject): Promise<MemberChange | Fail> {
  const key =
    sent.role === undefined ? undefined : (await roleNamed(ctx, 'role', sent.role, ctx.place.kind)).key;
  const team = await teamMembers(ctx);
  const before = membershipOf(team, ctx.subject);
  if (before === undefined) return noMember(ctx);
  const isOtherRole = key !== undefined && key !== roleKeyOf(before);
  const refused = isOtherRole ? refusedLastAdmin(ctx, team, before) : undefined;
  if (refused !== undefined) return refused;
  return {
    before,
    asked: {
      ...(key !== undefined && { role_key: key }),
      ...(sent.segments !== undefined && { target_ids: sent.segments }),
    },
  };
}

export async function planMemberChange(sent: SentMembership, ctx: OfSubject): Promise<Plan | Fail> {
  const change = await memberChange(sent, ctx);
  if (isFail(change)) return change;
  const { before, asked } = change;
  const stored = { role_key: roleKeyOf(before) ?? null, target_ids: before.target_ids ?? null };
  const changed = plannedChanges(stored, {
    role_key: asked.role_key ?? stored.role_key,
    target_ids: asked.target_ids ? [...asked.target_ids] : stored.target_ids,
  });
  const own = (await isOwn(ctx)) ? ` ${ownSentence}` : '';
  return {
    resource: subjectResource(ctx.subject),
    version: memberVersion(before),
    changes: { changed },
    summary: `${memberWords(ctx, before)} has ${roleKeyOf(before) ?? 'a role'} in the ${placeWords(ctx.place)}, and gets ${asked.role_key ?? 'other segments'} in its place.${own}`,
    ...(changed.length === 0 && { isHarmless: true }),
  };
}

/** The membership that a removal ends, or its refusal. */
export async function leavingMember(
  ctx: OfSubject,
): Promise<{ readonly leaving: Membership; readonly team: Walk<Membership> } | Fail> {
  const team = await teamMembers(ctx);
  const leaving = membershipOf(team, ctx.subject);
  if (leaving === undefined) return noMember(ctx);
  return refusedLastAdmin(ctx, team, leaving) ?? { leaving, team };
}

export async function planRemoval(ctx: OfSubject): Promise<Plan | Fail> {
  const found = await leavingMember(ctx);
  if (isFail(found)) return found;
  const { leaving, team } = found;
  const own = (await isOwn(ctx)) ? ` ${ownSentence}` : '';
  return {
    resource: subjectResource(ctx.subject),
    version: versionMark(memberVersion(leaving), team.total),
    changes: { removes: { role: roleKeyOf(leaving) ?? null, members_left: team.total - 1 } },
    summary: `${memberWords(ctx, leaving)} loses ${roleKeyOf(leaving) ?? 'its role'} in the ${placeWords(ctx.place)}; what other memberships and groups give stays.${own}`,
  };
}

const ownSentence = 'This user owns the API token of this connection, which loses the same rights.';

async function isOwn(ctx: OfSubject): Promise<boolean> {
  return ctx.subject.type === 'AdminUser' && (await ownUserId(ctx)) === ctx.subject.id;
}

function memberWords({ subject }: OfSubject, found: Membership): string {
  return `The ${subject.type === 'Group' ? 'group' : 'admin user'} ${quoted(found.name ?? subject.name ?? String(subject.id))}`;
}
