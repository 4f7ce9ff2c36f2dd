import { z } from 'zod';
import type { BackgroundJob } from '../../../modyo/background-jobs.ts';
import { foreign } from '../../../toolkit/foreign.ts';
import type { Answer } from '../../../toolkit/result.ts';
import { ok } from '../../../toolkit/result.ts';
import { isJobOver, jobStatus, jobStatusOf } from '../../job-status.ts';
import { jobItems } from '../job-results.ts';

const identifierPattern = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const identifierCharactersMax = 64;

export const jobParameter = z
  .string()
  .max(identifierCharactersMax)
  .regex(identifierPattern, 'A job id as a bulk action answers it.')
  .describe('Job: the job_id that a call answered, e.g. "7b6ff2d3-0f4e-4b64-8f7a-0b8f4f0f6d1c"');

const fault = z.object({ path: z.string(), code: z.string(), message: z.string() });

export const jobData = z.object({
  job: foreign({ uuid: z.string().optional(), type: z.string().optional() }),
  job_status: jobStatus,
  is_over: z.boolean(),
  items: z.array(
    z.object({ index: z.number(), uuid: z.string().optional(), errors: z.array(fault).optional() }),
  ),
  failed_items: z.number(),
});

/** A job with what it did, and the call that waits for it while it is not over. */
export function jobAnswer(id: string, job: BackgroundJob): Answer<z.input<typeof jobData>> {
  const { results: _told, ...shown } = job;
  const status = jobStatusOf(job.status);
  const isOver = isJobOver(status);
  const items = jobItems(job).map(({ index, uuid, faults }) => ({
    index,
    ...(uuid !== undefined && { uuid }),
    ...(faults.length > 0 && {
      errors: faults.map(({ path, message }) => ({ path, code: 'REFUSED', message })),
    }),
  }));
  const wait = { tool: 'content-jobs-manage', action: 'wait', args: { identifier: id } } as const;
  return ok(
    {
      job: shown,
      job_status: status,
      is_over: isOver,
      items,
      failed_items: items.filter(({ errors }) => errors !== undefined).length,
    },
    {
      resource: { type: 'job', id, uuid: job.uuid },
      state: isOver ? {} : { next: [{ ...wait, reason: 'Waits until the job is over' }] },
    },
  );
}
