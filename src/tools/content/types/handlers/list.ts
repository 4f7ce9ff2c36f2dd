import { z } from 'zod';
import { listTypes } from '../../../../modyo/content/types.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, order, query } from '../../../list-parameters.ts';
import { namedBy } from '../../../named-parameter.ts';
import { spaceOfCall } from '../../resolvers.ts';
import { typeSortKeys } from '../type-arguments.ts';
import { contentType } from '../type-shape.ts';

export const listAction = kit.query({
  summary: 'List the content types of a space, without their fields',
  paginate: true,
  filters: ['query'],
  input: z.object({
    space: identifier('Space'),
    query: query('names of types'),
    sort_by: z.enum(typeSortKeys).optional().describe('Attribute to sort by; default the last change'),
    order,
  }),
  data: z.object({ types: z.array(contentType), filters: filtersData }),
  resolve: [spaceOfCall],
  operations: ['listSpaces', 'listTypes'],
  async run(input, ctx) {
    const filters = usedFilters({ query: input.query });
    const listing = listTypes(ctx.modyo, ctx.space.id, {
      query: input.query,
      sort_by: input.sort_by,
      order: input.order,
      page: input.page,
      per_page: input.per_page,
    });
    const page = await namedBy('space', listing);
    const state = await coverage(page, filters, () => listTypes(ctx.modyo, ctx.space.id, smallestPage));
    return ok({ types: page.items, filters }, { resource: { type: 'space', ...ctx.space }, state });
  },
});
