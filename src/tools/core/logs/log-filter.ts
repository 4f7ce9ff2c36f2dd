import type { z } from 'zod';
import type { LogFilter } from '../../../modyo/core/logs.ts';
import type { PageRequest } from '../../../modyo/pages.ts';
import type { PageInput } from '../../../toolkit/action.ts';
import { type Filters, usedFilters } from '../../list-coverage.ts';
import type { logFilters } from './log-arguments.ts';

/** The arguments of a search. */
export type SentLogFilter = z.output<typeof logFilters>;

/** @param author the uuid of who did it, `system` for nobody */
export function logFilter(sent: SentLogFilter, author: string | undefined): LogFilter {
  return {
    types: sent.types,
    not_in_types: sent.not_in_types,
    from_date: sent.from,
    to_date: sent.to,
    user_uuid: author,
    loggeable_type: sent.loggeable_type,
    loggeable_id: sent.loggeable_id,
    application: sent.only_core === true ? 'core' : undefined,
    query: sent.query,
    admin_actions: onlyTrue(sent.admin_actions),
  };
}

export function logPage({
  page,
  per_page: perPage,
  sort_by: sortBy,
  order,
}: SentLogFilter & PageInput): PageRequest {
  return { page, per_page: perPage, sort_by: sortBy, order };
}

/** The filters that were sent, by parameter; the place is added by whoever has looked it up. */
export function logFiltersUsed(sent: SentLogFilter, author: string | undefined): Filters {
  return usedFilters({
    types: sent.types,
    not_in_types: sent.not_in_types,
    from: sent.from,
    to: sent.to,
    user: sent.automated === true ? undefined : author,
    automated: onlyTrue(sent.automated),
    loggeable_type: sent.loggeable_type,
    loggeable_id: sent.loggeable_id,
    only_core: onlyTrue(sent.only_core),
    query: sent.query,
    admin_actions: onlyTrue(sent.admin_actions),
  });
}

/** Each of these filters when it is true, and does nothing otherwise. */
function onlyTrue(value: boolean | undefined): true | undefined {
  return value === true ? true : undefined;
}
