import { kit } from '../../kit.ts';
import { getAction } from './handlers/get.ts';

export const contentSpacesGet = kit.tool('content-spaces-get', {
  title: 'Get a content space',
  actions: { get: getAction },
  recovery: { NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }] },
});
