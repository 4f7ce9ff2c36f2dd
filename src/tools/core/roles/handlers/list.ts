import { z } from 'zod';
import { listRoles } from '../../../../modyo/core/roles.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, query } from '../../../list-parameters.ts';
import { contextParameter } from '../role-arguments.ts';
import { rolePage } from '../role-page.ts';
import { role } from '../role-shape.ts';

export const listAction = kit.query({
  summary: 'List the roles of the account with their keys, of one context or of all',
  paginate: true,
  filters: ['context', 'query'],
  input: z.object({ context: contextParameter, query: query('names of roles') }),
  data: z.object({ roles: z.array(role), filters: filtersData }),
  operations: ['listRoles'],
  async run(input, ctx) {
    const filters = usedFilters({ context: input.context, query: input.query });
    const page = await rolePage(ctx, input);
    const state = await coverage(page, filters, () => listRoles(ctx.modyo, smallestPage));
    return ok({ roles: page.items, filters }, { state });
  },
});
