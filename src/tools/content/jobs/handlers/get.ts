import { z } from 'zod';
import { getBackgroundJob } from '../../../../modyo/background-jobs.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { jobAnswer, jobData, jobParameter } from '../job-view.ts';

export const getAction = kit.query({
  summary: 'Read how far a background job has come, and what it did',
  input: z.object({ identifier: jobParameter }),
  data: jobData,
  operations: ['getBackgroundJob'],
  async run({ identifier }, { modyo }) {
    return jobAnswer(identifier, await namedBy('identifier', getBackgroundJob(modyo, identifier)));
  },
});
