import { z } from 'zod';
import { identifier } from '../../../../toolkit/identifier.ts';
import type { Fail } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedCategory, parentIfNamed, spaceOfCall } from '../../resolvers.ts';
import { categoryParameter, parentParameter } from '../category-arguments.ts';
import {
  categorySnapshot,
  type FoundCategory,
  findCategory,
  type OfCategory,
  planCategoryChange,
  refusedPlace,
  saveCategory,
} from '../category-change.ts';
import { changedCategoryData } from '../category-shape.ts';

export const moveAction = kit.mutation({
  summary: 'Put a category, with everything below it, below another one or at the root',
  destructive: false,
  idempotent: true,
  input: z
    .object({
      space: identifier('Space'),
      identifier: categoryParameter,
      parent: parentParameter.optional(),
      to_root: z.boolean().optional().describe('True to make it a root, instead of parent'),
    })
    .refine(({ parent, to_root: toRoot }) => (parent === undefined) === (toRoot === true), {
      path: ['parent'],
      message: 'Send either parent or to_root: true',
    }),
  data: z.object(changedCategoryData),
  resolve: [spaceOfCall, identifiedCategory, parentIfNamed],
  operations: ['listSpaces', 'listCategories', 'getCategory', 'updateCategory', 'listEntries'],
  notes: ['move rewrites the paths of the category and of everything below it.'],
  invalidates: ['content-categories.*'],
  snapshot: categorySnapshot,
  plan: async (_input, ctx) => planCategoryChange(ctx, await movable(ctx), placeOf(ctx)),
  run: async (_input, ctx) => saveCategory(ctx, await movable(ctx), placeOf(ctx)),
});

type MoveContext = OfCategory & { readonly parent: { readonly id: number } | undefined };

function placeOf({ parent }: MoveContext) {
  return { parent_id: parent?.id ?? null };
}

/** The category, or the refusal of a place where it cannot lie. */
async function movable(ctx: MoveContext): Promise<FoundCategory | Fail> {
  const found = await findCategory(ctx);
  return refusedPlace(found, ctx.parent?.id ?? null) ?? found;
}
