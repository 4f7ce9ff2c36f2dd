import { getGroup } from '../../../modyo/core/groups.ts';
import {
  listTeamMembers,
  type Membership,
  type MemberType,
  type TeamContext,
} from '../../../modyo/core/team-members.ts';
import { getAdminUser } from '../../../modyo/core/users.ts';
import { type Walk, walkPages } from '../../../modyo/pages.ts';
import { resolver } from '../../../toolkit/derivation.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { type Fail, fail, type ResourceRef } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { namedBy } from '../../named-parameter.ts';
import { type Place, placeNamed } from '../place.ts';
import { fullName } from '../user-name.ts';
import { roleKeyOf, teamOf } from './member-shape.ts';

const memberPagesMax = 20;

/** Who is, or shall be, a member: an admin user or a group. */
export interface Subject {
  readonly type: MemberType;
  readonly id: number;
  readonly name?: string | undefined;
}

interface NamesSubject {
  readonly user?: Identifier | undefined;
  readonly group?: Identifier | undefined;
}

export type InPlace = ModyoToolContext & { readonly place: Place };

export type OfSubject = InPlace & { readonly subject: Subject };

/** The place of the call; the rules of its arguments see to it that there is one. */
export const placeOfCall = resolver(
  'place',
  async (input: Parameters<typeof placeNamed>[0], ctx: ModyoToolContext): Promise<Place> => {
    const place = await placeNamed(input, ctx);
    if (place === undefined) throw new TypeError('a call passed the rules without a place');
    return place;
  },
);

/**
 * The admin user or the group of the call, looked up anew, and read where an id was given: rights are given
 * and taken by it.
 */
export const subjectOfCall = resolver(
  'subject',
  async ({ user, group }: NamesSubject, { identifiers, modyo }: ModyoToolContext): Promise<Subject> => {
    if (group !== undefined) {
      const { id, name } = await namedBy(
        'group',
        identifiers.resolveAnew({ kind: 'group', identifier: group }),
      );
      return { type: 'Group', id, name: name ?? (await namedBy('group', getGroup(modyo, id))).name };
    }
    const found = await namedBy('user', identifiers.resolveAnew({ kind: 'user', identifier: user ?? '' }));
    if (found.name !== undefined) return { type: 'AdminUser', id: found.id, name: found.name };
    return {
      type: 'AdminUser',
      id: found.id,
      name: fullName(await namedBy('user', getAdminUser(modyo, found.id))),
    };
  },
);

/** Everybody who has a role in the place. */
export function teamMembers({ modyo, place }: InPlace): Promise<Walk<Membership>> {
  const team: TeamContext = teamOf(place);
  const walk = walkPages({
    fetchPage: (request) => listTeamMembers(modyo, team, request),
    pagesMax: memberPagesMax,
  });
  return namedBy(place.kind, walk);
}

export function membershipOf({ items }: Walk<Membership>, { type, id }: Subject): Membership | undefined {
  return items.find((one) => one.member_type === type && one.member_id === id);
}

/** What to answer where the subject is no member of the place. */
export function noMember({ place, subject }: OfSubject): Fail {
  const parameter = subject.type === 'Group' ? 'group' : 'user';
  const message = `This ${parameter} has no role of its own in the ${place.kind}.`;
  return fail('NOT_FOUND', `${message} Nothing was changed.`, { fields: [{ path: parameter, message }] });
}

export function subjectResource({ type, id, name }: Subject): ResourceRef {
  return { type: type === 'Group' ? 'group' : 'user', id, name };
}

/**
 * Refuses to take the last administrator from a site or a space, which Modyo does not allow. In a team too
 * long to be read Modyo decides.
 */
export function refusedLastAdmin(
  { place }: InPlace,
  team: Walk<Membership>,
  leaving: Membership,
): Fail | undefined {
  const adminKey = `${place.kind}_admin`;
  if (place.kind === 'realm' || !team.complete || roleKeyOf(leaving) !== adminKey) return undefined;
  if (team.items.some((one) => one.id !== leaving.id && roleKeyOf(one) === adminKey)) return undefined;
  const message = `This is the last member of the ${place.kind} with the role ${adminKey}, and every ${place.kind} keeps one administrator at least.`;
  return fail(
    'STATE_CONFLICT',
    `${message} Give somebody else the role ${adminKey} first. Nothing was changed.`,
    {
      details: { reason: 'last_admin', role: adminKey },
      availableActions: [
        {
          tool: 'core-members-manage',
          action: 'add',
          reason: 'Gives somebody else the role of an administrator',
        },
      ],
    },
  );
}
