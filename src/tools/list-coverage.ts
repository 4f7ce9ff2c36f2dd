import type { Json } from '../errors/app-error.ts';
import type { Page, PageMeta } from '../modyo/pages.ts';
import type { CallState, Warning } from '../toolkit/result.ts';

export type Filters = { readonly [name: string]: Json };

/** The filters that were really sent, without the ones that the caller left out. */
export function usedFilters(filters: Readonly<Record<string, Json | undefined>>): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter((pair): pair is [string, Json] => pair[1] !== undefined),
  );
}

/**
 * What a page of a list covers. With filters the corpus is larger than the matches, and is counted by one
 * more call for the smallest page, so that an empty answer says how much was searched.
 * @param smallestOfAll the same list with `smallestPage` and no filter
 */
export async function coverage(
  { items, meta }: Page<unknown>,
  filters: Filters,
  smallestOfAll: () => Promise<Page<unknown>>,
): Promise<CallState> {
  const total = meta.total_entries;
  const isFiltered = Object.keys(filters).length > 0;
  const searched = isFiltered ? (await smallestOfAll()).meta.total_entries : total;
  const isPastEnd = items.length === 0 && total > 0;
  return { returned: items.length, total, searched, warnings: isPastEnd ? [pastEnd(meta)] : [] };
}

function pastEnd({ total_pages: lastPage }: PageMeta): Warning {
  return { code: 'PAGE_PAST_END', path: 'page', message: `The last page is ${lastPage}.` };
}
