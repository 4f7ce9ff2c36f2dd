import { z } from 'zod';
import type { CategoryNode } from '../../../modyo/content/categories.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';
import { type CategoryTree, nodeOf, type TreeNode } from './category-tree.ts';

/** A category as it is echoed: what we rely on, and whatever else Modyo says of it. */
const category = foreign({
  id: z.number(),
  name: z.string(),
  slug: z.string().optional(),
  uuid: z.string().optional(),
});

/** A category in its place, as lists and relatives are shown. */
export const placedCategory = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string().optional(),
  full_path: z.string(),
  parent_id: z.number().nullable(),
  depth: z.number(),
  children_count: z.number(),
});

/** The keys of `data` that tell of one category after a read or a write. */
export const categoryData = {
  category,
  full_path: z.string().optional(),
  children: z.array(placedCategory),
};

/** As {@link categoryData}, after a change that may have rewritten paths. */
export const changedCategoryData = {
  ...categoryData,
  paths_rewritten: z.number(),
  paths: z.array(z.object({ id: z.number(), before: z.string(), after: z.string() })),
};

export function placed({ id, name, slug, path, parentId, depth, childrenCount }: TreeNode) {
  return { id, name, slug, full_path: path, parent_id: parentId, depth, children_count: childrenCount };
}

/** One category with its path and what lies directly below it, as the tree has them. */
export function categoryView(stored: CategoryNode, tree: CategoryTree) {
  return {
    category: stored,
    full_path: nodeOf(tree, stored.id)?.path,
    children: tree.nodes.filter(({ parentId }) => parentId === stored.id).map(placed),
  };
}

export function categoryResource({ id, name, slug, uuid }: CategoryNode): ResourceRef {
  return { type: 'category', id, name, uid: slug, uuid };
}

/** The category above; `null` for a root, `undefined` where Modyo does not say. */
export function parentIdOf({ parent, parent_id: parentId }: CategoryNode): number | null | undefined {
  return parent === undefined ? parentId : (parent?.id ?? null);
}
