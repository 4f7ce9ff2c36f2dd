import { z } from 'zod';
import { waitForJob, waitLimit } from '../../../job-wait.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { createJobProgress } from '../../job-progress.ts';
import { jobAnswer, jobData, jobParameter } from '../job-view.ts';

const secondMs = 1_000;
const waitSecondsMax = 300;

export const waitAction = kit.query({
  summary: 'Wait until a background job is over, with progress; answers how far it is when the time ends',
  input: z.object({
    identifier: jobParameter,
    timeout_seconds: z
      .int()
      .min(1)
      .max(waitSecondsMax)
      .optional()
      .describe('Longest wait; default and most is what one call may take'),
  }),
  data: jobData,
  operations: ['getBackgroundJob'],
  async run({ identifier, timeout_seconds: seconds }, ctx) {
    const untilMs = waitLimit(ctx, seconds === undefined ? undefined : seconds * secondMs);
    const onRead = createJobProgress(ctx);
    const job = await namedBy('identifier', waitForJob(ctx, identifier, { untilMs, onRead }));
    return jobAnswer(identifier, job);
  },
});
