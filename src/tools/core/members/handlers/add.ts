import { z } from 'zod';
import { addTeamMember } from '../../../../modyo/core/team-members.ts';
import { fail, ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { roleNamed } from '../../role-named.ts';
import {
  guessedNote,
  memberParameters,
  namesOneMember,
  namesOnePlace,
  oneMember,
  onePlace,
  onlyInRealm,
  roleParameter,
  segmentsAreInRealm,
  segmentsParameter,
} from '../member-arguments.ts';
import { membershipLosses } from '../member-losses.ts';
import { member, memberParameterOf, roleKeyOf, teamOf } from '../member-shape.ts';
import { membershipOf, placeOfCall, subjectOfCall, subjectResource, teamMembers } from '../team.ts';

export const addAction = kit.action({
  summary: 'Give an admin user or a group a role in a space, a site or a realm',
  scope: 'modyo:admin',
  idempotent: true,
  input: z
    .object({ ...memberParameters, role: roleParameter, segments: segmentsParameter })
    .refine(namesOnePlace, onePlace)
    .refine(namesOneMember, oneMember)
    .refine(segmentsAreInRealm, onlyInRealm),
  data: z.object({ member: member.optional() }),
  resolve: [placeOfCall, subjectOfCall],
  operations: [
    'listSpaces',
    'listSites',
    'listRealms',
    'listAdminUsers',
    'getAdminUser',
    'listGroups',
    'getGroup',
    'listRoles',
    'getRole',
    'listTeamMembers',
    'addTeamMember',
  ],
  notes: [
    guessedNote,
    'Roles have keys: a label such as "site editor" that is none is refused with the keys there are.',
  ],
  invalidates: ['core-members.*'],
  async run(input, ctx) {
    const { place, subject } = ctx;
    const { key } = await roleNamed(ctx, 'role', input.role, place.kind);
    const resource = subjectResource(subject);
    const standing = membershipOf(await teamMembers(ctx), subject);
    if (standing !== undefined) {
      const asked = { role_key: key, target_ids: input.segments };
      if (membershipLosses(asked, standing).length === 0) {
        return ok({ member: standing }, { resource, state: { status: 'unchanged' } });
      }
      return otherRole(place.kind, roleKeyOf(standing));
    }
    const body = {
      member_type: subject.type,
      member_id: subject.id,
      role_key: key,
      ...(input.segments !== undefined && { target_ids: input.segments }),
    };
    await addTeamMember(ctx.modyo, teamOf(place), body, memberParameterOf(subject.type));
    const stored = membershipOf(await reread(teamMembers(ctx), subject.id), subject);
    if (stored === undefined) {
      return ok({}, { resource, state: { status: 'accepted', warnings: [notThere] } });
    }
    return ok({ member: stored }, { resource, state: { warnings: membershipLosses(body, stored) } });
  },
});

const notThere: Warning = {
  code: 'NOT_A_MEMBER',
  path: 'data.member',
  message: 'The platform accepted the membership and does not list it.',
};

function otherRole(kind: string, key = 'another role') {
  return fail(
    'CONFLICT',
    `This member has ${key} in the ${kind} already, or other segments: change it with the action update. Nothing was changed.`,
    {
      details: { reason: 'already_a_member' },
      availableActions: [
        { tool: 'core-members-manage', action: 'update', reason: 'Gives a member another role' },
      ],
    },
  );
}
