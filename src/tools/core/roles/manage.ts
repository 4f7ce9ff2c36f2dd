import { kit } from '../../kit.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { updateAction } from './handlers/update.ts';

export const coreRolesManage = kit.tool('core-roles-manage', {
  title: 'Roles',
  summary: 'Read, change, list and delete the roles of admin users',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, update: updateAction }),
    list: listAction,
    get: getAction,
    delete: deleteAction,
  },
  recovery: {
    NOT_FOUND: [{ tool: 'core-roles-manage', action: 'list', reason: 'Shows the roles with their keys' }],
    AMBIGUOUS: [{ tool: 'core-roles-manage', action: 'list', reason: 'Shows the roles with their keys' }],
  },
});
