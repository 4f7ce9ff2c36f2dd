import { z } from 'zod';
import { element, optional, readAnswer } from '../answer-shape.ts';
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
export async function listCategories(
  modyo: ModyoClient,
  spaceId: number,
  request: PageRequest,
): Promise<Page<Category>> {
  const answer = await modyo.call('listCategories', { path: { space_id: spaceId }, query: { ...request } });
  return readAnswer(categoryPage, 'listCategories', answer);
}

export async function getCategory(
  modyo: ModyoClient,
  spaceId: number,
  categoryId: number,
): Promise<CategoryNode> {
  const answer = await modyo.call('getCategory', { path: { space_id: spaceId, id: categoryId } });
  return readAnswer(categoryNode, 'getCategory', answer);
}
