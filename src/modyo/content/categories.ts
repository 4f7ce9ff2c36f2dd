import { z } from 'zod';
import { answerOf, element, optional } from '../answer-shape.ts';
import type { ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const categoryNode = element({
  id: z.number(),
  name: z.string(),
  slug: optional(z.string()),
  uuid: optional(z.string()),
  /** The slugs from the root on: `news/local`. */
  full_path: optional(z.string()),
});

const category = categoryNode.extend({
  get children(): z.ZodOptional<z.ZodNullable<z.ZodArray<typeof category>>> {
    return z.array(category).nullish();
  },
});

export type CategoryNode = z.output<typeof categoryNode>;

export type Category = z.output<typeof category>;

const categoryPage = pageOf('categories', category);

/** A page of categories; those below another one stand in its `children`. */
export function listCategories(
  modyo: ModyoClient,
  spaceId: number,
  request: PageRequest,
): Promise<Page<Category>> {
  return answerOf(modyo, 'listCategories', categoryPage, {
    path: { space_id: spaceId },
    query: { ...request },
  });
}

export function getCategory(modyo: ModyoClient, spaceId: number, categoryId: number): Promise<CategoryNode> {
  return answerOf(modyo, 'getCategory', categoryNode, { path: { space_id: spaceId, id: categoryId } });
}
