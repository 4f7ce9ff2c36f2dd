import { kit } from '../../kit.ts';
import { addAction } from './handlers/add.ts';
import { listAction } from './handlers/list.ts';
import { removeAction } from './handlers/remove.ts';
import { updateAction } from './handlers/update.ts';

export const coreMembersManage = kit.tool('core-members-manage', {
  title: 'Members of spaces, sites and realms',
  summary:
    'List, add, change and remove the roles that admin users and groups have in a space, a site or a realm',
  default: 'list',
  actions: { list: listAction, add: addAction, update: updateAction, remove: removeAction },
  recovery: {
    NOT_FOUND: [
      { tool: 'core-members-manage', action: 'list', reason: 'Shows who has a role there' },
      { tool: 'core-users-manage', action: 'list', reason: 'Shows the admin users' },
      { tool: 'core-groups-manage', action: 'list', reason: 'Shows the groups' },
      { tool: 'core-roles-manage', action: 'list', reason: 'Shows the roles with their keys' },
    ],
    AMBIGUOUS: [
      { tool: 'core-users-manage', action: 'list', reason: 'Shows the admin users with their ids' },
    ],
  },
});
