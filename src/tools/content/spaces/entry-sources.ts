import { foundOrNothing } from '../../../modyo/absence.ts';
import type { ModyoClient } from '../../../modyo/client.ts';
import { type Entry, getEntry, listEntries } from '../../../modyo/content/entries.ts';
import { walkPages } from '../../../modyo/pages.ts';
import { inTurns } from '../../in-turns.ts';

/** Pages of a hundred that are read of each language. */
const pagesMax = 20;

/** An entry with its versions, by language; the default language first, where the entry exists in it. */
export interface SourceEntry {
  readonly uuid: string;
  readonly typeId: number | undefined;
  readonly versions: readonly { readonly id: number; readonly locale: string }[];
}

export interface SourceEntries {
  readonly entries: readonly SourceEntry[];
  /** Versions that are archived, and so are left out. */
  readonly archived: number;
  readonly complete: boolean;
}

/** The entries of a space. A list shows each entry once, so every language is listed by itself. */
export async function entriesOf(
  modyo: ModyoClient,
  spaceId: number,
  locales: readonly string[],
): Promise<SourceEntries> {
  const byUuid = new Map<
    string,
    { typeId: number | undefined; versions: { id: number; locale: string }[] }
  >();
  const seen = new Set<number>();
  let archived = 0;
  let complete = true;
  for (const locale of locales) {
    const walk = await walkPages({
      fetchPage: (request) =>
        listEntries(modyo, spaceId, { ...request, target_locale: locale, translation: true }),
      pagesMax,
    });
    complete &&= walk.complete;
    for (const row of walk.items) {
      if (seen.has(row.id) || (row.locale ?? locale) !== locale) continue;
      seen.add(row.id);
      if (row.status === 'archived' || row.workflow?.archived === true) {
        archived += 1;
        continue;
      }
      const entry = byUuid.get(row.uuid) ?? { typeId: row.content_type_id, versions: [] };
      entry.versions.push({ id: row.id, locale });
      byUuid.set(row.uuid, entry);
    }
  }
  const entries = [...byUuid].map(([uuid, entry]) => ({ uuid, ...entry }));
  return { entries, archived, complete };
}

/** An entry with all that its versions hold. */
export interface ReadEntry {
  readonly uuid: string;
  readonly typeId: number | undefined;
  readonly versions: readonly Entry[];
}

/** Reads the versions whole; one that is gone by now is absent. */
export async function readEntries(
  modyo: ModyoClient,
  spaceId: number,
  entries: readonly SourceEntry[],
): Promise<readonly ReadEntry[]> {
  const read = await inTurns(entries, async ({ uuid, typeId, versions }): Promise<ReadEntry> => {
    const found: Entry[] = [];
    for (const { id } of versions) {
      const version = await foundOrNothing(getEntry(modyo, spaceId, id));
      if (version !== undefined) found.push(version);
    }
    return { uuid, typeId, versions: found };
  });
  return read.filter(({ versions }) => versions.length > 0);
}

/** By which an entry is known again in the copy of its space: a slug is unique in its type. */
export function entryKey(typeId: number | undefined, slug: string | undefined): string {
  return `${typeId ?? ''}/${slug ?? ''}`;
}
