import { z } from 'zod';
import { deleteCategory, getCategory } from '../../../../modyo/content/categories.ts';
import { type Entry, listEntries } from '../../../../modyo/content/entries.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { counted, quoted, versionMark } from '../../../plan-wording.ts';
import { isGone, reread } from '../../../reread.ts';
import { entryRows } from '../../entry-rows.ts';
import { identifiedCategoryAnew, spaceOfCall } from '../../resolvers.ts';
import { categoryParameter } from '../category-arguments.ts';
import { type FoundCategory, findCategory, incompleteTree, type OfCategory } from '../category-change.ts';
import { categoryResource, placed, placedCategory } from '../category-shape.ts';
import { descendantsOf, nodeOf, readTree } from '../category-tree.ts';

/** Entries that are read again after a deletion. */
const entriesReadMax = 100;

export const deleteAction = kit.mutation({
  summary: 'Delete a category and everything below it; its entries stay without a category',
  input: z.object({ space: identifier('Space'), identifier: categoryParameter }),
  data: z.object({
    deleted: z.boolean(),
    categories_deleted: z.array(placedCategory),
    entries_uncategorised: z.number(),
    entries_read: z.number(),
  }),
  resolve: [spaceOfCall, identifiedCategoryAnew],
  operations: ['listSpaces', 'listCategories', 'getCategory', 'listEntries', 'getEntry', 'deleteCategory'],
  notes: ['A deleted category and those below it cannot be brought back.'],
  invalidates: ['content-categories.*', 'content-entries.*'],
  plan: (_input, ctx) => planDeletion(ctx),
  async run(_input, ctx) {
    const { before, tree } = await findCategory(ctx);
    const entries = await entriesOf(ctx, before.id);
    await deleteCategory(ctx.modyo, ctx.space.id, before.id);
    await ctx.identifiers.forget({ kind: 'category', spaceId: ctx.space.id });
    const deleted = await isGone(getCategory(ctx.modyo, ctx.space.id, before.id), before.id);
    const left = await reread(readTree(ctx), before.id);
    const ids = entries.items.map(({ id }) => id);
    const rows = await reread(entryRows(ctx, ids), before.id);
    const family = [nodeOf(tree, before.id), ...descendantsOf(tree, before.id)].filter(
      (node) => node !== undefined,
    );
    const gone = family.filter(({ id }) => nodeOf(left, id) === undefined);
    const uncategorised = [...rows.values()].filter((row) => row.category_id == null);
    return ok(
      {
        deleted,
        categories_deleted: deleted ? gone.map(placed) : [],
        entries_uncategorised: uncategorised.length,
        entries_read: ids.length,
      },
      {
        resource: categoryResource(before),
        state: {
          status: deleted ? 'done' : 'accepted',
          warnings: [
            ...(deleted ? remains({ family, gone, ids, rows, uncategorised }) : []),
            ...notRead(entries.total, ids.length),
            ...incompleteTree(left),
          ],
        },
      },
    );
  },
});

interface After {
  readonly family: readonly unknown[];
  readonly gone: readonly unknown[];
  readonly ids: readonly number[];
  readonly rows: ReadonlyMap<number, Entry>;
  readonly uncategorised: readonly Entry[];
}

/** What the deletion should have done to the rest and did not. */
function remains({ family, gone, ids, rows, uncategorised }: After): readonly Warning[] {
  const left = family.length - gone.length;
  const missing = ids.length - rows.size;
  const categorised = rows.size - uncategorised.length;
  return [
    ...warningIf(left, 'CATEGORIES_LEFT', 'data.categories_deleted', 'categories below it are still there'),
    ...warningIf(missing, 'ENTRIES_MISSING', 'data.entries_uncategorised', 'of its entries are gone'),
    ...warningIf(
      categorised,
      'ENTRIES_STILL_CATEGORISED',
      'data.entries_uncategorised',
      'of its entries still have a category',
    ),
  ];
}

function warningIf(count: number, code: string, path: string, what: string): readonly Warning[] {
  return count === 0 ? [] : [{ code, path, message: `${count} ${what}.` }];
}

function notRead(total: number, read: number): readonly Warning[] {
  if (total <= read) return [];
  const message = `The category had ${total} entries; the first ${read} were read again.`;
  return [{ code: 'ENTRIES_NOT_ALL_READ', path: 'data.entries_read', message }];
}

async function entriesOf({ modyo, space }: OfCategory, categoryId: number) {
  const { items, meta } = await listEntries(modyo, space.id, {
    category_id: categoryId,
    page: 1,
    per_page: entriesReadMax,
    sort_by: 'id',
    order: 'asc',
  });
  return { items, total: meta.total_entries };
}

async function planDeletion(ctx: OfCategory): Promise<Plan> {
  const found = await findCategory(ctx);
  const { before } = found;
  const below = descendantsOf(found.tree, before.id);
  const { total } = await entriesOf(ctx, before.id);
  return {
    resource: categoryResource(before),
    changes: {
      deletes: { categories: below.length + 1, paths: pathsOf(found) },
      uncategorises: { entries: total },
      ...(!found.tree.complete && { complete: false }),
    },
    version: versionMark(before.id, before.updated_at, before.slug, below.length, total),
    summary: `The category ${quoted(before.name)} is deleted for good, with ${counted(below.length, 'category', 'categories')} below it; ${counted(total, 'entry loses its', 'entries lose their')} category.`,
  };
}

function pathsOf({ before, tree }: FoundCategory): readonly string[] {
  return [nodeOf(tree, before.id), ...descendantsOf(tree, before.id)].flatMap((node) =>
    node === undefined ? [] : [node.path],
  );
}
