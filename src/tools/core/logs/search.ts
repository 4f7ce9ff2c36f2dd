import { z } from 'zod';
import { type LogFilter, listLogs, listLogTypes } from '../../../modyo/core/logs.ts';
import { getAdminUser } from '../../../modyo/core/users.ts';
import { smallestPage } from '../../../modyo/pages.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { Identifier } from '../../../toolkit/identifier.ts';
import { ok } from '../../../toolkit/result.ts';
import { kit, type ModyoToolContext } from '../../kit.ts';
import { coverage, usedFilters } from '../../list-coverage.ts';
import { filtersData } from '../../list-parameters.ts';
import { namedBy } from '../../named-parameter.ts';
import { placeNamed, placeResource } from '../place.ts';
import { logFilterNames, logFilters } from './log-arguments.ts';
import { ignoredFilters, unknownTypes, viewOf } from './log-coverage.ts';

const record = foreign({
  id: z.number(),
  type: z.string().optional(),
  title: z.string().optional(),
  created_at: z.string().optional(),
});

const searchAction = kit.query({
  summary: 'Search the activity records: who did what, where and when',
  paginate: true,
  filters: logFilterNames,
  input: logFilters,
  data: z.object({
    logs: z.array(record),
    filters: filtersData,
    records_seen: z.enum(['all', 'of_place', 'own', 'unknown']),
  }),
  present: { fieldsOf: 'logs' },
  operations: [
    'listLogs',
    'listLogTypes',
    'getProfile',
    'listAdminUsers',
    'getAdminUser',
    'listSpaces',
    'listSites',
    'listRealms',
  ],
  notes: [
    'Without a space, site or realm, Modyo shows whoever is no owner or full administrator their own records alone, and does not say so: records_seen and state.complete do.',
  ],
  async run(input, ctx) {
    const { modyo } = ctx;
    const place = await placeNamed(input, ctx);
    const scope = place && { [`${place.kind}_id`]: place.id };
    const filter: LogFilter = {
      types: input.types,
      not_in_types: input.not_in_types,
      from_date: input.from,
      to_date: input.to,
      user_uuid: input.automated === true ? 'system' : await uuidOf(ctx, input.user),
      loggeable_type: input.loggeable_type,
      loggeable_id: input.loggeable_id,
      application: input.only_core === true ? 'core' : undefined,
      query: input.query,
      admin_actions: input.admin_actions,
    };
    const request = {
      page: input.page,
      per_page: input.per_page,
      sort_by: input.sort_by,
      order: input.order,
    };
    const page = await listLogs(modyo, { ...filter, ...scope, ...request });
    const { application: _application, ...shown } = filter;
    const filters = usedFilters({ ...shown, only_core: input.only_core, ...scope } as Parameters<
      typeof usedFilters
    >[0]);
    const state = await coverage(page, filters, () => listLogs(modyo, { ...scope, ...smallestPage }));
    const view = await viewOf(ctx, place);
    const isWhole = view.isWhole && page.items.length >= page.meta.total_entries;
    const missing =
      page.meta.total_entries === 0 ? await unknownTypes(input.types, () => listLogTypes(modyo)) : [];
    const ignored = ignoredFilters(page.items, input);
    return ok(
      { logs: page.items, filters, records_seen: view.seen },
      {
        ...(place && { resource: placeResource(place) }),
        state: {
          ...state,
          complete: isWhole && ignored.length === 0,
          warnings: [...(state.warnings ?? []), ...view.warnings, ...missing, ...ignored],
        },
      },
    );
  },
});

/** Records name their author by uuid, so that an id or a name is looked up. */
async function uuidOf(
  { identifiers, modyo }: ModyoToolContext,
  user: Identifier | undefined,
): Promise<string | undefined> {
  if (user === undefined) return undefined;
  const found = await namedBy('user', identifiers.resolve({ kind: 'user', identifier: user }));
  return found.uuid ?? (await namedBy('user', getAdminUser(modyo, found.id))).uuid;
}

export const coreLogsSearch = kit.tool('core-logs-search', {
  title: 'Search activity records',
  actions: { search: searchAction },
  recovery: {
    NOT_FOUND: [{ tool: 'core-users-manage', action: 'list', reason: 'Shows the admin users' }],
  },
});
