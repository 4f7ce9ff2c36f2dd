import { kit } from '../../kit.ts';
import { activateAction } from './handlers/activate.ts';
import { createAction } from './handlers/create.ts';
import { deactivateAction } from './handlers/deactivate.ts';
import { getAction } from './handlers/get.ts';
import { listAction } from './handlers/list.ts';
import { revokeSessionAction } from './handlers/revoke-session.ts';
import { sessionsAction } from './handlers/sessions.ts';
import { updateAction } from './handlers/update.ts';
import { listsUsers } from './user-recovery.ts';

export const coreUsersManage = kit.tool('core-users-manage', {
  title: 'Admin users',
  summary: 'Read, create, change, list, activate and deactivate admin users, and end their sessions',
  default: 'manage',
  actions: {
    manage: kit.manage({ get: getAction, create: createAction, update: updateAction }),
    list: listAction,
    get: getAction,
    activate: activateAction,
    deactivate: deactivateAction,
    sessions: sessionsAction,
    revoke_session: revokeSessionAction,
  },
  recovery: listsUsers,
});
