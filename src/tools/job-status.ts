import { z } from 'zod';

/** The names of Modyo's numbers, each at its place. */
const jobStatuses = ['pending', 'started', 'completed', 'failed', 'aborted'] as const;

export const jobStatus = z.enum([...jobStatuses, 'unknown']);

export type JobStatus = z.output<typeof jobStatus>;

export function jobStatusOf(status: number | null | undefined): JobStatus {
  return jobStatuses[status ?? -1] ?? 'unknown';
}

/** Whether a job will not change any more. */
export function isJobOver(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'aborted';
}
