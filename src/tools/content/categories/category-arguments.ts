import type { FieldPath } from '../../../modyo/client.ts';
import { identifier } from '../../../toolkit/identifier.ts';
import { nameText } from '../../name-parameters.ts';

const texts = 'path, slug or name';

export const categoryParameter = identifier('Category', texts);

export const parentParameter = identifier('Category above', texts);

export const categoryName = nameText.describe('Name of the category, e.g. "Savings"');

export const categorySlug = nameText
  .regex(/^[a-zA-Z0-9_-]+$/, 'Letters, digits, hyphens and underscores only.')
  .optional()
  .describe('Slug, unique among its siblings and part of their paths, e.g. "savings"');

/** Our parameter for what Modyo complains about; a path is too long because of its slug. */
export const categoryNames: FieldPath = (attribute) =>
  ({ parent_id: 'parent', parent: 'parent', full_path: 'slug' })[attribute];
