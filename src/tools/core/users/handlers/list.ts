import { z } from 'zod';
import { type AdminUser, listAdminUsers } from '../../../../modyo/core/users.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, order, query } from '../../../list-parameters.ts';
import { inferredNote, userSortKeys } from '../user-arguments.ts';
import { user } from '../user-shape.ts';

export const listAction = kit.query({
  summary: 'List the admin users of the account',
  paginate: true,
  filters: ['query', 'active'],
  input: z.object({
    query: query('names, emails and usernames'),
    active: z.boolean().optional().describe('True: users who can sign in; false: deactivated ones'),
    sort_by: z.enum(userSortKeys).optional().describe('Attribute to sort by; default the last change'),
    order,
  }),
  data: z.object({ users: z.array(user), filters: filtersData }),
  operations: ['listAdminUsers'],
  notes: [inferredNote],
  async run(input, ctx) {
    const filters = usedFilters({ query: input.query, active: input.active });
    const page = await listAdminUsers(ctx.modyo, {
      query: input.query,
      active: input.active,
      sort_by: input.sort_by,
      order: input.order,
      page: input.page,
      per_page: input.per_page,
    });
    const state = await coverage(page, filters, () => listAdminUsers(ctx.modyo, smallestPage));
    const warnings = [...(state.warnings ?? []), ...ignoredFilter(page.items, input.active)];
    return ok({ users: page.items, filters }, { state: { ...state, warnings } });
  },
});

/** How the list is filtered is inferred, and a platform that knows no such filter leaves it out in silence. */
function ignoredFilter(users: readonly AdminUser[], active: boolean | undefined): readonly Warning[] {
  const isIgnored = active !== undefined && users.some((found) => found.active === !active);
  if (!isIgnored) return [];
  return [
    { code: 'FILTER_IGNORED', path: 'active', message: 'The platform listed users in the other state too.' },
  ];
}
