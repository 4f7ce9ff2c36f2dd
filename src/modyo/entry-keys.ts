import { foundOrNothing } from './absence.ts';
import type { ModyoClient } from './client.ts';
import { type Entry, getEntry, listEntries } from './content/entries.ts';

/** Entries whose slug is read to see whether it is the one that is looked for. */
const slugsReadMax = 8;
const rowsAskedMax = 100;
const keyLike = /^[\w-]+$/;

export interface EntryFilter {
  readonly type_id: number | undefined;
  readonly target_locale: string | undefined;
}

/**
 * The entry with this uuid or slug, by Modyo's own search. Lists do not show slugs, so those of a few
 * matches are read one by one. No answer does not mean that there is none: what the search looks at is not documented.
 */
export async function findEntryByKey(
  modyo: ModyoClient,
  spaceId: number,
  filter: EntryFilter,
  text: string,
): Promise<Entry | undefined> {
  if (!keyLike.test(text)) return undefined;
  const { items } = await listEntries(modyo, spaceId, {
    query: text,
    ...filter,
    page: 1,
    per_page: rowsAskedMax,
  });
  return (
    items.find(({ uuid, slug }) => uuid === text || slug === text) ?? findBySlug(modyo, spaceId, items, text)
  );
}

/** The one of the rows that has this slug; rows whose name leads to it are read first. */
async function findBySlug(
  modyo: ModyoClient,
  spaceId: number,
  rows: readonly Entry[],
  slug: string,
): Promise<Entry | undefined> {
  const unread = rows.filter((row) => row.slug === undefined);
  const likely = unread.filter(({ name }) => slug.startsWith(slugOf(name ?? '')));
  const chosen = [...new Set([...likely, ...unread])].slice(0, slugsReadMax);
  const read = await Promise.all(chosen.map(({ id }) => foundOrNothing(getEntry(modyo, spaceId, id))));
  return read.find((entry) => entry?.slug === slug);
}

/** Modyo makes the slug of an entry from its name unless it is given one. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
