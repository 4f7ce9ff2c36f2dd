import { z } from 'zod';
import { listAssets } from '../../../../modyo/content/assets.ts';
import { smallestPage } from '../../../../modyo/pages.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, order, query } from '../../../list-parameters.ts';
import { nameText } from '../../../name-parameters.ts';
import { accountNote, tagsParameter } from '../asset-arguments.ts';
import { asset } from '../asset-shape.ts';

const filterValuesMax = 20;
const sortKeys = [
  'id',
  'data_file_name',
  'data_content_type',
  'data_file_size',
  'title',
  'created_at',
  'updated_at',
] as const;

export const listAction = kit.query({
  summary: 'List the media files of the account',
  paginate: true,
  filters: ['query', 'extensions', 'tags'],
  input: z.object({
    query: query('file names and names of authors'),
    extensions: z
      .array(nameText.regex(/^[a-zA-Z0-9]+$/, 'An extension without a dot.'))
      .min(1)
      .max(filterValuesMax)
      .optional()
      .describe('Only files with one of these extensions, e.g. ["png", "jpg"]'),
    tags: tagsParameter.optional().describe('Only files with these tags, e.g. ["covers"]'),
    sort_by: z.enum(sortKeys).optional().describe('Attribute to sort by; default the last change'),
    order,
  }),
  data: z.object({ assets: z.array(asset), filters: filtersData }),
  present: { fieldsOf: 'assets' },
  operations: ['listAssets'],
  notes: [accountNote],
  async run(input, ctx) {
    const { page: number, per_page: perPage, sort_by: sortBy, order: direction } = input;
    const filters = usedFilters({ query: input.query, extensions: input.extensions, tags: input.tags });
    const page = await listAssets(ctx.modyo, {
      ...filters,
      sort_by: sortBy,
      order: direction,
      page: number,
      per_page: perPage,
    });
    const state = await coverage(page, filters, () => listAssets(ctx.modyo, smallestPage));
    return ok({ assets: page.items, filters }, { state });
  },
});
