import { kit } from '../../kit.ts';
import { listsGroups } from './group-recovery.ts';
import { createAction } from './handlers/create.ts';
import { deleteAction } from './handlers/delete.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { updateAction } from './handlers/update.ts';

export const coreGroupsManage = kit.tool('core-groups-manage', {
  title: 'Groups of admin users',
  summary: 'Read, create, change, list and delete groups of admin users',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    get: getAction,
    delete: deleteAction,
  },
  recovery: listsGroups,
});
