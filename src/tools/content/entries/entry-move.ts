import { z } from 'zod';
import { type Entry, getEntry } from '../../../modyo/content/entries.ts';
import {
  type Answer,
  type AvailableAction,
  type Fail,
  fail,
  ok,
  type Warning,
} from '../../../toolkit/result.ts';
import { isArchived, isLive, type LifecycleMove, type Passage, passage } from '../entry-lifecycle.ts';
import { reread } from '../reread.ts';
import { entryParameter, localeParameter, spaceParameter, typeParameter } from './entry-arguments.ts';
import { entryData, entryResource } from './entry-shape.ts';
import type { EntryContext } from './entry-snapshot.ts';
import { findVersion, missingVersion } from './entry-version.ts';
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
export const moveData = z.object({
  ...standing,
  schedule: z.object({ publish_at: z.string().optional(), unpublish_at: z.string().optional() }).optional(),
  job_id: z.string().optional(),
});

const plan = z.object({ publish: z.string().nullish(), unpublish: z.string().nullish() });

type MoveData = z.input<typeof moveData>;

export interface Move {
  readonly name: LifecycleMove;
  /** Whether the move is made even if the entry already stands where it leads. */
  readonly isForced?: boolean;
  /** Refuses the move from where the entry stands, for a reason of its own. */
  refuse?(version: Entry): Fail | undefined;
  /** Makes the move; a job that it started is named. */
  act(version: Entry): Promise<{ readonly jobId?: string }>;
  isReached(stored: Entry): boolean;
}

/**
 * Makes one move of an entry in one language. A move that other moves have to come before is refused with
 * their names; one that leads where the entry stands already is answered without a write.
 */
export async function makeMove(ctx: EntryContext, move: Move): Promise<Answer<MoveData>> {
  const spaceId = ctx.space.id;
  const { known, version } = await findVersion(ctx, { spaceId, entryId: ctx.entry.id }, ctx.locale);
  if (version === undefined) return missingVersion(spaceId, known, ctx.locale);
  const way = passage(move.name, version);
  const refused = refusedMove(spaceId, move.name, version, way);
  if (refused !== undefined) return refused;
  if (way.kind === 'already' && move.isForced !== true) {
    return ok(moveView(version), { resource: entryResource(version), state: { status: 'unchanged' } });
  }
  const refusedByMove = move.refuse?.(version);
  if (refusedByMove !== undefined) return refusedByMove;
  const { jobId } = await move.act(version);
  const stored = await reread(getEntry(ctx.modyo, spaceId, version.id), version.id);
  const isReached = move.isReached(stored);
  return ok(
    { ...moveView(stored), ...(jobId !== undefined && { job_id: jobId }) },
    {
      resource: entryResource(stored),
      state: {
        status: isReached ? 'done' : 'accepted',
        warnings: [...(isReached ? [] : [notReached(move.name)]), ...movedSlug(version, stored)],
      },
    },
  );
}

/** The refusal of a move that other moves have to come before, which names the first of them. */
export function refusedMove(
  spaceId: number,
  move: LifecycleMove,
  entry: Entry,
  way: Passage,
): Fail | undefined {
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

function moveView(entry: Entry): MoveData {
  const { fields: _values, ...standing } = entryView(entry, []);
  const schedule = scheduleOf(entry);
  return schedule === undefined ? standing : { ...standing, schedule };
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

export function isScheduled(entry: Entry): boolean {
  return entry.scheduled === true || entry.status === 'scheduled';
}

/** When an entry goes out and when it comes back, where Modyo has either planned. */
function scheduleOf({ workflow }: Entry): MoveData['schedule'] | undefined {
  const planned = plan.safeParse(workflow?.['schedule']);
  if (!planned.success) return undefined;
  const { publish, unpublish } = planned.data;
  if (!publish && !unpublish) return undefined;
  return { ...(publish && { publish_at: publish }), ...(unpublish && { unpublish_at: unpublish }) };
}

export const reached = {
  live: (entry: Entry) => isLive(entry),
  notLive: (entry: Entry) => !isLive(entry),
  archived: (entry: Entry) => isArchived(entry),
  notArchived: (entry: Entry) => !isArchived(entry),
};
