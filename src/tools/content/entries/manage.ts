import { kit } from '../../kit.ts';
import { typesOfSpace } from './entry-recovery.ts';
import { archiveAction } from './handlers/archive.ts';
import { cloneAction } from './handlers/clone.ts';
import { createAction } from './handlers/create.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { publishAction } from './handlers/publish.ts';
import { restoreAction } from './handlers/restore.ts';
import { unpublishAction } from './handlers/unpublish.ts';
import { updateAction } from './handlers/update.ts';

export const contentEntriesManage = kit.tool('content-entries-manage', {
  title: 'Content entries',
  summary: 'Read, create, change, list, publish, archive, copy and delete the entries of a space',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    publish: publishAction,
    unpublish: unpublishAction,
    archive: archiveAction,
    restore: restoreAction,
    clone: cloneAction,
    delete: deleteAction,
  },
  recovery: {
    NOT_FOUND: [{ tool: 'content-entries-list', reason: 'Shows the entries of a space' }, typesOfSpace],
  },
});
