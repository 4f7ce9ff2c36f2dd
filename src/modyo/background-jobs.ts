import { z } from 'zod';
import { answerOf, anyJson, element, optional } from './answer-shape.ts';
import type { ModyoClient } from './client.ts';

export const backgroundJob = element({
  uuid: optional(z.string()),
  /** 0 pending, 1 started, 2 completed, 3 failed, 4 aborted. */
  status: optional(z.number()),
  type: optional(z.string()),
  /** Of `total`, as far as it has come. */
  progress: optional(z.number()),
  total: optional(z.number()),
  progress_percentage: optional(z.string()),
  /** What it did; the form is not documented. */
  results: anyJson.optional(),
});

export type BackgroundJob = z.output<typeof backgroundJob>;

export function getBackgroundJob(modyo: ModyoClient, uuid: string): Promise<BackgroundJob> {
  return answerOf(modyo, 'getBackgroundJob', backgroundJob, { path: { uuid } });
}
