import { kit } from '../../kit.ts';
import { typesOfSpace } from './entry-recovery.ts';
import { upsertAction } from './handlers/upsert.ts';

export const contentEntriesUpsert = kit.tool('content-entries-upsert', {
  title: 'Create or update a content entry',
  actions: { upsert: upsertAction },
  recovery: {
    NOT_FOUND: [{ tool: 'content-entries-list', reason: 'Shows the entries of a space' }, typesOfSpace],
  },
});
