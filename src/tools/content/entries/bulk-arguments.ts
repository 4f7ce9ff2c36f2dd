import { z } from 'zod';
import { nameText } from '../../name-parameters.ts';
import {
  categoryParameter,
  entryName,
  entrySlug,
  entryUuid,
  fieldsParameter,
  privateParameter,
  tagsParameter,
} from './entry-arguments.ts';
import { entryFilters } from './entry-filters.ts';

/** Entries that one call moves or creates at most. */
export const bulkTargetsMax = 300;

const { sort_by: _by, order: _order, ...filters } = entryFilters.shape;

/** What only narrows a search; `type` also tells equal slugs apart. */
const searching = ['states', 'workflow_state', 'category', 'tags', 'query'] as const;

const selection = z.object({
  ...filters,
  identifiers: z
    .array(nameText)
    .min(1)
    .max(bulkTargetsMax)
    .optional()
    .describe('Entries by uuid, slug, name or id, instead of filters, e.g. ["launch-day"]'),
});

type Selection = z.output<typeof selection>;

/** Which entries a move is about: named ones, or all that filters match. */
export const bulkSelection = selection
  .refine((sent) => sent.identifiers !== undefined || sent.type !== undefined || isSearch(sent), {
    path: ['identifiers'],
    message: 'Send identifiers, or a filter such as type or states',
  })
  .refine((sent) => sent.identifiers === undefined || !isSearch(sent), {
    path: ['identifiers'],
    message: 'Send either identifiers or filters',
  });

function isSearch(sent: Selection): boolean {
  return searching.some((name) => sent[name] !== undefined);
}

/** One entry of a creation in bulk. */
export const bulkDraft = z.strictObject({
  name: entryName,
  slug: entrySlug,
  category: categoryParameter.optional(),
  tags: tagsParameter,
  private: privateParameter,
  fields: fieldsParameter,
  uuid: entryUuid.optional().describe('Entry of which this becomes the translation, by its uuid'),
});

export const inferredBulkNote = 'Bulk publish, unpublish, archive, restore and delete use inferred calls.';
