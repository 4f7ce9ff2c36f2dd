import { kit } from '../../kit.ts';
import { getAction } from './handlers/get.ts';

export const contentTypesGet = kit.tool('content-types-get', {
  title: 'Get a content type',
  actions: { get: getAction },
  recovery: { NOT_FOUND: [{ tool: 'content-types-list', reason: 'Shows the types of a space' }] },
});
