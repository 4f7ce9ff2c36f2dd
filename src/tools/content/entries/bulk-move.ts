import { z } from 'zod';
import type { BulkAction, Entry } from '../../../modyo/content/entries.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Answer, ok } from '../../../toolkit/result.ts';
import { counted, versionMark } from '../../plan-wording.ts';
import { rereadAfter } from '../../reread.ts';
import { entryRows } from '../entry-rows.ts';
import { jobItems } from '../job-results.ts';
import { categoryIfNamed, type InSpace, localeIfNamed, spaceOfCall, typeIfNamed } from '../resolvers.ts';
import { type BulkItem, bulkCounts, bulkItem, countsOf, errorsOf, statusOf } from './bulk-items.ts';
import {
  bulkJobs,
  type Chunk,
  isUnderWay,
  jobIdsOf,
  jobsView,
  jobWarnings,
  runInBulk,
  waitingFor,
} from './bulk-jobs.ts';
import { type BulkTarget, type BulkTargets, targetsOfCall } from './bulk-targets.ts';
import { type LifecycleMove, passage } from './entry-lifecycle.ts';

const moveData = z.object({ locale: z.string(), items: z.array(bulkItem), ...bulkCounts, jobs: bulkJobs });

/** What the definitions of all moves in bulk have in common. */
export const bulkMoveSpec = {
  idempotent: true,
  dryRunDefault: true,
  data: moveData,
  resolve: [spaceOfCall, typeIfNamed, categoryIfNamed, localeIfNamed, targetsOfCall],
  operations: ['getSpace', 'listEntries', 'getEntry', 'bulkEntries', 'getBackgroundJob'],
  invalidates: ['content-entries.*', 'content-spaces.*'],
} as const;

export interface BulkMove {
  readonly name: Exclude<LifecycleMove, 'update'>;
  readonly action: BulkAction;
  /** The rest of a sentence that begins with the entries: "go out to readers". */
  readonly effect: string;
  /** `undefined` is an entry that is gone. */
  isReached(stored: Entry | undefined): boolean;
}

type MoveContext = InSpace & { readonly selected: BulkTargets };

/** A target with what stands in the way of its move, if anything. */
interface Prospect extends BulkTarget {
  readonly kind: 'open' | 'already' | 'refused';
  readonly code?: string;
  readonly steps?: readonly string[];
}

function prospectOf(target: BulkTarget, move: BulkMove): Prospect {
  const { entry, fault } = target;
  if (entry === undefined || fault !== undefined) {
    return { ...target, kind: 'refused', code: fault ?? 'NOT_FOUND' };
  }
  const way = passage(move.name, entry);
  if (way.kind !== 'blocked') return { ...target, kind: way.kind };
  return { ...target, kind: 'refused', code: 'STATE_CONFLICT', steps: [...way.first, move.name] };
}

/** What a move in bulk would do, entry by entry, from what was read. */
export function planBulkMove({ selected }: MoveContext, move: BulkMove): Plan {
  const prospects = selected.targets.map((target) => prospectOf(target, move));
  const open = prospects.filter(({ kind }) => kind === 'open');
  const already = prospects.filter(({ kind }) => kind === 'already').length;
  const refused = prospects.length - open.length - already;
  const latest = open
    .map(({ entry }) => entry?.updated_at ?? '')
    .toSorted()
    .at(-1);
  return {
    changes: {
      locale: selected.locale,
      entries: prospects.map((prospect) => ({
        ...described(prospect, prospect.entry),
        will_change: prospect.kind === 'open',
        ...(prospect.code !== undefined && { code: prospect.code }),
        ...(prospect.steps !== undefined && { steps: [...prospect.steps] }),
      })),
      changes: open.length,
      unchanged: already,
      refused,
      ...(selected.search !== undefined && { ...selected.search, complete: true }),
    },
    version: versionMark(open.length, latest),
    summary: `${counted(open.length, 'entry', 'entries')} in ${selected.locale} ${move.effect}. ${already} already stand there, and ${refused} cannot be moved.`,
    ...(open.length === 0 && { isHarmless: true }),
  };
}

function described(
  { index, identifier }: BulkTarget,
  entry: Entry | undefined,
): Omit<BulkItem, 'result' | 'steps' | 'errors'> {
  return {
    index,
    ...(identifier !== undefined && { identifier }),
    ...(entry !== undefined && { entry_id: entry.id, uuid: entry.uuid }),
    ...(entry?.name !== undefined && { name: entry.name }),
    ...(entry?.status !== undefined && { entry_status: entry.status }),
  };
}

/** Moves what can be moved and says of every entry where it stands afterwards. */
export async function makeBulkMove(
  ctx: MoveContext,
  move: BulkMove,
): Promise<Answer<z.input<typeof moveData>>> {
  const { locale, targets, search } = ctx.selected;
  const prospects = targets.map((target) => prospectOf(target, move));
  const open = prospects.filter(({ kind }) => kind === 'open');
  const chunks = await runInBulk(ctx, {
    action: move.action,
    items: open,
    request: (items) => ({
      uuids: items.flatMap(({ entry }) => (entry === undefined ? [] : [entry.uuid])),
      target_locale: locale,
    }),
  });
  if (open.length > 0) await ctx.identifiers.forget({ kind: 'entry', spaceId: ctx.space.id });
  const ids = open.flatMap(({ entry }) => (entry === undefined ? [] : [entry.id]));
  const rows = await rereadAfter(entryRows(ctx, ids), {
    hint: 'Read the entries before you repeat the call; content-jobs-manage knows the jobs.',
    details: { job_ids: jobIdsOf(chunks) },
  });
  const outcomes = new Map(chunks.flatMap((chunk) => outcomesOf(chunk, move, rows)));
  const items = prospects.map((prospect) => outcomes.get(prospect.index) ?? untouched(prospect));
  const counts = countsOf(items);
  const next = waitingFor(chunks);
  return ok(
    { locale, items, ...counts, jobs: jobsView(chunks) },
    {
      resource: { type: 'space', ...ctx.space },
      state: {
        status: statusOf(counts),
        returned: items.length,
        total: items.length,
        ...(search !== undefined && { searched: search.searched }),
        warnings: [...jobWarnings(chunks)],
        ...(next.length > 0 && { next }),
      },
    },
  );
}

/** An entry that nothing was sent for. */
function untouched(prospect: Prospect): BulkItem {
  return {
    ...described(prospect, prospect.entry),
    result: prospect.kind === 'already' ? 'unchanged' : 'failed',
    ...(prospect.code !== undefined && { code: prospect.code }),
    ...(prospect.steps !== undefined && { steps: [...prospect.steps] }),
  };
}

/** The re-read decides; what the job says explains. */
function outcomesOf(
  chunk: Chunk<Prospect>,
  move: BulkMove,
  rows: ReadonlyMap<number, Entry>,
): readonly (readonly [number, BulkItem])[] {
  const told = new Map(
    (chunk.job === undefined ? [] : jobItems(chunk.job)).map((item) => [item.index, item]),
  );
  return chunk.items.map((prospect, place) => {
    const stored = rows.get(prospect.entry?.id ?? -1);
    const known = { ...described(prospect, prospect.entry), ...(stored && described(prospect, stored)) };
    if (move.isReached(stored)) return [prospect.index, { ...gone(known, stored), result: 'changed' }];
    const faults = told.get(place)?.faults ?? [];
    const result = isUnderWay(chunk) ? 'pending' : 'failed';
    const code = codeOf(chunk, stored, faults.length > 0);
    return [prospect.index, { ...gone(known, stored), result, code, ...errorsOf(faults) }];
  });
}

/** Where an entry stood is not told of one that is gone. */
function gone<Known extends { entry_status?: string | undefined }>(known: Known, stored: Entry | undefined) {
  if (stored !== undefined) return known;
  const { entry_status: _before, ...rest } = known;
  return rest;
}

function codeOf(chunk: Chunk<Prospect>, stored: Entry | undefined, isRefused: boolean): string {
  if (chunk.failure !== undefined) return chunk.failure.code;
  if (isRefused) return 'REFUSED';
  if (isUnderWay(chunk)) return 'JOB_NOT_OVER';
  if (chunk.status !== 'completed') return 'JOB_FAILED';
  return stored === undefined ? 'NOT_FOUND' : 'STATE_NOT_REACHED';
}
