import { kit } from '../../kit.ts';
import { typesOfSpace } from './entry-recovery.ts';
import { compareAction } from './handlers/compare.ts';
import { getAction } from './handlers/get.ts';
import { reviewAction } from './handlers/review.ts';

export const contentEntriesGet = kit.tool('content-entries-get', {
  title: 'Get a content entry',
  summary: 'Read an entry, compare its versions, or see where it stands in its review',
  default: 'get',
  actions: { get: getAction, compare: compareAction, review: reviewAction },
  recovery: {
    NOT_FOUND: [{ tool: 'content-entries-list', reason: 'Shows the entries of a space' }, typesOfSpace],
  },
});
