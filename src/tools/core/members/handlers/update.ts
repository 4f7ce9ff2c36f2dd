import { z } from 'zod';
import { updateTeamMember } from '../../../../modyo/core/team-members.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
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
import { memberChange, planMemberChange } from '../member-change.ts';
import { membershipLosses } from '../member-losses.ts';
import { member, memberParameterOf, teamOf } from '../member-shape.ts';
import { membershipOf, placeOfCall, subjectOfCall, subjectResource, teamMembers } from '../team.ts';

export const updateAction = kit.mutation({
  summary: 'Give a member of a space, a site or a realm another role in place of the present one',
  scope: 'modyo:admin',
  idempotent: true,
  input: z
    .object({ ...memberParameters, role: roleParameter.optional(), segments: segmentsParameter })
    .refine(namesOnePlace, onePlace)
    .refine(namesOneMember, oneMember)
    .refine(segmentsAreInRealm, onlyInRealm)
    .refine(({ role, segments }) => role !== undefined || segments !== undefined, {
      path: ['role'],
      message: 'Send role, segments or both: there is nothing to change',
    }),
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
    'getProfile',
    'listTeamMembers',
    'updateTeamMember',
  ],
  notes: [guessedNote],
  invalidates: ['core-members.*'],
  plan: planMemberChange,
  async snapshot(_input, ctx) {
    const found = membershipOf(await teamMembers(ctx), ctx.subject);
    return found && comparable(found);
  },
  async run(input, ctx) {
    const change = await memberChange(input, ctx);
    if (isFail(change)) return change;
    const { before, asked } = change;
    const resource = subjectResource(ctx.subject);
    if (membershipLosses(asked, before).length === 0) {
      return ok({ member: before }, { resource, state: { status: 'unchanged' } });
    }
    const names = memberParameterOf(ctx.subject.type);
    await updateTeamMember(ctx.modyo, teamOf(ctx.place), before.id, asked, names);
    const stored = membershipOf(await reread(teamMembers(ctx), before.id), ctx.subject);
    if (stored === undefined) return ok({}, { resource, state: { status: 'accepted' } });
    return ok({ member: stored }, { resource, state: { warnings: membershipLosses(asked, stored) } });
  },
});
