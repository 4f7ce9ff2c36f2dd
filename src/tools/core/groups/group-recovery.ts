import type { Recovery } from '../../../toolkit/action.ts';

/** Where a group, a role or a user that was not found, or not told from another, can be looked for. */
export const listsGroups: Recovery = {
  NOT_FOUND: [
    { tool: 'core-groups-manage', action: 'list', reason: 'Shows the groups' },
    { tool: 'core-roles-manage', action: 'list', reason: 'Shows the roles with their keys' },
  ],
  AMBIGUOUS: [{ tool: 'core-groups-manage', action: 'list', reason: 'Shows the groups with their ids' }],
};
