import type { Operation } from './call.ts';
import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from './core-groups.ts';
import { listLogs, listLogTypes } from './core-logs.ts';
import { addTeamMember, listTeamMembers, removeTeamMember, updateTeamMember } from './core-members.ts';
import { getSite, listRealms, listSites } from './core-places.ts';
import { createRole, deleteRole, getRole, updateRole } from './core-roles.ts';
import { updateAccount } from './core-settings.ts';
import type { coreTeamRoutes } from './core-team-routes.ts';

/** What each of those routes does. */
export const coreTeamOperations: Readonly<Record<(typeof coreTeamRoutes)[number]['operation'], Operation>> = {
  'account.update': updateAccount,
  'groups.list': listGroups,
  'groups.create': createGroup,
  'groups.get': getGroup,
  'groups.update': updateGroup,
  'groups.delete': deleteGroup,
  'roles.create': createRole,
  'roles.get': getRole,
  'roles.update': updateRole,
  'roles.delete': deleteRole,
  'team.list': listTeamMembers,
  'team.add': addTeamMember,
  'team.update': updateTeamMember,
  'team.remove': removeTeamMember,
  'logs.list': listLogs,
  'logs.types': listLogTypes,
  'sites.list': listSites,
  'sites.get': getSite,
  'realms.list': listRealms,
};
