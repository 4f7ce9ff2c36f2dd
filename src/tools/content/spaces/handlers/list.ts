import { z } from 'zod';
import { listSpaces } from '../../../../modyo/content/spaces.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, order, query } from '../../../list-parameters.ts';
import { spaceSortKeys } from '../space-arguments.ts';
import { space } from '../space-shape.ts';

export const listAction = kit.query({
  summary: 'List the content spaces of the account',
  paginate: true,
  filters: ['query'],
  input: z.object({
    query: query('names and uids of spaces'),
    sort_by: z.enum(spaceSortKeys).optional().describe('Attribute to sort by; default the last change'),
    order,
  }),
  data: z.object({ spaces: z.array(space), filters: filtersData }),
  operations: ['listSpaces'],
  notes: ['An empty list can mean that the owner of the Modyo token is a member of no space.'],
  async run(input, ctx) {
    const filters = usedFilters({ query: input.query });
    const page = await listSpaces(ctx.modyo, {
      query: input.query,
      sort_by: input.sort_by,
      order: input.order,
      page: input.page,
      per_page: input.per_page,
    });
    const state = await coverage(page, filters, () => listSpaces(ctx.modyo, smallestPage));
    return ok({ spaces: page.items, filters }, { state });
  },
});
