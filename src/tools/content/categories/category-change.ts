import { type CategoryNode, getCategory, updateCategory } from '../../../modyo/content/categories.ts';
import { listEntries } from '../../../modyo/content/entries.ts';
import { smallestPage } from '../../../modyo/pages.ts';
import type { Plan, Snapshot } from '../../../toolkit/action.ts';
import { type Answer, type Fail, fail, isFail, ok, type Warning } from '../../../toolkit/result.ts';
import { comparable } from '../../comparable.ts';
import { counted, plannedChanges, quoted, versionMark } from '../../plan-wording.ts';
import { reread } from '../../reread.ts';
import type { InSpace } from '../resolvers.ts';
import { categoryNames } from './category-arguments.ts';
import { type CategoryAttributes, categoryLosses } from './category-losses.ts';
import { categoryResource, categoryView, parentIdOf } from './category-shape.ts';
import { type CategoryTree, descendantsOf, joined, nodeOf, readTree } from './category-tree.ts';

/** Rewritten paths that one answer lists; their number is told besides. */
const pathsShownMax = 50;

export type OfCategory = InSpace & { readonly category: { readonly id: number } };

/** A category before a change, with the tree that it stands in. */
export interface FoundCategory {
  readonly before: CategoryNode;
  readonly tree: CategoryTree;
}

export interface PathChange {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

export async function findCategory(ctx: OfCategory): Promise<FoundCategory> {
  const before = await getCategory(ctx.modyo, ctx.space.id, ctx.category.id);
  return { before, tree: await readTree(ctx) };
}

/** Entries of a category and of everything below it, as the default language of the space has them. */
export async function entriesIn({ modyo, space }: InSpace, categoryId: number): Promise<number> {
  const { meta } = await listEntries(modyo, space.id, { category_id: categoryId, ...smallestPage });
  return meta.total_entries;
}

/** Refuses to put a category below itself, which Modyo would have to refuse as well. */
export function refusedPlace({ before, tree }: FoundCategory, parentId: number | null): Fail | undefined {
  if (parentId === null) return undefined;
  const isBelow = parentId === before.id || descendantsOf(tree, before.id).some(({ id }) => id === parentId);
  if (!isBelow) return undefined;
  const message = 'A category cannot lie below itself.';
  return fail('INVALID_PARAMS', `${message} Nothing was changed.`, {
    fields: [{ path: 'parent', message }],
  });
}

/** The paths that a change gives to the category and to everything below it, where they differ. */
function expectedPaths({ before, tree }: FoundCategory, change: CategoryAttributes): readonly PathChange[] {
  const own = nodeOf(tree, before.id);
  if (own === undefined) return [];
  const parentId = change.parent_id === undefined ? own.parentId : change.parent_id;
  const above = parentId === null ? undefined : nodeOf(tree, parentId)?.path;
  const path = joined(above, change.slug ?? own.slug ?? String(own.id));
  return [own, ...descendantsOf(tree, own.id)]
    .map((node) => ({ id: node.id, before: node.path, after: `${path}${node.path.slice(own.path.length)}` }))
    .filter((moved) => moved.before !== moved.after);
}

/** What a change would do to the category and to the paths below it. */
export async function planCategoryChange(
  ctx: OfCategory,
  found: FoundCategory | Fail,
  change: CategoryAttributes,
): Promise<Plan | Fail> {
  if (isFail(found)) return found;
  const { before } = found;
  const stored = { name: before.name, slug: before.slug, parent_id: parentIdOf(before) };
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const changed = plannedChanges(stored, { ...stored, ...sent });
  const paths = expectedPaths(found, change);
  const entries = paths.length === 0 ? undefined : await entriesIn(ctx, before.id);
  const told = paths.length === 0 ? '' : ` ${counted(paths.length, 'path changes', 'paths change')}.`;
  return {
    resource: categoryResource(before),
    changes: {
      changed,
      paths_rewritten: paths.length,
      paths: paths.slice(0, pathsShownMax).map((path) => ({ ...path })),
      entries_affected: entries,
      ...(!found.tree.complete && { complete: false }),
    },
    version: versionMark(before.id, before.updated_at, before.slug, parentIdOf(before), paths.length),
    summary: `The category ${quoted(before.name)} is changed in ${counted(changed.length, 'place', 'places')}.${told}`,
  };
}

type ChangeData = ReturnType<typeof categoryView> & {
  paths_rewritten: number;
  paths: PathChange[];
};

/**
 * Writes a category with everything that is stored of it, since whether Modyo keeps what is left out is not
 * documented, and reads it and the tree again.
 */
export async function saveCategory(
  ctx: OfCategory,
  found: FoundCategory | Fail,
  change: CategoryAttributes,
): Promise<Answer<ChangeData>> {
  if (isFail(found)) return found;
  const { before } = found;
  const kept = { name: before.name, slug: before.slug, parent_id: parentIdOf(before) };
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await updateCategory(ctx.modyo, ctx.space.id, before.id, { ...kept, ...sent }, categoryNames);
  await ctx.identifiers.forget({ kind: 'category', spaceId: ctx.space.id });
  const stored = await reread(getCategory(ctx.modyo, ctx.space.id, before.id), before.id);
  const tree = await reread(readTree(ctx), before.id);
  const paths = changedPaths(found.tree, tree);
  return ok(
    {
      ...categoryView(stored, tree),
      paths_rewritten: paths.length,
      paths: paths.slice(0, pathsShownMax),
    },
    {
      resource: categoryResource(stored),
      state: {
        warnings: [
          ...categoryLosses(change, before, stored),
          ...lostPaths(expectedPaths(found, change), tree),
          ...incompleteTree(tree),
        ],
      },
    },
  );
}

function changedPaths(before: CategoryTree, after: CategoryTree): PathChange[] {
  return before.nodes.flatMap(({ id, path }) => {
    const now = nodeOf(after, id)?.path;
    return now === undefined || now === path ? [] : [{ id, before: path, after: now }];
  });
}

/** Paths below the category that did not follow it. */
function lostPaths(expected: readonly PathChange[], tree: CategoryTree): readonly Warning[] {
  const lost = expected.filter(({ id, after }) => nodeOf(tree, id)?.path !== after);
  if (lost.length === 0) return [];
  return [
    {
      code: 'PATHS_NOT_REWRITTEN',
      path: 'data.paths',
      message: `${counted(lost.length, 'path is', 'paths are')} not what this change should make of them.`,
    },
  ];
}

export function incompleteTree({ complete }: CategoryTree): readonly Warning[] {
  if (complete) return [];
  return [
    {
      code: 'TREE_INCOMPLETE',
      path: 'data',
      message: 'The space has more categories than one call reads; some were not looked at.',
    },
  ];
}

/** A category with its path, for the comparison before/after. */
export async function categorySnapshot(_input: object, ctx: OfCategory): Promise<Snapshot> {
  const { before, tree } = await findCategory(ctx);
  return { ...comparable(before), full_path: nodeOf(tree, before.id)?.path };
}
