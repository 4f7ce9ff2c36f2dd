import { foundOrNothing } from '../../../modyo/absence.ts';
import { getBackgroundJob } from '../../../modyo/background-jobs.ts';
import { type ContentType, getType } from '../../../modyo/content/types.ts';
import type { CallStatus, Warning } from '../../../toolkit/result.ts';
import { waitLimit } from '../../job-wait.ts';
import { reread } from '../../reread.ts';
import { createJobProgress } from '../job-progress.ts';
import type { InSpace } from '../resolvers.ts';
import { isRunning, type Reindex, type ReindexJob, reindexOf } from './reindex.ts';

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** A type and how far its reindex had come when the call could wait no longer. */
export interface AwaitedType {
  readonly type: ContentType;
  readonly reindex: Reindex | undefined;
}

/**
 * Reads a type again and again until it is no longer reindexed, for as long as the call may take, and tells
 * the client how far it is.
 * @param type as it was read just now
 * @throws {AppError} as {@link reread}
 */
export async function awaitReindex(ctx: InSpace, type: ContentType): Promise<AwaitedType> {
  const tell = createJobProgress(ctx);
  const untilMs = waitLimit(ctx);
  let current = type;
  let job = current.reindex_job;
  let pauseMs = firstPauseMs;
  while (isRunning(reindexOf(current.reindex_job)) && ctx.clock.nowMs() + pauseMs < untilMs) {
    if (current.reindex_job !== undefined) tell(current.reindex_job);
    await ctx.clock.sleep(pauseMs, ctx.signal);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
    current = await reread(getType(ctx.modyo, ctx.space.id, type.id), type.id);
    job = current.reindex_job ?? job;
  }
  if (job === undefined || current.reindex_job !== undefined)
    return { type: current, reindex: reindexOf(current.reindex_job) };
  return { type: current, reindex: await endOf(ctx, job) };
}

/** A type no longer names a job that has ended; the job itself still tells how. */
async function endOf({ modyo }: InSpace, { uuid }: ReindexJob): Promise<Reindex> {
  const job = typeof uuid === 'string' ? await foundOrNothing(getBackgroundJob(modyo, uuid)) : undefined;
  return reindexOf(job) ?? { job_status: 'unknown', ...(typeof uuid === 'string' && { uuid }) };
}

/** What a call that waited says of a reindex that has not come to a good end; `undefined`: nothing. */
function reindexWarning(reindex: Reindex | undefined): Warning | undefined {
  if (reindex === undefined || reindex.job_status === 'completed') return undefined;
  if (isRunning(reindex)) {
    const message = 'The reindex goes on; the type cannot be saved until it ends.';
    return { code: 'REINDEX_RUNNING', path: 'reindex', message };
  }
  const message = 'The reindex ended otherwise than completed: searches may show values of before.';
  return { code: 'REINDEX_NOT_COMPLETED', path: 'reindex', message };
}

/** The outcome of a call that saved a type and was asked to wait, or not, for what follows. */
export function outcomeOfWait(
  wasAsked: boolean | undefined,
  reindex: Reindex | undefined,
): { readonly status: CallStatus; readonly warnings: readonly Warning[] } {
  const warning = wasAsked === true ? reindexWarning(reindex) : undefined;
  if (warning === undefined) return { status: 'done', warnings: [] };
  return { status: isRunning(reindex) ? 'accepted' : 'partial', warnings: [warning] };
}
