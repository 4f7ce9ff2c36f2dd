const users = '/admin_users';
const user = `${users}/{user_id}`;

/** Only the name of the resource is documented; verbs and paths are those of a realm's users. */
export const coreUserRoutes = [
  { operation: 'adminUsers.list', method: 'GET', path: users, permission: 'read', evidence: 'inferred-high' },
  {
    operation: 'adminUsers.create',
    method: 'POST',
    path: users,
    permission: 'manage',
    wrapper: 'admin_user',
    evidence: 'inferred-high',
  },
  {
    operation: 'adminUsers.bulk',
    method: 'PATCH',
    path: `${users}/bulk`,
    permission: 'manage',
    wrapper: 'bulk_params',
    evidence: 'inferred-high',
  },
  { operation: 'adminUsers.get', method: 'GET', path: user, permission: 'read', evidence: 'inferred-high' },
  {
    operation: 'adminUsers.update',
    method: 'PUT',
    path: user,
    permission: 'manage',
    wrapper: 'admin_user',
    evidence: 'inferred-high',
  },
  {
    operation: 'adminUsers.activate',
    method: 'PUT',
    path: `${user}/activate`,
    permission: 'manage',
    evidence: 'inferred-high',
  },
  {
    operation: 'adminUsers.deactivate',
    method: 'PUT',
    path: `${user}/deactivate`,
    permission: 'manage',
    evidence: 'inferred-high',
  },
  {
    operation: 'adminUsers.sessions',
    method: 'GET',
    path: `${user}/sessions`,
    permission: 'read',
    evidence: 'inferred-high',
    note: 'The key of the list is the one that the catalogue has for the sessions of a realm user.',
  },
  {
    operation: 'adminUsers.revokeSession',
    method: 'DELETE',
    path: `${user}/revoke_session`,
    permission: 'manage',
    evidence: 'inferred-high',
  },
] as const;
