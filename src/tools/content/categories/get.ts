import { kit } from '../../kit.ts';
import { getAction } from './handlers/get.ts';

export const contentCategoriesGet = kit.tool('content-categories-get', {
  title: 'Get a content category',
  actions: { get: getAction },
  recovery: { NOT_FOUND: [{ tool: 'content-categories-list', reason: 'Shows the categories of a space' }] },
});
