import type { Snapshot } from '../toolkit/action.ts';

/** What Modyo writes down about a write, rather than what the write changed. */
const bookkeeping: readonly string[] = ['updated_at', 'reindex_job'];

/** An element as it is compared before and after a write: the same write twice then changes nothing. */
export function comparable(element: Readonly<Record<string, unknown>>): Snapshot {
  const kept = Object.entries(element).filter(([name]) => !bookkeeping.includes(name));
  // What Modyo answered came out of `JSON.parse`.
  return Object.fromEntries(kept) as Snapshot;
}
