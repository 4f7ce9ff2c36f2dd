import { z } from 'zod';
import { AppError } from '../../../errors/app-error.ts';
import type { BackgroundJob } from '../../../modyo/background-jobs.ts';
import {
  type BulkAction,
  type BulkRequest,
  bulkEntries,
  bulkItemsMax,
} from '../../../modyo/content/entries.ts';
import type { AvailableAction, Warning } from '../../../toolkit/result.ts';
import { isJobOver, type JobStatus, jobStatus, jobStatusOf } from '../../job-status.ts';
import { waitForJob, waitLimit } from '../../job-wait.ts';
import type { InSpace } from '../resolvers.ts';

/** Part of the items of a call, sent in one request, and what became of the request. */
export interface Chunk<Item> {
  readonly items: readonly Item[];
  readonly jobId: string | undefined;
  /** Why the request was not accepted. */
  readonly failure: AppError | undefined;
  /** The last reading of its job. */
  readonly job: BackgroundJob | undefined;
  readonly status: JobStatus;
}

export const bulkJobs = z.array(
  z.object({
    job_id: z.string().optional(),
    job_status: jobStatus,
    /** The places in the call of the items of this job, in the job's order. */
    indexes: z.array(z.number()),
  }),
);

interface BulkWork<Item> {
  readonly action: BulkAction;
  readonly items: readonly Item[];
  request(items: readonly Item[]): BulkRequest;
}

/**
 * Sends all items, a hundred in a request, and waits for their jobs as long as the call may take. A request
 * that is refused leaves the others to be tried.
 * @throws {AppError} the first refusal, if no request was accepted
 */
export async function runInBulk<Item>(
  ctx: InSpace,
  { action, items, request }: BulkWork<Item>,
): Promise<readonly Chunk<Item>[]> {
  const sent: Chunk<Item>[] = [];
  for (let start = 0; start < items.length; start += bulkItemsMax) {
    const chunk = items.slice(start, start + bulkItemsMax);
    sent.push(await send(chunk, () => bulkEntries(ctx.modyo, ctx.space.id, action, request(chunk))));
  }
  const refused = sent.find(({ failure }) => failure !== undefined)?.failure;
  if (refused !== undefined && sent.every(({ failure }) => failure !== undefined)) throw refused;
  return waitForAll(ctx, sent, items.length);
}

async function send<Item>(
  items: readonly Item[],
  write: () => Promise<string | undefined>,
): Promise<Chunk<Item>> {
  const unknown = { items, job: undefined, status: 'unknown' } as const;
  try {
    return { ...unknown, jobId: await write(), failure: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...unknown, jobId: undefined, failure: error };
  }
}

async function waitForAll<Item>(
  ctx: InSpace,
  sent: readonly Chunk<Item>[],
  total: number,
): Promise<readonly Chunk<Item>[]> {
  const untilMs = waitLimit(ctx);
  const waited: Chunk<Item>[] = [];
  let before = 0;
  let told = -1;
  const tell = (progress: number, message: string) => {
    if (progress <= told) return;
    told = progress;
    ctx.progress({ progress, total, message });
  };
  for (const [at, chunk] of sent.entries()) {
    const message = `Part ${at + 1} of ${sent.length}.`;
    const onRead = (job: BackgroundJob) =>
      tell(before + Math.min(job.progress ?? 0, chunk.items.length), message);
    const job =
      chunk.jobId === undefined ? undefined : await lastReading(ctx, chunk.jobId, { untilMs, onRead });
    const status = jobStatusOf(job?.status);
    before += chunk.items.length;
    if (isJobOver(status)) tell(before, message);
    waited.push({ ...chunk, job, status });
  }
  return waited;
}

/** The work is under way: a job that cannot be read is told as not known, and never fails the call. */
async function lastReading(
  ctx: InSpace,
  jobId: string,
  wait: Parameters<typeof waitForJob>[2],
): Promise<BackgroundJob | undefined> {
  try {
    return await waitForJob(ctx, jobId, wait);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

export function jobsView<Item extends { readonly index: number }>(chunks: readonly Chunk<Item>[]) {
  return chunks.map(({ jobId, status, items }) => ({
    ...(jobId !== undefined && { job_id: jobId }),
    job_status: status,
    indexes: items.map(({ index }) => index),
  }));
}

/** Whether the work of a request may still go on. */
export function isUnderWay({ failure, status }: Chunk<unknown>): boolean {
  return failure === undefined && !isJobOver(status);
}

/** How to hear of what was not over when the time of the call was. */
export function waitingFor(chunks: readonly Chunk<unknown>[]): readonly AvailableAction[] {
  return chunks.filter(isUnderWay).flatMap(({ jobId }) =>
    jobId === undefined
      ? []
      : [
          {
            tool: 'content-jobs-manage',
            action: 'wait',
            args: { identifier: jobId },
            reason: 'Waits for the job; its items stand in the order of data.jobs indexes',
          },
        ],
  );
}

export function jobWarnings(chunks: readonly Chunk<unknown>[]): readonly Warning[] {
  const left = chunks.filter(isUnderWay).length;
  if (left === 0) return [];
  const message = `${left} of ${chunks.length} jobs were not seen to end. They go on; wait for them by job_id.`;
  return [{ code: 'JOB_NOT_OVER', path: 'data.jobs', message }];
}

/** The job ids of a call, for an error that has to name them. */
export function jobIdsOf(chunks: readonly Chunk<unknown>[]): readonly string[] {
  return chunks.flatMap(({ jobId }) => (jobId === undefined ? [] : [jobId]));
}
