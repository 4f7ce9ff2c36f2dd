import { z } from 'zod';
import type { Json } from '../../../errors/app-error.ts';
import { type Entry, getEntry } from '../../../modyo/content/entries.ts';
import type { Plan } from '../../../toolkit/action.ts';
import {
  type Answer,
  type AvailableAction,
  type Fail,
  fail,
  isFail,
  ok,
  type Warning,
} from '../../../toolkit/result.ts';
import { quoted, versionMark } from '../../plan-wording.ts';
import { reread } from '../../reread.ts';
import { entryParameter, localeParameter, spaceParameter, typeParameter } from './entry-arguments.ts';
import { isArchived, isLive, type LifecycleMove, passage } from './entry-lifecycle.ts';
import { inOurNames, otherEntryLosses } from './entry-losses.ts';
import { entryData, entryResource } from './entry-shape.ts';
import { versionSnapshot } from './entry-snapshot.ts';
import { isScheduled, schedule, scheduleOf, shownSchedule } from './entry-timing.ts';
import { missingVersion, type VersionContext, versionSteps } from './entry-version.ts';
import { entryView } from './entry-view.ts';

/** What every move of an entry takes. */
export const moveParameters = {
  space: spaceParameter,
  identifier: entryParameter,
  type: typeParameter.optional(),
  locale: localeParameter,
};

const { fields: _fields, ...standing } = entryData;

/** What every move answers: where the entry stands after it, by a re-read. */
const moveData = z.object({
  ...standing,
  schedule: schedule.optional(),
  job_id: z.string().optional(),
});

/** What the definitions of all moves have in common. */
export const moveSpec = {
  idempotent: true,
  data: moveData,
  resolve: versionSteps,
  invalidates: ['content-entries.*'],
  snapshot: versionSnapshot,
} as const;

type MoveData = z.input<typeof moveData>;

export interface Move {
  readonly name: LifecycleMove;
  /** Whether the move is made even if the entry already stands where it leads. */
  readonly isForced?: boolean;
  /** In which the times that are planned are told. */
  readonly timeZone?: string | undefined;
  /** Makes the move; a job that it started is named. */
  act(version: Entry): Promise<{ readonly jobId?: string }>;
  isReached(stored: Entry): boolean;
  /** What the re-read shows otherwise than it was asked for, besides the state. */
  losses?(stored: Entry): readonly Warning[];
}

/** A move that can be made, or that has nothing left to do. */
interface Prospect {
  readonly version: Entry;
  readonly isDone: boolean;
}

/** Where a move leads from here: the refusal of one that cannot be made names the moves that come first. */
function prospectOf(ctx: VersionContext, move: Move): Prospect | Fail {
  const { version } = ctx.found;
  if (version === undefined) return missingVersion(ctx);
  const refused = refusedMove(ctx.space.id, move.name, version);
  if (refused !== undefined) return refused;
  const isThere = passage(move.name, version).kind === 'already';
  return { version, isDone: isThere && move.isForced !== true };
}

/** What a move would do, from what was read; it refuses what {@link makeMove} would refuse. */
export function planMove(
  ctx: VersionContext,
  move: Move,
  outlookOf: (version: Entry) => Outlook,
): Plan | Fail {
  const prospect = prospectOf(ctx, move);
  if (isFail(prospect)) return prospect;
  const { version, isDone } = prospect;
  const before = { entry_status: version.status, is_live: isLive(version) };
  const { after, effect, losses } = outlookOf(version);
  const name = `${quoted(version.name)} in ${version.locale ?? 'its language'}`;
  return {
    resource: entryResource(version),
    changes: isDone
      ? { locale: version.locale, before, after: before }
      : { locale: version.locale, before, after, ...losses },
    version: standingMark(version),
    summary: isDone
      ? `The entry ${name} already stands where ${move.name} leads: nothing changes.`
      : `The entry ${name} ${effect}.`,
    ...(isDone && { isHarmless: true }),
  };
}

/** Which version of an entry, in which state, a confirmation is good for. */
export function standingMark({ id, updated_at, status, published_at }: Entry): string {
  return versionMark(id, updated_at, status, published_at);
}

/** What a plan says of a move: where the entry would stand, and what would be lost. */
export interface Outlook {
  readonly after: { readonly entry_status: string; readonly is_live: boolean };
  /** The rest of a sentence that begins with the entry: "is taken out of publication". */
  readonly effect: string;
  readonly losses?: { readonly [key: string]: Json | undefined };
}

/**
 * Makes one move of an entry in one language. A move that other moves have to come before is refused with
 * their names; one that leads where the entry stands already is answered without a write.
 */
export async function makeMove(ctx: VersionContext, move: Move): Promise<Answer<MoveData>> {
  const spaceId = ctx.space.id;
  const prospect = prospectOf(ctx, move);
  if (isFail(prospect)) return prospect;
  const { version, isDone } = prospect;
  if (isDone) {
    return ok(moveView(version, move), { resource: entryResource(version), state: { status: 'unchanged' } });
  }
  const { jobId } = await move.act(version);
  const stored = await reread(getEntry(ctx.modyo, spaceId, version.id), version.id);
  if (stored.slug !== version.slug) await ctx.identifiers.forget({ kind: 'entry', spaceId });
  const isReached = move.isReached(stored);
  const losses = move.losses?.(stored) ?? [];
  return ok(
    { ...moveView(stored, move), ...(jobId !== undefined && { job_id: jobId }) },
    {
      resource: entryResource(stored),
      state: {
        status: isReached && losses.length === 0 ? 'done' : 'accepted',
        warnings: [
          ...(isReached ? [] : [notReached(move.name)]),
          ...losses,
          ...movedSlug(version, stored),
          ...otherEntryLosses({ slug: stored.slug }, version, stored).map(inOurNames),
        ],
      },
    },
  );
}

/** The refusal of a move that other moves have to come before, which names the first of them. */
export function refusedMove(spaceId: number, move: LifecycleMove, entry: Entry): Fail | undefined {
  const way = passage(move, entry);
  if (way.kind !== 'blocked') return undefined;
  const steps = [...way.first, move].join(', then ');
  return fail('STATE_CONFLICT', `${way.reason} The steps are: ${steps}. Nothing was changed.`, {
    details: { entry_status: entry.status ?? undefined, steps: [...way.first, move] },
    availableActions: way.first.slice(0, 1).map((first) => step(spaceId, entry, first)),
  });
}

function step(spaceId: number, entry: Entry, action: LifecycleMove): AvailableAction {
  const args = { space: spaceId, identifier: entry.id };
  return { tool: 'content-entries-manage', action, args, reason: 'The step that comes first' };
}

function moveView(entry: Entry, { timeZone }: Move): MoveData {
  const { fields: _values, ...standing } = entryView(entry, []);
  const planned = scheduleOf(entry);
  return planned === undefined ? standing : { ...standing, schedule: shownSchedule(planned, timeZone) };
}

/** A new slug is Modyo's answer to one that another published entry of the type has. */
function movedSlug(before: Entry, after: Entry): readonly Warning[] {
  if (before.slug === after.slug) return [];
  return [
    {
      code: 'SLUG_CHANGED',
      path: 'data.entry.slug',
      message: 'The slug was taken, and the platform changed it.',
    },
  ];
}

function notReached(move: LifecycleMove): Warning {
  return {
    code: 'STATE_NOT_REACHED',
    path: 'data.entry_status',
    message: `The platform accepted ${move}, and the entry is not there yet.`,
  };
}

export const reached = {
  notOut: (entry: Entry) => !isLive(entry) && !isScheduled(entry),
  archived: (entry: Entry) => isArchived(entry),
  notArchived: (entry: Entry) => !isArchived(entry),
};
