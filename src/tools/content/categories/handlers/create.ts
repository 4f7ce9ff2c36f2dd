import { z } from 'zod';
import { createCategory, getCategory } from '../../../../modyo/content/categories.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { parentIfNamed, spaceOfCall } from '../../resolvers.ts';
import { categoryName, categoryNames, categorySlug, parentParameter } from '../category-arguments.ts';
import { incompleteTree } from '../category-change.ts';
import { categoryLosses } from '../category-losses.ts';
import { categoryData, categoryResource, categoryView } from '../category-shape.ts';
import { readTree } from '../category-tree.ts';

export const createAction = kit.action({
  summary: 'Create a category, at the root or below another one',
  input: z.object({
    space: identifier('Space'),
    name: categoryName,
    slug: categorySlug,
    parent: parentParameter.optional(),
  }),
  data: z.object(categoryData),
  resolve: [spaceOfCall, parentIfNamed],
  operations: ['listSpaces', 'listCategories', 'createCategory', 'getCategory'],
  invalidates: ['content-categories.*'],
  async run(input, ctx) {
    const { name, slug } = input;
    const asked = { name, slug, parent_id: ctx.parent?.id };
    const id = await createCategory(ctx.modyo, ctx.space.id, asked, categoryNames);
    await ctx.identifiers.forget({ kind: 'category', spaceId: ctx.space.id });
    const stored = await reread(getCategory(ctx.modyo, ctx.space.id, id), id);
    const tree = await reread(readTree(ctx), id);
    const place = { ...asked, parent_id: ctx.parent?.id ?? null };
    return ok(categoryView(stored, tree), {
      resource: categoryResource(stored),
      state: { warnings: [...categoryLosses(place, undefined, stored), ...incompleteTree(tree)] },
    });
  },
});
