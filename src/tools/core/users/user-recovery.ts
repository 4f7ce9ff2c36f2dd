import type { Recovery } from '../../../toolkit/action.ts';

/** Where a user who was not found, or who was not told from another, can be looked for. */
export const listsUsers: Recovery = {
  NOT_FOUND: [{ tool: 'core-users-manage', action: 'list', reason: 'Shows the admin users' }],
  AMBIGUOUS: [{ tool: 'core-users-manage', action: 'list', reason: 'Shows the admin users with their ids' }],
};
