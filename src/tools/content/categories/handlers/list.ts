import { z } from 'zod';
import { AppError } from '../../../../errors/app-error.ts';
import type { Page } from '../../../../modyo/pages.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { coverage, usedFilters } from '../../../list-coverage.ts';
import { filtersData, query } from '../../../list-parameters.ts';
import { parentIfNamed, spaceOfCall } from '../../resolvers.ts';
import { parentParameter } from '../category-arguments.ts';
import { incompleteTree } from '../category-change.ts';
import { placed, placedCategory } from '../category-shape.ts';
import { type CategoryTree, descendantsOf, nodeOf, readTree, type TreeNode } from '../category-tree.ts';

/** Modyo's list takes no keywords, so the tree is read whole and narrowed here. */
export const listAction = kit.query({
  summary: 'List the categories of a space as a tree, each with its path',
  paginate: true,
  filters: ['query', 'parent'],
  input: z.object({
    space: identifier('Space'),
    query: query('names and paths of categories'),
    parent: parentParameter.optional(),
  }),
  data: z.object({ categories: z.array(placedCategory), filters: filtersData }),
  present: { fieldsOf: 'categories' },
  resolve: [spaceOfCall, parentIfNamed],
  operations: ['listSpaces', 'listCategories'],
  notes: ['parent lists everything below it.'],
  async run(input, ctx) {
    const tree = await readTree(ctx);
    const filters = usedFilters({ query: input.query, parent: ctx.parent?.id });
    const matches = within(tree, ctx.parent?.id).filter((node) => isMeant(node, input.query));
    const page = pageOf(matches, input);
    const all = { ...page, meta: { ...page.meta, total_entries: tree.nodes.length } };
    const state = await coverage(page, filters, () => Promise.resolve(all));
    return ok(
      { categories: page.items.map(placed), filters },
      {
        resource: { type: 'space', ...ctx.space },
        state: {
          ...state,
          ...(!tree.complete && { complete: false }),
          warnings: [...(state.warnings ?? []), ...incompleteTree(tree)],
        },
      },
    );
  },
});

/**
 * Everything below a category, or everything.
 * @throws {AppError} `NOT_FOUND` for an id that leads nowhere: it is taken unseen
 */
function within(tree: CategoryTree, parentId: number | undefined): readonly TreeNode[] {
  if (parentId === undefined) return tree.nodes;
  if (nodeOf(tree, parentId) !== undefined) return descendantsOf(tree, parentId);
  const message = 'The space has no category with this id.';
  throw new AppError(message, { code: 'NOT_FOUND', fields: [{ path: 'parent', message }] });
}

function isMeant({ name, path }: TreeNode, words: string | undefined): boolean {
  const wanted = words?.toLowerCase();
  return wanted === undefined || [name, path].some((text) => text.toLowerCase().includes(wanted));
}

function pageOf(
  nodes: readonly TreeNode[],
  { page, per_page: perPage }: { readonly page: number; readonly per_page: number },
): Page<TreeNode> {
  const start = (page - 1) * perPage;
  return {
    items: nodes.slice(start, start + perPage),
    meta: {
      total_entries: nodes.length,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(nodes.length / perPage),
    },
  };
}
