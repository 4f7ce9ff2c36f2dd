import { type BackgroundJob, getBackgroundJob } from '../modyo/background-jobs.ts';
import { isJobOver, jobStatusOf } from './job-status.ts';
import type { ModyoToolContext } from './kit.ts';

const firstPauseMs = 250;
const pauseMsMax = 2_000;

export interface JobWait {
  /** When the wait ends though the job does not, in milliseconds since the Unix epoch. */
  readonly untilMs: number;
  /** Hears of every reading. */
  readonly onRead?: (job: BackgroundJob) => void;
}

/**
 * Reads a job until it is over, at growing intervals.
 * @returns its last reading, over or not
 * @throws {AppError} `NOT_FOUND`, or as the reading
 */
export async function waitForJob(
  ctx: Pick<ModyoToolContext, 'modyo' | 'clock' | 'signal'>,
  uuid: string,
  { untilMs, onRead }: JobWait,
): Promise<BackgroundJob> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const job = await getBackgroundJob(ctx.modyo, uuid);
    onRead?.(job);
    const leftMs = untilMs - ctx.clock.nowMs();
    if (isJobOver(jobStatusOf(job.status)) || leftMs <= 0) return job;
    await ctx.clock.sleep(Math.min(pauseMs, leftMs), ctx.signal);
  }
}

/** The part of a call's time that is kept for what comes after a wait. */
const keptFraction = 0.3;

/** Until when a call may wait, so that there is time left to say how it stands; at most `waitMs` from now. */
export function waitLimit({ clock, endsAtMs }: ModyoToolContext, waitMs = Number.POSITIVE_INFINITY): number {
  const nowMs = clock.nowMs();
  return nowMs + Math.min(waitMs, Math.max(0, endsAtMs - nowMs) * (1 - keptFraction));
}
