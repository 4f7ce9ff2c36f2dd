import { z } from 'zod';
import { identifier } from '../../../../toolkit/identifier.ts';
import type { Fail } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { allowRename, refusedRename } from '../../../rename-guard.ts';
import { identifiedCategory, spaceOfCall } from '../../resolvers.ts';
import { categoryName, categoryParameter, categorySlug } from '../category-arguments.ts';
import {
  categorySnapshot,
  type FoundCategory,
  findCategory,
  type OfCategory,
  planCategoryChange,
  saveCategory,
} from '../category-change.ts';
import { changedCategoryData } from '../category-shape.ts';

const input = z.object({
  space: identifier('Space'),
  identifier: categoryParameter,
  name: categoryName.optional(),
  slug: categorySlug,
  allow_rename: allowRename,
});

/** Nobody is asked: a change loses nothing but the old values, and a new slug is asked for twice as it is. */
export const updateAction = kit.mutation({
  summary: 'Rename a category; what is not sent stays',
  idempotent: true,
  confirm: 'never',
  input,
  data: z.object(changedCategoryData),
  resolve: [spaceOfCall, identifiedCategory],
  operations: ['listSpaces', 'listCategories', 'getCategory', 'updateCategory', 'listEntries'],
  notes: ['A new slug rewrites the paths of everything below, so it needs allow_rename.'],
  invalidates: ['content-categories.*'],
  snapshot: categorySnapshot,
  plan: async (sent, ctx) => planCategoryChange(ctx, await renamed(sent, ctx), attributesOf(sent)),
  run: async (sent, ctx) => saveCategory(ctx, await renamed(sent, ctx), attributesOf(sent)),
});

type Sent = z.output<typeof input>;

function attributesOf({ name, slug }: Sent) {
  return { name, slug };
}

/** The category, or the refusal of a new slug that is not said to be meant. */
async function renamed(sent: Sent, ctx: OfCategory): Promise<FoundCategory | Fail> {
  const found = await findCategory(ctx);
  const refused = refusedRename({
    path: 'slug',
    stored: found.before.slug,
    wanted: sent.slug,
    isRenameAllowed: sent.allow_rename,
  });
  return refused ?? found;
}
