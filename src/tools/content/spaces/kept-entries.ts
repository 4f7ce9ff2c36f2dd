import { AppError } from '../../../errors/app-error.ts';
import type { ModyoClient } from '../../../modyo/client.ts';
import { type Entry, getEntry, updateEntry } from '../../../modyo/content/entries.ts';
import { inTurns } from '../../in-turns.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { type FieldValue, mergeFieldValues } from '../field-values.ts';
import { isEmpty } from '../stored-value.ts';
import { type CopiedValues, copiedValues, isLink, type Standings } from './entry-copy-values.ts';
import type { CopiedEntry } from './entry-copying.ts';
import { entryKey, type ReadEntry, readEntries, type SourceEntry } from './entry-sources.ts';

/** An entry that an earlier copy has made, beside the one that it was made of. */
export interface KeptEntry {
  readonly source: ReadEntry;
  readonly target: ReadEntry;
}

export interface KeptEntries {
  readonly kept: readonly KeptEntry[];
  /** Entries of the source with those of their versions that their copies lack. */
  readonly lacking: readonly SourceEntry[];
}

/** Which entries have a copy, known by type and slug in the first language; each is noted as standing for its source. */
export async function findKept(
  ctx: ModyoToolContext,
  source: { readonly spaceId: number; readonly entries: readonly SourceEntry[] },
  target: { readonly spaceId: number; readonly entries: readonly SourceEntry[] },
  standings: Standings,
): Promise<KeptEntries> {
  if (target.entries.length === 0) return { kept: [], lacking: [] };
  const made = await readEntries(ctx.modyo, target.spaceId, target.entries);
  const wanted = await readEntries(ctx.modyo, source.spaceId, source.entries);
  const byKey = new Map(made.map((entry) => [keyOf(entry, (id) => id), entry]));
  const kept = wanted.flatMap((entry): KeptEntry[] => {
    const copy = byKey.get(keyOf(entry, (id) => standings.types.get(id)?.id));
    return copy === undefined ? [] : [{ source: entry, target: copy }];
  });
  for (const { source: entry, target: copy } of kept) standings.entries.set(entry.uuid, copy.uuid);
  return { kept, lacking: kept.flatMap((pair) => lackingVersions(pair, source.entries)) };
}

function keyOf({ versions: [first] }: ReadEntry, standing: (typeId: number) => number | undefined): string {
  return entryKey(standing(first?.content_type_id ?? -1), first?.slug);
}

function lackingVersions(
  { source, target }: KeptEntry,
  entries: readonly SourceEntry[],
): readonly SourceEntry[] {
  const entry = entries.find(({ uuid }) => uuid === source.uuid);
  const versions = (entry?.versions ?? []).filter(({ locale }) => !hasLocale(target, locale));
  return entry === undefined || versions.length === 0 ? [] : [{ ...entry, versions }];
}

function hasLocale({ versions }: ReadEntry, wanted: string): boolean {
  return versions.some(({ locale }) => locale === wanted);
}

/**
 * Adds the links that copies could not have when they were made, since what they lead to had none yet. All
 * else of a copy stays as it is now.
 */
export function relinkKept(
  ctx: ModyoToolContext,
  spaceId: number,
  kept: readonly KeptEntry[],
  standings: Standings,
): Promise<readonly CopiedEntry[]> {
  return inTurns(kept, async ({ source, target }): Promise<CopiedEntry> => {
    const item = { from: source.uuid, to: target.uuid, name: source.versions[0]?.name };
    try {
      const outcomes: Relinking[] = [];
      for (const version of target.versions) {
        const origin = source.versions.find(({ locale }) => locale === version.locale);
        if (origin === undefined) continue;
        outcomes.push(await relinkVersion(ctx.modyo, spaceId, version, copiedValues(origin, standings)));
      }
      const code = outcomes.find((outcome) => outcome !== 'kept' && outcome !== 'completed');
      if (code !== undefined) return { ...item, result: 'incomplete', code };
      return { ...item, result: outcomes.includes('completed') ? 'completed' : 'kept' };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ...item, result: 'incomplete', code: error.code };
    }
  });
}

type Relinking = 'kept' | 'completed' | 'LINK_NOT_REBUILT' | 'STATE_NOT_REACHED';

async function relinkVersion(
  modyo: ModyoClient,
  spaceId: number,
  version: Entry,
  { values, unlinked }: CopiedValues,
): Promise<Relinking> {
  const links = values.filter((value) => isLink(value) && lacks(version, value));
  if (links.length > 0) {
    await updateEntry(modyo, spaceId, version.id, withLinks(version, links));
    const stored = await getEntry(modyo, spaceId, version.id);
    if (links.some((value) => lacks(stored, value))) return 'STATE_NOT_REACHED';
  }
  if (unlinked.length > 0) return 'LINK_NOT_REBUILT';
  return links.length > 0 ? 'completed' : 'kept';
}

function lacks({ field_values: values = [] }: Entry, { field_id: id, value }: FieldValue): boolean {
  const stored = values.find((one) => one.field_id === id)?.value;
  if (isEmpty(value)) return false;
  if (isEmpty(stored)) return true;
  return Array.isArray(value) && Array.isArray(stored) && stored.length < value.length;
}

/** Everything that is stored, with the links in their place: what an update leaves out may not be kept. */
function withLinks(stored: Entry, links: readonly FieldValue[]) {
  const {
    content_type_id,
    locale,
    name,
    slug,
    category_id,
    tags,
    targets,
    field_values: values = [],
  } = stored;
  return {
    content_type_id,
    locale,
    name,
    slug,
    ...(category_id !== undefined && { category_id }),
    tags,
    targets,
    private: stored.private,
    field_values: mergeFieldValues(values, links).map(({ field_id, type, value }) => ({
      field_id,
      type,
      value,
    })),
  };
}
