import { kit } from '../../kit.ts';
import { listAction } from './handlers/list.ts';

export const contentTypesList = kit.tool('content-types-list', {
  title: 'List content types',
  actions: { list: listAction },
  recovery: { NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }] },
});
