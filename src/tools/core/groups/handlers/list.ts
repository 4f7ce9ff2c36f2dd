import { z } from 'zod';
import { listGroups } from '../../../../modyo/core/groups.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, order, query } from '../../../list-parameters.ts';
import { groupSortKeys } from '../group-arguments.ts';
import { group } from '../group-shape.ts';

export const listAction = kit.query({
  summary: 'List the groups of admin users',
  paginate: true,
  filters: ['query'],
  input: z.object({
    query: query('names of groups'),
    sort_by: z.enum(groupSortKeys).optional().describe('Attribute to sort by; default the last change'),
    order,
  }),
  data: z.object({ groups: z.array(group), filters: filtersData }),
  operations: ['listGroups'],
  async run(input, ctx) {
    const filters = usedFilters({ query: input.query });
    const page = await listGroups(ctx.modyo, {
      query: input.query,
      sort_by: input.sort_by,
      order: input.order,
      page: input.page,
      per_page: input.per_page,
    });
    const state = await coverage(page, filters, () => listGroups(ctx.modyo, smallestPage));
    return ok({ groups: page.items, filters }, { state });
  },
});
