import { kit } from '../../kit.ts';
import { typesOfSpace } from './entry-recovery.ts';
import { listAction } from './handlers/list.ts';

export const contentEntriesList = kit.tool('content-entries-list', {
  title: 'List content entries',
  actions: { list: listAction },
  recovery: {
    NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }, typesOfSpace],
  },
});
