import { type Answer, ok } from './answer.ts';
import type { JsonObject } from './json-object.ts';

const perPageDefault = 10;
const perPageMax = 100;

interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** The leading digits count, as the platform's own number parsing does; anything below one is the default. */
function positiveOr(text: string | null, fallback: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isNaN(value) || value < 1 ? fallback : value;
}

/** `per_page` is capped without an error, and `paginate=false` only means the cap. */
function readPage(query: URLSearchParams): Page {
  const paginate = query.get('paginate');
  const unpaginated = paginate === 'false' || paginate === '0';
  return {
    page: positiveOr(query.get('page'), 1),
    perPage: unpaginated
      ? perPageMax
      : Math.min(positiveOr(query.get('per_page'), perPageDefault), perPageMax),
  };
}

/**
 * The attributes asked for with `only[]`, or undefined for all of them. `only=id,name` is one attribute
 * with a comma in its name: nothing is called so, and the objects come back empty.
 */
function readOnly(query: URLSearchParams): readonly string[] | undefined {
  const names = [...query.getAll('only[]'), ...query.getAll('only')];
  return names.length === 0 ? undefined : names;
}

function trim(item: JsonObject, names: readonly string[] | undefined): JsonObject {
  if (names === undefined) return item;
  const kept: { [key: string]: JsonObject[string] } = {};
  for (const name of names) if (Object.hasOwn(item, name)) kept[name] = item[name];
  return kept;
}

/** A detail, trimmed by `only[]` like the items of a list. */
export function detail(item: JsonObject, query: URLSearchParams): Answer {
  return ok(trim(item, readOnly(query)));
}

/** What an item is sorted by; text compares without case. */
type SortKey<Item> = (item: Item) => string | number | boolean | null | undefined;

export interface Sorting<Item> {
  readonly keys: { readonly [name: string]: SortKey<Item> };
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

function compare(left: ReturnType<SortKey<unknown>>, right: ReturnType<SortKey<unknown>>): number {
  if (typeof left === 'string' && typeof right === 'string') {
    return left.toLowerCase() < right.toLowerCase() ? -1 : left.toLowerCase() > right.toLowerCase() ? 1 : 0;
  }
  return Number(left ?? -1) - Number(right ?? -1);
}

/** An unknown `sort_by` or `order` falls back to the default order without an error. */
function sort<Item>(items: Item[], query: URLSearchParams, sorting: Sorting<Item>): Item[] {
  const askedBy = query.get('sort_by') ?? sorting.by;
  const askedOrder = (query.get('order') ?? sorting.order).toLowerCase();
  const isValid = Object.hasOwn(sorting.keys, askedBy) && ['asc', 'desc'].includes(askedOrder);
  const key = sorting.keys[isValid ? askedBy : sorting.by];
  if (key === undefined) return items;
  const sign = (isValid ? askedOrder : sorting.order) === 'desc' ? -1 : 1;
  return items.sort((left, right) => sign * compare(key(left), key(right)));
}

export interface CollectionOptions<Item> {
  /** The key of the list in the envelope: `spaces`. */
  readonly name: string;
  readonly items: Iterable<Item>;
  readonly query: URLSearchParams;
  readonly sorting: Sorting<Item>;
  readonly view: (item: Item) => JsonObject;
  /** The attributes sent when the call names none. */
  readonly onlyDefault?: readonly string[];
}

/** One page of a list in the platform's envelope. A page past the last one is empty, not an error. */
export function collection<Item>(options: CollectionOptions<Item>): Answer {
  const { page, perPage } = readPage(options.query);
  const sorted = sort([...options.items], options.query, options.sorting);
  const names = readOnly(options.query) ?? options.onlyDefault;
  const first = (page - 1) * perPage;
  return ok({
    [options.name]: sorted.slice(first, first + perPage).map((item) => trim(options.view(item), names)),
    meta: {
      total_entries: sorted.length,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(sorted.length / perPage),
    },
  });
}

/** Keyword search as the lists do it: a part of any of the texts, without case. No keywords match everything. */
export function matchesQuery(
  query: string | null,
  ...texts: readonly (string | null | undefined)[]
): boolean {
  if (query === null || query === '') return true;
  const wanted = query.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}
