import { type CategoryNode, listCategories } from '../../../modyo/content/categories.ts';
import { walkPages } from '../../../modyo/pages.ts';
import type { InSpace } from '../resolvers.ts';

/** Pages of 100 that are read of one space's categories. */
const pagesMax = 20;

/** One category with its place in the tree. */
export interface TreeNode {
  readonly id: number;
  readonly name: string;
  readonly slug: string | undefined;
  /** The slugs from the root on. */
  readonly path: string;
  readonly parentId: number | null;
  /** 0 for a root. */
  readonly depth: number;
  /** Categories directly below it. */
  readonly childrenCount: number;
}

export interface CategoryTree {
  /** Each category after the one above it, siblings by name. */
  readonly nodes: readonly TreeNode[];
  /** Whether every category was read. */
  readonly complete: boolean;
}

type Known = Pick<CategoryNode, 'id' | 'name' | 'slug' | 'full_path'> & { readonly parentId: number | null };

/**
 * All categories of a space. Whether Modyo lists every category or the roots alone, with the others in their
 * `children`, is not documented; both are read.
 */
export async function readTree({ modyo, space }: InSpace): Promise<CategoryTree> {
  const walk = await walkPages({
    fetchPage: (request) => listCategories(modyo, space.id, request),
    pagesMax,
  });
  const known = new Map<number, Known>();
  for (const item of walk.items) collect(item, item.parent_id ?? null, known);
  return { nodes: inOrder(known), complete: walk.complete };
}

type Listed = CategoryNode & { readonly children?: readonly Listed[] | null | undefined };

function collect(item: Listed, parentId: number | null, known: Map<number, Known>): void {
  const { id, name, slug, full_path } = item;
  const earlier = known.get(id);
  if (earlier === undefined || earlier.parentId === null)
    known.set(id, { id, name, slug, full_path, parentId });
  for (const child of item.children ?? []) collect(child, child.parent_id ?? item.id, known);
}

function inOrder(known: ReadonlyMap<number, Known>): readonly TreeNode[] {
  const childrenOf = new Map<number | null, Known[]>();
  for (const node of known.values()) {
    const above = node.parentId !== null && known.has(node.parentId) ? node.parentId : null;
    childrenOf.set(above, [...(childrenOf.get(above) ?? []), node]);
  }
  const nodes: TreeNode[] = [];
  const visit = (parent: TreeNode | undefined) => {
    const siblings = childrenOf.get(parent?.id ?? null) ?? [];
    for (const node of siblings.toSorted((left, right) => left.name.localeCompare(right.name))) {
      const placed = {
        id: node.id,
        name: node.name,
        slug: node.slug,
        path: node.full_path ?? joined(parent?.path, node.slug ?? String(node.id)),
        parentId: node.parentId,
        depth: parent === undefined ? 0 : parent.depth + 1,
        childrenCount: childrenOf.get(node.id)?.length ?? 0,
      };
      nodes.push(placed);
      visit(placed);
    }
  };
  visit(undefined);
  return nodes;
}

export function joined(above: string | undefined, slug: string): string {
  return above === undefined ? slug : `${above}/${slug}`;
}

export function nodeOf({ nodes }: CategoryTree, id: number | undefined): TreeNode | undefined {
  return nodes.find((node) => node.id === id);
}

/** Everything below a category, without the category itself. */
export function descendantsOf({ nodes }: CategoryTree, id: number): readonly TreeNode[] {
  const family = new Set([id]);
  // A category comes after the one above it, so one look at each is enough.
  for (const node of nodes) if (node.parentId !== null && family.has(node.parentId)) family.add(node.id);
  return nodes.filter((node) => node.id !== id && family.has(node.id));
}
