import { rolesOfContext } from '../../../modyo/core/identifier-kinds.ts';
import { listRoles, type Role, type RoleContext } from '../../../modyo/core/roles.ts';
import type { Page } from '../../../modyo/pages.ts';
import type { ModyoToolContext } from '../../kit.ts';

interface RolePageRequest {
  readonly context?: RoleContext | undefined;
  readonly query?: string | undefined;
  readonly page: number;
  readonly per_page: number;
}

/**
 * A page of the roles of one context, or of all. Modyo has no filter for a context, so that of one all roles
 * are read and the page is cut here.
 */
export async function rolePage({ modyo }: ModyoToolContext, request: RolePageRequest): Promise<Page<Role>> {
  const { context, query, page, per_page: perPage } = request;
  if (context === undefined) return listRoles(modyo, { query, page, per_page: perPage });
  const all = await rolesOfContext(modyo, context, query);
  const first = (page - 1) * perPage;
  return {
    items: all.items.slice(first, first + perPage),
    meta: {
      total_entries: all.meta.total_entries,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(all.meta.total_entries / perPage),
    },
  };
}
