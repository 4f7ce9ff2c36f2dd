import { foundOrNothing } from '../../../modyo/absence.ts';
import { type Entry, getEntry, listEntries } from '../../../modyo/content/entries.ts';
import { getSpace } from '../../../modyo/content/spaces.ts';
import { walkPages } from '../../../modyo/pages.ts';
import { inTurns } from '../../in-turns.ts';
import type { StoredField } from '../field-changes.ts';
import type { OfType } from '../resolvers.ts';
import { localesOf } from '../space-locale.ts';

/** Versions that are read to see what they hold; each is one call, since lists show no values. */
const versionsReadMax = 300;
const versionsPerPage = 100;
/** Languages whose entries are listed; each is one call at least. */
const localesListedMax = 20;

/** A field whose values a change may lose, and which of them. */
export interface AtStake {
  readonly field: StoredField;
  isHeld(value: unknown): boolean;
}

/** How many entries hold a value that is at stake, as far as they were read. */
export interface HeldValues {
  readonly fields: readonly { readonly field: string; readonly entries: number }[];
  /** Entries in one language, as they are being edited. */
  readonly versions_read: number;
  readonly versions_total: number;
  /** Whether every version was read: if not, more entries may hold a value. */
  readonly complete: boolean;
}

/**
 * Counts the entries of a type that hold values at stake, each once whatever its languages. What readers
 * see now may differ from what is being edited, and is not looked at.
 */
export async function heldValues(ctx: OfType, stakes: readonly AtStake[]): Promise<HeldValues> {
  if (stakes.length === 0) return { fields: [], versions_read: 0, versions_total: 0, complete: true };
  const { ids, total, complete } = await versionIds(ctx);
  const holders = new Map(stakes.map(({ field }) => [field.id, new Set<string>()]));
  const read = await inTurns(ids, async (id) => {
    const entry = await foundOrNothing(getEntry(ctx.modyo, ctx.space.id, id));
    if (entry !== undefined) noteHeld(entry, stakes, holders);
  });
  return {
    fields: stakes.map(({ field }) => ({ field: field.name, entries: holders.get(field.id)?.size ?? 0 })),
    versions_read: read.length,
    versions_total: total,
    complete,
  };
}

function noteHeld(entry: Entry, stakes: readonly AtStake[], holders: ReadonlyMap<number, Set<string>>): void {
  for (const { field, isHeld } of stakes) {
    const stored = entry.field_values?.find(({ field_id: id }) => id === field.id)?.value;
    if (isHeld(stored)) holders.get(field.id)?.add(entry.uuid);
  }
}

interface VersionIds {
  readonly ids: readonly number[];
  readonly total: number;
  readonly complete: boolean;
}

/** A list shows each entry once, so the versions of every language are listed by themselves. */
async function versionIds({ modyo, space, type }: OfType): Promise<VersionIds> {
  const locales = localesOf(await getSpace(modyo, space.id));
  const walks = await inTurns(locales.slice(0, localesListedMax), (locale) =>
    walkPages({
      fetchPage: (request) =>
        listEntries(modyo, space.id, {
          ...request,
          type_id: type.id,
          target_locale: locale,
          translation: true,
        }),
      pagesMax: versionsReadMax / versionsPerPage,
    }),
  );
  const ids = [...new Set(walks.flatMap(({ items }) => items.map(({ id }) => id)))];
  const total = walks.reduce((sum, walk) => sum + walk.total, 0);
  const isWhole = locales.length <= localesListedMax && walks.every((walk) => walk.complete);
  return {
    ids: ids.slice(0, versionsReadMax),
    total,
    complete: isWhole && ids.length <= versionsReadMax,
  };
}
