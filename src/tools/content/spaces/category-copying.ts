import { AppError } from '../../../errors/app-error.ts';
import type { ModyoClient } from '../../../modyo/client.ts';
import { type CategoryNode, createCategory, listCategories } from '../../../modyo/content/categories.ts';
import { walkPages } from '../../../modyo/pages.ts';
import type { Warning } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';

/** Pages of a hundred categories that are read at most. */
const pagesMax = 20;

/** What became of one category. */
export interface CopiedCategory {
  readonly from: number;
  readonly to?: number | undefined;
  readonly path: string;
  readonly result: 'created' | 'kept' | 'failed';
  readonly code?: string | undefined;
}

export interface CategoryCopies {
  readonly items: readonly CopiedCategory[];
  readonly warnings: readonly Warning[];
}

export interface SourceCategories {
  /** By path, so that a parent comes before what lies below it. */
  readonly categories: readonly PlacedCategory[];
  readonly complete: boolean;
}

export interface PlacedCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly path: string;
}

/** The categories of a space; the lists of accounts show those below another one beside it, within it, or both. */
export async function categoriesOf(modyo: ModyoClient, spaceId: number): Promise<SourceCategories> {
  const walk = await walkPages({
    fetchPage: (request) => listCategories(modyo, spaceId, request),
    pagesMax,
  });
  const byPath = new Map<string, PlacedCategory>();
  const place = (node: CategoryNode & { readonly children?: readonly CategoryNode[] | null | undefined }) => {
    const path = node.full_path ?? node.slug ?? '';
    byPath.set(path, { id: node.id, name: node.name, slug: node.slug ?? path.split('/').at(-1) ?? '', path });
    for (const child of node.children ?? []) place(child);
  };
  for (const node of walk.items) place(node);
  const categories = [...byPath.values()].sort((left, right) => depthOf(left.path) - depthOf(right.path));
  return { categories, complete: walk.complete };
}

function depthOf(path: string): number {
  return path.split('/').length;
}

function parentPath(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** Makes the categories that the target lacks, parents first. One whose parent is missing is not made elsewhere. */
export async function copyCategories(
  ctx: ModyoToolContext,
  source: readonly PlacedCategory[],
  targetId: number,
): Promise<CategoryCopies> {
  const present = await categoriesOf(ctx.modyo, targetId);
  const ids = new Map(present.categories.map(({ path, id }) => [path, id]));
  const items: CopiedCategory[] = [];
  const warnings: Warning[] = [];
  for (const category of source) {
    const known = ids.get(category.path);
    const made = known ?? (await madeCategory(ctx.modyo, targetId, category, ids));
    if (typeof made === 'number') {
      ids.set(category.path, made);
      items.push({ from: category.id, to: made, path: category.path, result: known ? 'kept' : 'created' });
      continue;
    }
    items.push({ from: category.id, path: category.path, result: 'failed', code: made.code });
    warnings.push({
      code: 'CATEGORY_NOT_COPIED',
      path: `categories.${category.path}`,
      message: [made.message, ...(made.fields ?? []).map(({ message }) => message)].join(' '),
    });
  }
  if (items.some(({ result }) => result === 'created'))
    await ctx.identifiers.forget({ kind: 'category', spaceId: targetId });
  return { items: await confirmedItems(ctx.modyo, targetId, items), warnings };
}

async function madeCategory(
  modyo: ModyoClient,
  spaceId: number,
  { name, slug, path }: PlacedCategory,
  ids: ReadonlyMap<string, number>,
): Promise<number | AppError> {
  const above = parentPath(path);
  const parentId = ids.get(above);
  if (above !== '' && parentId === undefined)
    return new AppError('The category above it was not copied.', { code: 'CONFLICT' });
  try {
    return await createCategory(modyo, spaceId, { name, slug, parent_id: parentId ?? null });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Only what a reading of the target shows at its path counts as made. */
async function confirmedItems(
  modyo: ModyoClient,
  spaceId: number,
  items: readonly CopiedCategory[],
): Promise<readonly CopiedCategory[]> {
  if (!items.some(({ result }) => result === 'created')) return items;
  const { categories, complete } = await categoriesOf(modyo, spaceId);
  const paths = new Set(categories.map(({ path }) => path));
  return items.map((item) =>
    item.result === 'created' && complete && !paths.has(item.path)
      ? { ...item, result: 'failed' as const, code: 'STATE_NOT_REACHED' }
      : item,
  );
}
