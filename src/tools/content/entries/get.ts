import { kit } from '../../kit.ts';
import { typesOfSpace } from './entry-recovery.ts';
import { getAction } from './handlers/get.ts';

export const contentEntriesGet = kit.tool('content-entries-get', {
  title: 'Get a content entry',
  actions: { get: getAction },
  recovery: {
    NOT_FOUND: [{ tool: 'content-entries-list', reason: 'Shows the entries of a space' }, typesOfSpace],
  },
});
