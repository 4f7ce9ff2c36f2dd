import { z } from 'zod';
import { type Fail, fail } from '../../../toolkit/result.ts';
import { jobStatus, jobStatusOf } from '../../job-status.ts';

const pollAfterMs = 5_000;

/**
 * How far the reindex of a type has come. While it is pending or started, Modyo refuses to save the type.
 */
export const reindexData = z.object({
  job_status: jobStatus,
  uuid: z.string().optional(),
  progress_percentage: z.string().optional(),
});

/** For what starts a reindex, or meets one. */
export const waitForReindex = z
  .boolean()
  .optional()
  .describe('Wait until the type is no longer reindexed, as long as the call may take');

export type Reindex = z.output<typeof reindexData>;

/** What is read of the job that Modyo embeds in a type. */
export interface ReindexJob {
  readonly uuid?: string | null | undefined;
  readonly status?: number | null | undefined;
  readonly progress_percentage?: string | null | undefined;
}

export function reindexOf(job: ReindexJob | null | undefined): Reindex | undefined {
  if (job === null || job === undefined) return undefined;
  return {
    job_status: jobStatusOf(job.status),
    ...(typeof job.uuid === 'string' && { uuid: job.uuid }),
    ...(typeof job.progress_percentage === 'string' && { progress_percentage: job.progress_percentage }),
  };
}

export function isRunning(reindex: Reindex | undefined): boolean {
  return reindex?.job_status === 'pending' || reindex?.job_status === 'started';
}

/**
 * Refuses to save a type that Modyo would not save now.
 * @param target the type, as the arguments of a call name it
 */
export function busyWithReindex(
  reindex: Reindex | undefined,
  target: { readonly space: number; readonly identifier: number },
): Fail | undefined {
  if (reindex === undefined || !isRunning(reindex)) return undefined;
  return fail(
    'STATE_BUSY',
    'The type is being reindexed after an earlier change and cannot be saved meanwhile.',
    {
      retryAfterMs: pollAfterMs,
      availableActions: [
        {
          tool: 'content-types-get',
          args: { ...target, wait_for_reindex: true },
          reason: 'Reads the type as soon as the reindex has ended',
        },
      ],
      details: { job_status: reindex.job_status, progress_percentage: reindex.progress_percentage },
    },
  );
}
