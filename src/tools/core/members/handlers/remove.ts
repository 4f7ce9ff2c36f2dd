import { z } from 'zod';
import { removeTeamMember } from '../../../../modyo/core/team-members.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import {
  guessedNote,
  memberParameters,
  namesOneMember,
  namesOnePlace,
  oneMember,
  onePlace,
} from '../member-arguments.ts';
import { leavingMember, planRemoval } from '../member-change.ts';
import { teamOf } from '../member-shape.ts';
import { membershipOf, placeOfCall, subjectOfCall, subjectResource, teamMembers } from '../team.ts';

export const removeAction = kit.mutation({
  summary: 'Take an admin user or a group out of a space, a site or a realm',
  scope: 'modyo:admin',
  input: z.object(memberParameters).refine(namesOnePlace, onePlace).refine(namesOneMember, oneMember),
  data: z.object({ removed: z.boolean() }),
  resolve: [placeOfCall, subjectOfCall],
  operations: [
    'listSpaces',
    'listSites',
    'listRealms',
    'listAdminUsers',
    'getAdminUser',
    'listGroups',
    'getGroup',
    'getProfile',
    'listTeamMembers',
    'removeTeamMember',
  ],
  notes: [guessedNote, 'The last administrator of a space or a site cannot be taken out.'],
  invalidates: ['core-members.*'],
  plan: (_input, ctx) => planRemoval(ctx),
  async run(_input, ctx) {
    const found = await leavingMember(ctx);
    if (isFail(found)) return found;
    await removeTeamMember(ctx.modyo, teamOf(ctx.place), found.leaving.id);
    const team = await reread(teamMembers(ctx), found.leaving.id);
    const removed = team.complete && membershipOf(team, ctx.subject) === undefined;
    return ok(
      { removed },
      { resource: subjectResource(ctx.subject), state: { status: removed ? 'done' : 'accepted' } },
    );
  },
});
