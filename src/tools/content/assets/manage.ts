import { kit } from '../../kit.ts';
import { assetsOfAccount } from './asset-recovery.ts';
import { createAction } from './handlers/create.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { limitsAction } from './handlers/limits.ts';
import { listAction } from './handlers/list.ts';
import { replaceAction } from './handlers/replace.ts';
import { updateAction } from './handlers/update.ts';

export const contentAssetsManage = kit.tool('content-assets-manage', {
  title: 'Media files',
  summary: 'Read, upload, describe, list, replace and delete the media files of the account',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    limits: limitsAction,
    replace: replaceAction,
    delete: deleteAction,
  },
  recovery: { NOT_FOUND: [assetsOfAccount] },
});
