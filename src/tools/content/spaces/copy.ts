import { kit } from '../../kit.ts';
import { copyAction } from './handlers/copy.ts';

export const contentSpacesCopy = kit.tool('content-spaces-copy', {
  title: 'Copy a content space',
  actions: { copy: copyAction },
  recovery: { NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }] },
});
