import { kit } from '../../kit.ts';
import { typesOfSpace } from './entry-recovery.ts';
import { bulkArchiveAction } from './handlers/bulk-archive.ts';
import { bulkCreateAction } from './handlers/bulk-create.ts';
import { bulkDeleteAction } from './handlers/bulk-delete.ts';
import { bulkPublishAction } from './handlers/bulk-publish.ts';
import { bulkRestoreAction } from './handlers/bulk-restore.ts';
import { bulkUnpublishAction } from './handlers/bulk-unpublish.ts';

export const contentEntriesBulk = kit.tool('content-entries-bulk', {
  title: 'Many content entries',
  summary: 'Create, publish, unpublish, archive, restore or delete many entries of a space at once',
  actions: {
    create: bulkCreateAction,
    publish: bulkPublishAction,
    unpublish: bulkUnpublishAction,
    archive: bulkArchiveAction,
    restore: bulkRestoreAction,
    delete: bulkDeleteAction,
  },
  recovery: {
    NOT_FOUND: [{ tool: 'content-entries-list', reason: 'Shows the entries of a space' }, typesOfSpace],
  },
});
