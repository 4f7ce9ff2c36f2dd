import { z } from 'zod';

/** Modyo caps the page size at 100 without saying so anywhere but here. */
const pageMeta = z.object({
  total_entries: z.number(),
  per_page: z.number(),
  current_page: z.number(),
  total_pages: z.number(),
});

export type PageMeta = z.output<typeof pageMeta>;

/** One page of a list; `meta` is Modyo's own account of the whole. */
export interface Page<Item> {
  readonly items: Item[];
  readonly meta: PageMeta;
}

/** What every list takes. `undefined` leaves Modyo's default. */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly sort_by?: string | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

/** For a list of which only the count is wanted. */
export const smallestPage = { page: 1, per_page: 1 } as const;

/** The schema of a list whose items stand under `key`. */
export function pageOf<Key extends string, Item extends z.ZodType>(key: Key, item: Item) {
  return z.looseObject({ [key]: z.array(item), meta: pageMeta }).transform(
    (list): Page<z.output<Item>> => ({
      items: list[key] as z.output<Item>[],
      meta: list['meta'] as PageMeta,
    }),
  );
}

export interface Walk<Item> {
  readonly items: readonly Item[];
  /** Items that were looked at. */
  readonly searched: number;
  /** Items that there are, as Modyo counts them. */
  readonly total: number;
  /** Whether everything was looked at. */
  readonly complete: boolean;
}

export interface WalkOptions<Item> {
  /** Pages are asked for by id, so that a change during the walk moves nothing between pages. */
  readonly fetchPage: (request: PageRequest) => Promise<Page<Item>>;
  readonly pagesMax: number;
  /** Ends the walk early when a page holds what was looked for. */
  readonly isFound?: (items: readonly Item[]) => boolean;
}

const itemsPerPage = 100;
const pagesAtOnce = 4;

/** Reads a whole list, at most `pagesMax` pages of 100, and says how much of it that was. */
export async function walkPages<Item extends { readonly id: number }>(
  options: WalkOptions<Item>,
): Promise<Walk<Item>> {
  const { fetchPage, pagesMax, isFound = () => false } = options;
  const pageAt = (page: number) => fetchPage({ page, per_page: itemsPerPage, sort_by: 'id', order: 'asc' });
  const byId = new Map<number, Item>();
  const keep = (page: Page<Item>): boolean => {
    for (const item of page.items) byId.set(item.id, item);
    return isFound(page.items);
  };

  const first = await pageAt(1);
  let hasFound = keep(first);
  const lastPage = Math.min(first.meta.total_pages, pagesMax);
  for (let page = 2; page <= lastPage && !hasFound; page += pagesAtOnce) {
    const count = Math.min(pagesAtOnce, lastPage - page + 1);
    const batch = await Promise.all(Array.from({ length: count }, (_, index) => pageAt(page + index)));
    hasFound = batch.map(keep).includes(true);
  }
  const total = first.meta.total_entries;
  return { items: [...byId.values()], searched: byId.size, total, complete: byId.size >= total };
}
