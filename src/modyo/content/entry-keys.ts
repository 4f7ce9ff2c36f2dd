import { foundOrNothing } from '../absence.ts';
import type { ModyoClient } from '../client.ts';
import { type Entry, getEntry, listEntries } from './entries.ts';

/** Entries whose slug is read to see whether it is the one that is looked for. */
const slugsReadMax = 40;
const slugsReadAtOnce = 8;
const rowsAskedMax = 100;
/** What a slug or a uuid can look like; a text with a space is a name. */
const keyLike = /^[^\s/?#]+$/;

export interface EntryFilter {
  readonly type_id: number | undefined;
  readonly target_locale: string | undefined;
}

/** Entries that a key of their own leads to. */
export interface KeyedEntries {
  /** More than one where entries of different types have one slug. */
  readonly entries: readonly Entry[];
  /** False if an entry that the search found was not looked at. */
  readonly complete: boolean;
}

/**
 * The entries with this uuid or slug, by Modyo's own search. Lists do not show slugs, so those of the
 * matches are read one by one. None does not mean that there is none: what the search looks at is not documented.
 */
export async function findEntriesByKey(
  modyo: ModyoClient,
  spaceId: number,
  filter: EntryFilter,
  text: string,
): Promise<KeyedEntries> {
  if (!keyLike.test(text)) return { entries: [], complete: true };
  const { items, meta } = await listEntries(modyo, spaceId, {
    query: text,
    ...filter,
    page: 1,
    per_page: rowsAskedMax,
  });
  const keyed = items.filter(({ uuid, slug }) => uuid === text || slug === text);
  if (keyed.length > 0) return { entries: keyed, complete: true };
  const found = await findBySlug(modyo, spaceId, items, text);
  return { ...found, complete: found.complete && items.length >= meta.total_entries };
}

/** Those of the rows that have this slug; rows whose name leads to it are read first, a few at a time. */
async function findBySlug(
  modyo: ModyoClient,
  spaceId: number,
  rows: readonly Entry[],
  slug: string,
): Promise<KeyedEntries> {
  const unread = rows.filter((row) => row.slug === undefined);
  const likely = unread.filter(({ name }) => slug.startsWith(slugOf(name ?? '')));
  const ordered = [...new Set([...likely, ...unread])];
  const chosen = ordered.slice(0, slugsReadMax);
  for (let at = 0; at < chosen.length; at += slugsReadAtOnce) {
    const batch = chosen.slice(at, at + slugsReadAtOnce);
    const read = await Promise.all(batch.map(({ id }) => foundOrNothing(getEntry(modyo, spaceId, id))));
    const entries = read.filter((entry) => entry?.slug === slug).filter((entry) => entry !== undefined);
    if (entries.length > 0) return { entries, complete: true };
  }
  return { entries: [], complete: chosen.length === ordered.length };
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
