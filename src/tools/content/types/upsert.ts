import { kit } from '../../kit.ts';
import { upsertAction } from './handlers/upsert.ts';

export const contentTypesUpsert = kit.tool('content-types-upsert', {
  title: 'Create or update a content type',
  actions: { upsert: upsertAction },
  recovery: { NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }] },
});
