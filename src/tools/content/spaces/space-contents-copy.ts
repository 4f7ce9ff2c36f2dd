import type { Space } from '../../../modyo/content/spaces.ts';
import type { Warning } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { localesOf } from '../space-locale.ts';
import { copyTypes, type TypeCopies, typesWithFields } from '../type-copying.ts';
import { type CategoryCopies, categoriesOf, copyCategories } from './category-copying.ts';
import type { Standings } from './entry-copy-values.ts';
import { type CopiedEntry, copyEntries, type EntryCopies } from './entry-copying.ts';
import { entriesOf, readEntries } from './entry-sources.ts';
import { findKept, relinkKept } from './kept-entries.ts';

/** Entries that one call makes at most; the rest is for another one that resumes. */
export const entriesMax = 200;
/** The part of a call's time that is kept for links, readings and the answer. */
const keptFraction = 0.35;

export interface ContentsCopy {
  readonly categories: CategoryCopies;
  readonly types: TypeCopies;
  readonly entries: EntryCopies;
  readonly warnings: readonly Warning[];
  /** Whether the lists of the source were read to their ends. */
  readonly complete: boolean;
}

export interface CopiedSpaces {
  readonly source: Space;
  readonly target: Space;
  /** Whether the target was there before, so that it may hold some of it already. */
  readonly isResumed: boolean;
  readonly withEntries: boolean;
}

/** Copies what lies in a space: the categories, then the types, then the entries that need both. */
export async function copyContents(ctx: ModyoToolContext, spaces: CopiedSpaces): Promise<ContentsCopy> {
  const { source, target } = spaces;
  const tree = await categoriesOf(ctx.modyo, source.id);
  const categories = await copyCategories(ctx, tree.categories, target.id);
  const sourceTypes = await typesWithFields(ctx.modyo, source.id);
  const types = await copyTypes(
    ctx,
    sourceTypes.map((type) => ({ source: type, name: type.name, uid: type.uid ?? String(type.id) })),
    {
      spaceId: target.id,
      standing: new Map(),
      onStep: (progress, total) => ctx.progress({ progress, total, message: 'Types' }),
    },
  );
  const contents = { categories, types, warnings: [...categories.warnings, ...types.warnings] };
  if (!spaces.withEntries) return { ...contents, entries: noEntries, complete: tree.complete };
  const standings = {
    types: types.bySource,
    sourceTypes: new Map(sourceTypes.map((type) => [type.id, type])),
    categories: new Map(categories.items.flatMap(({ from, to }) => (to === undefined ? [] : [[from, to]]))),
  };
  const copied = await copySpaceEntries(ctx, spaces, standings);
  return {
    ...contents,
    entries: copied.copies,
    warnings: [...contents.warnings, ...copied.copies.warnings],
    complete: tree.complete && copied.complete,
  };
}

const noEntries: EntryCopies = { items: [], left: 0, warnings: [] };

async function copySpaceEntries(
  ctx: ModyoToolContext,
  { source, target, isResumed }: CopiedSpaces,
  known: Pick<Standings, 'types' | 'sourceTypes' | 'categories'>,
): Promise<{ readonly copies: EntryCopies; readonly complete: boolean }> {
  const nowMs = ctx.clock.nowMs();
  const untilMs = nowMs + Math.max(0, ctx.endsAtMs - nowMs) * (1 - keptFraction);
  const list = await entriesOf(ctx.modyo, source.id, localesOf(source));
  const standings: Standings = {
    ...known,
    entries: new Map(),
    uuidsById: new Map(list.entries.flatMap(({ uuid, versions }) => versions.map(({ id }) => [id, uuid]))),
  };
  const present = isResumed
    ? await entriesOf(ctx.modyo, target.id, localesOf(target))
    : { entries: [], complete: true };
  const { kept, lacking } = await findKept(
    ctx,
    { spaceId: source.id, entries: list.entries },
    { spaceId: target.id, entries: present.entries },
    standings,
  );
  const pending = [...lacking, ...list.entries.filter(({ uuid }) => !standings.entries.has(uuid))];
  const chosen = pending.slice(0, entriesMax);
  const read = await readEntries(ctx.modyo, source.id, chosen);
  const copies = await copyEntries(ctx, read, {
    spaceId: target.id,
    standings,
    untilMs,
    onStep: (progress) => ctx.progress({ progress, total: chosen.length, message: 'Entries' }),
  });
  const relinked = await relinkKept(ctx, target.id, kept, standings);
  return {
    copies: {
      items: itemsOf(relinked, copies.items),
      left: copies.left + pending.length - chosen.length,
      warnings: copies.warnings,
    },
    complete: list.complete && present.complete,
  };
}

/** Each entry once; one that got a language that it lacked is whole only if its links are, too. */
function itemsOf(relinked: readonly CopiedEntry[], made: readonly CopiedEntry[]): readonly CopiedEntry[] {
  const byEntry = new Map(relinked.map((item) => [item.from, item]));
  for (const item of made) {
    if (byEntry.get(item.from)?.result !== 'incomplete') byEntry.set(item.from, item);
  }
  return [...byEntry.values()];
}
