import { kit } from '../../kit.ts';
import { createAction } from './handlers/create.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { moveAction } from './handlers/move.ts';
import { updateAction } from './handlers/update.ts';

export const contentCategoriesManage = kit.tool('content-categories-manage', {
  title: 'Content categories',
  summary: 'Read, create, rename, move, list and delete the categories of a space',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    move: moveAction,
    delete: deleteAction,
  },
  recovery: { NOT_FOUND: [{ tool: 'content-categories-list', reason: 'Shows the categories of a space' }] },
});
