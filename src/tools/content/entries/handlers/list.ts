import { z } from 'zod';
import { listEntries } from '../../../../modyo/content/entries.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData } from '../../../list-parameters.ts';
import { namedBy } from '../../../named-parameter.ts';
import { categoryIfNamed, localeIfNamed, spaceOfCall, typeIfNamed } from '../../resolvers.ts';
import { confirmFilters, entryFilters } from '../entry-filters.ts';
import { listedEntry } from '../entry-shape.ts';
import { entryRow } from '../entry-view.ts';

export const listAction = kit.query({
  summary: 'List the entries of a space, without their field values',
  paginate: true,
  filters: ['type', 'states', 'workflow_state', 'category', 'tags', 'locale', 'query'],
  input: entryFilters,
  data: z.object({ entries: z.array(listedEntry), filters: filtersData }),
  present: { fieldsOf: 'entries', fieldsParameter: 'entry_fields' },
  resolve: [spaceOfCall, typeIfNamed, categoryIfNamed, localeIfNamed],
  operations: [
    'listSpaces',
    'getSpace',
    'listTypes',
    'getType',
    'listCategories',
    'getCategory',
    'listEntries',
  ],
  async run(input, ctx) {
    const filters = usedFilters({
      type: ctx.type?.id,
      states: input.states,
      workflow_state: input.workflow_state,
      category: ctx.category?.id,
      tags: input.tags,
      locale: ctx.locale,
      query: input.query,
    });
    const listing = listEntries(ctx.modyo, ctx.space.id, {
      type_id: ctx.type?.id,
      states: input.states,
      workflow_state: input.workflow_state,
      category_id: ctx.category?.id,
      tags: input.tags,
      target_locale: ctx.locale,
      query: input.query,
      sort_by: input.sort_by,
      order: input.order,
      page: input.page,
      per_page: input.per_page,
    });
    const page = await namedBy('space', listing);
    if (page.items.length === 0)
      await confirmFilters(ctx, { type: ctx.type?.id, category: ctx.category?.id });
    const state = await coverage(page, filters, () => listEntries(ctx.modyo, ctx.space.id, smallestPage));
    return ok(
      { entries: page.items.map(entryRow), filters },
      { resource: { type: 'space', ...ctx.space }, state },
    );
  },
});
