import { kit } from '../../kit.ts';
import { createAction } from './handlers/create.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { updateAction } from './handlers/update.ts';

export const contentSpacesManage = kit.tool('content-spaces-manage', {
  title: 'Content spaces',
  summary: 'Read, create, change, list and delete content spaces',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    delete: deleteAction,
  },
  recovery: { NOT_FOUND: [{ tool: 'content-spaces-list', reason: 'Shows the spaces that exist' }] },
});
