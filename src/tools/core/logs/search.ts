import { z } from 'zod';
import { listLogs, listLogTypes } from '../../../modyo/core/logs.ts';
import { getAdminUser } from '../../../modyo/core/users.ts';
import { smallestPage } from '../../../modyo/pages.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import { type Fail, fail, isFail, ok } from '../../../toolkit/result.ts';
import { kit, type ModyoToolContext } from '../../kit.ts';
import { coverage } from '../../list-coverage.ts';
import { filtersData } from '../../list-parameters.ts';
import { namedBy } from '../../named-parameter.ts';
import { placeNamed, placeResource } from '../place.ts';
import { logFilterNames, logFilters } from './log-arguments.ts';
import { ignoredFilters, unknownTypes, viewOf } from './log-coverage.ts';
import { logFilter, logFiltersUsed, logPage, type SentLogFilter } from './log-filter.ts';

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
    const author = await authorOf(ctx, input);
    if (isFail(author)) return author;
    const scope = place && { [`${place.kind}_id`]: place.id };
    const page = await listLogs(modyo, { ...logFilter(input, author.uuid), ...scope, ...logPage(input) });
    const filters = { ...logFiltersUsed(input, author.uuid), ...(place && { [place.kind]: place.id }) };
    const state = await coverage(page, filters, () => listLogs(modyo, { ...scope, ...smallestPage }));
    const view = await viewOf(ctx, place);
    const isEmpty = page.meta.total_entries === 0;
    const missing = isEmpty ? await unknownTypes(input.types, () => listLogTypes(modyo)) : [];
    const ignored = ignoredFilters(page.items, input);
    const isWhole = view.isWhole && ignored.length === 0;
    return ok(
      { logs: page.items, filters, records_seen: view.seen },
      {
        ...(place && { resource: placeResource(place) }),
        state: {
          ...state,
          complete: isWhole && page.items.length >= page.meta.total_entries,
          warnings: [...(state.warnings ?? []), ...view.warnings, ...missing, ...ignored],
        },
      },
    );
  },
});

/** Records name their author by uuid, so that an id or a name is looked up. Without one nothing would be filtered. */
async function authorOf(
  { identifiers, modyo }: ModyoToolContext,
  { automated, user }: SentLogFilter,
): Promise<{ readonly uuid: string | undefined } | Fail> {
  if (automated === true) return { uuid: 'system' };
  if (user === undefined) return { uuid: undefined };
  const found = await namedBy('user', identifiers.resolve({ kind: 'user', identifier: user }));
  const uuid = found.uuid ?? (await namedBy('user', getAdminUser(modyo, found.id))).uuid;
  return uuid === undefined ? noUuid : { uuid };
}

const noUuid = fail(
  'CONFLICT',
  'Modyo does not tell the uuid of this user, by which records name their author.',
  {
    details: { reason: 'uuid_unknown' },
  },
);

export const coreLogsSearch = kit.tool('core-logs-search', {
  title: 'Search activity records',
  actions: { search: searchAction },
  recovery: {
    NOT_FOUND: [{ tool: 'core-users-manage', action: 'list', reason: 'Shows the admin users' }],
  },
});
