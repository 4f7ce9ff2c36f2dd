import { kit } from '../../kit.ts';
import { cancelReindexAction } from './handlers/cancel-reindex.ts';
import { createAction } from './handlers/create.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { reindexAction } from './handlers/reindex.ts';
import { updateAction } from './handlers/update.ts';

export const contentTypesManage = kit.tool('content-types-manage', {
  title: 'Content types',
  summary: 'Read, create, change, list and delete the content types of a space and their fields',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    delete: deleteAction,
    reindex: reindexAction,
    cancel_reindex: cancelReindexAction,
  },
  recovery: { NOT_FOUND: [{ tool: 'content-types-list', reason: 'Shows the types of a space' }] },
});
