import { kit } from '../../kit.ts';
import { copyAction } from './handlers/copy.ts';

export const contentTypesCopy = kit.tool('content-types-copy', {
  title: 'Copy a content type',
  actions: { copy: copyAction },
  recovery: { NOT_FOUND: [{ tool: 'content-types-list', reason: 'Shows the types of a space' }] },
});
