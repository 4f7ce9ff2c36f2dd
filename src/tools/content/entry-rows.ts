import { foundOrNothing } from '../../modyo/absence.ts';
import { type Entry, getEntry, listEntries } from '../../modyo/content/entries.ts';
import { inTurns } from '../in-turns.ts';
import type { InSpace } from './resolvers.ts';

const rowsPerPage = 100;

/**
 * The versions with these ids as they are now, without their values; one that is gone is absent. A list
 * that leaves one out proves nothing, so what it lacks is read by itself.
 */
export async function entryRows(
  { modyo, space }: InSpace,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Entry>> {
  const rows = new Map<number, Entry>();
  for (let start = 0; start < ids.length; start += rowsPerPage) {
    const chunk = ids.slice(start, start + rowsPerPage);
    const wanted = new Set(chunk);
    const { items } = await listEntries(modyo, space.id, {
      ids: chunk,
      byIds: true,
      page: 1,
      per_page: rowsPerPage,
    });
    for (const row of items) if (wanted.has(row.id)) rows.set(row.id, row);
  }
  const missing = ids.filter((id) => !rows.has(id));
  const read = await inTurns(missing, (id) => foundOrNothing(getEntry(modyo, space.id, id)));
  for (const entry of read) if (entry !== undefined) rows.set(entry.id, entry);
  return rows;
}
