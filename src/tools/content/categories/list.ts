import { kit } from '../../kit.ts';
import { listAction } from './handlers/list.ts';

export const contentCategoriesList = kit.tool('content-categories-list', {
  title: 'List content categories',
  actions: { list: listAction },
  recovery: { NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }] },
});
