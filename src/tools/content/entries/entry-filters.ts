import { z } from 'zod';
import { getCategory } from '../../../modyo/content/categories.ts';
import { getType } from '../../../modyo/content/types.ts';
import { order, query } from '../../list-parameters.ts';
import { namedBy } from '../../named-parameter.ts';
import type { InSpace } from '../resolvers.ts';
import {
  categoryParameter,
  localeParameter,
  spaceParameter,
  tagsParameter,
  typeParameter,
} from './entry-arguments.ts';

const states = ['archived', 'published', 'unpublished', 'scheduled'] as const;
const workflowStates = ['draft', 'reviewing', 'approved', 'archived'] as const;
const sortKeys = [
  'id',
  'name',
  'category_id',
  'locale',
  'content_type_id',
  'user_id',
  'created_at',
  'updated_at',
] as const;

/**
 * What narrows a list of entries. Modyo ignores what it does not understand and answers an unfiltered list,
 * so every value is checked here.
 */
export const entryFilters = z.object({
  space: spaceParameter,
  type: typeParameter.optional(),
  states: z
    .array(z.enum(states))
    .min(1)
    .max(states.length)
    .optional()
    .describe('Only entries in one of these states, e.g. ["published"]'),
  workflow_state: z.enum(workflowStates).optional().describe('Only entries in this state of the review'),
  category: categoryParameter.optional(),
  tags: tagsParameter,
  locale: localeParameter,
  query: query('names and uuids of entries'),
  sort_by: z.enum(sortKeys).optional().describe('Attribute to sort by; default the last change'),
  order,
});

/**
 * Makes sure that what an empty list was narrowed by exists: an id is taken unseen, and Modyo answers an
 * empty list to one that leads nowhere.
 * @throws {AppError} `NOT_FOUND`
 */
export async function confirmFilters(
  { modyo, space }: InSpace,
  filters: { readonly type: number | undefined; readonly category: number | undefined },
): Promise<void> {
  await Promise.all([
    filters.type === undefined ? undefined : namedBy('type', getType(modyo, space.id, filters.type)),
    filters.category === undefined
      ? undefined
      : namedBy('category', getCategory(modyo, space.id, filters.category)),
  ]);
}
