import { z } from 'zod';
import { listTeamMembers } from '../../../../modyo/core/team-members.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage } from '../../../list-coverage.ts';
import { namedBy } from '../../../named-parameter.ts';
import { placeParameters, placeResource } from '../../place.ts';
import { guessedNote, namesOnePlace, onePlace } from '../member-arguments.ts';
import { member, teamOf } from '../member-shape.ts';
import { placeOfCall } from '../team.ts';

export const listAction = kit.query({
  summary: 'List who has a role in a space, a site or a realm',
  paginate: true,
  input: z.object(placeParameters).refine(namesOnePlace, onePlace),
  data: z.object({ members: z.array(member) }),
  resolve: [placeOfCall],
  operations: ['listSpaces', 'getSpace', 'listSites', 'getSite', 'listRealms', 'listTeamMembers'],
  notes: [guessedNote],
  async run(input, ctx) {
    const { modyo, place } = ctx;
    const request = { page: input.page, per_page: input.per_page };
    const page = await namedBy(place.kind, listTeamMembers(modyo, teamOf(place), request));
    const state = await coverage(page, {}, () => listTeamMembers(modyo, teamOf(place), request));
    return ok({ members: page.items }, { resource: placeResource(place), state });
  },
});
