import { z } from 'zod';
import { type Fail, fail } from '../../../toolkit/result.ts';

const jobStatuses = ['pending', 'started', 'completed', 'failed', 'aborted'] as const;
const pollAfterMs = 5_000;

/**
 * How far the reindex of a type has come. While it is pending or started, Modyo refuses to save the type.
 */
export const reindexData = z.object({
  job_status: z.enum([...jobStatuses, 'unknown']),
  uuid: z.string().optional(),
  progress_percentage: z.string().optional(),
});

export type Reindex = z.output<typeof reindexData>;

/** What is read of the job that Modyo embeds in a type; `status` is the place in {@link jobStatuses}. */
export interface ReindexJob {
  readonly uuid?: string | null | undefined;
  readonly status?: number | null | undefined;
  readonly progress_percentage?: string | null | undefined;
}

export function reindexOf(job: ReindexJob | null | undefined): Reindex | undefined {
  if (job === null || job === undefined) return undefined;
  return {
    job_status: jobStatuses[job.status ?? -1] ?? 'unknown',
    ...(typeof job.uuid === 'string' && { uuid: job.uuid }),
    ...(typeof job.progress_percentage === 'string' && { progress_percentage: job.progress_percentage }),
  };
}

/** Refuses to save a type that Modyo would not save now. */
export function busyWithReindex(reindex: Reindex | undefined): Fail | undefined {
  if (reindex?.job_status !== 'pending' && reindex?.job_status !== 'started') return undefined;
  return fail(
    'STATE_BUSY',
    'The type is being reindexed after an earlier change and cannot be saved meanwhile.',
    {
      retryAfterMs: pollAfterMs,
      details: { job_status: reindex.job_status, progress_percentage: reindex.progress_percentage },
    },
  );
}
