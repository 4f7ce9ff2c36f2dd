import { z } from 'zod';
import { type Attributes, answerOf, created, element, optional } from '../answer-shape.ts';
import type { FieldPath, ModyoClient } from '../client.ts';
import { type Page, type PageRequest, pageOf } from '../pages.ts';

const categoryNode = element({
  id: z.number(),
  name: z.string(),
  slug: optional(z.string()),
  uuid: optional(z.string()),
  /** The slugs from the root on: `news/local`. */
  full_path: optional(z.string()),
  /** In lists; `null` for a root. */
  parent_id: z.number().nullish(),
  /** In the detail; `null` for a root. */
  parent: element({ id: z.number() }).nullish(),
  updated_at: optional(z.string()),
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

/** @returns its id; what Modyo stored is not taken from its answer */
export async function createCategory(
  modyo: ModyoClient,
  spaceId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<number> {
  const request = { path: { space_id: spaceId }, body: attributes, fieldPath };
  return (await answerOf(modyo, 'createCategory', created, request)).id;
}

/** Another slug, or another `parent_id`, changes the paths of everything below it too. */
export async function updateCategory(
  modyo: ModyoClient,
  spaceId: number,
  categoryId: number,
  attributes: Attributes,
  fieldPath?: FieldPath,
): Promise<void> {
  await modyo.call('updateCategory', {
    path: { space_id: spaceId, id: categoryId },
    body: attributes,
    fieldPath,
  });
}

/** Takes everything below it along. The entries stay, without a category. */
export async function deleteCategory(modyo: ModyoClient, spaceId: number, categoryId: number): Promise<void> {
  await modyo.call('deleteCategory', { path: { space_id: spaceId, id: categoryId } });
}
