import { kit } from '../../kit.ts';
import { getAction } from './handlers/get.ts';
import { waitAction } from './handlers/wait.ts';

export const contentJobsManage = kit.tool('content-jobs-manage', {
  title: 'Background jobs',
  summary: 'Read a background job, or wait for it',
  default: 'get',
  actions: { get: getAction, wait: waitAction },
  notes: [
    'The names in the answer are those of the job model of 2023.',
    'items are numbered from 0 within the job.',
  ],
  recovery: {
    NOT_FOUND: [
      { tool: 'content-entries-list', reason: 'Shows how entries stand; the platform forgets old jobs' },
    ],
  },
});
