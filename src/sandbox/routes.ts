import type { SandboxPermission } from './accounts.ts';
import { coreUserRoutes } from './core-user-routes.ts';
import { workflowRoutes } from './workflow-routes.ts';

/**
 * Where the knowledge of a route comes from. `swagger-2023`: the platform's own catalogue of August 2023;
 * `docs`: its documentation; the `inferred` ones follow from a documented sibling or from the panel.
 */
type Evidence = 'swagger-2023' | 'docs' | 'inferred-high' | 'inferred-medium' | 'inferred-low';

export interface Route {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/admin`; `{name}` is one segment. */
  readonly path: string;
  readonly permission: SandboxPermission;
  /** The key under which the body's attributes may also come: `{"space": {…}}` equals `{…}`. */
  readonly wrapper?: string;
  readonly evidence: Evidence;
  readonly note?: string;
}

const space = '/content/spaces/{space_id}';

/**
 * Every path, method, wrapper and permission of the sandbox, in one place: when an account's own catalogue
 * says otherwise, this table is what changes.
 */
export const routes = [
  {
    operation: 'account.get',
    method: 'GET',
    path: '/account',
    permission: 'read',
    evidence: 'docs',
    note: 'The path is from the documentation, the body is the catalogue model of the update.',
  },
  {
    operation: 'docs.get',
    method: 'GET',
    path: '/docs',
    permission: 'manage',
    evidence: 'docs',
    note: 'The address is documented as a page for administrators; that it answers JSON is inferred-medium.',
  },
  { operation: 'profile.get', method: 'GET', path: '/profile', permission: 'none', evidence: 'docs' },
  { operation: 'roles.list', method: 'GET', path: '/roles', permission: 'read', evidence: 'docs' },
  {
    operation: 'jobs.get',
    method: 'GET',
    path: '/background_jobs/{uuid}',
    permission: 'read',
    evidence: 'docs',
    note: 'The body is the catalogue Job model; the layout of `results` is inferred.',
  },
  {
    operation: 'spaces.list',
    method: 'GET',
    path: '/content/spaces',
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'spaces.create',
    method: 'POST',
    path: '/content/spaces',
    permission: 'manage',
    wrapper: 'space',
    evidence: 'swagger-2023',
    note: '`default_locale` and `realm_id`, declared in the path, are read from body and query.',
  },
  {
    operation: 'spaces.locales',
    method: 'GET',
    path: '/content/spaces/locale_list',
    permission: 'read',
    evidence: 'swagger-2023',
  },
  { operation: 'spaces.get', method: 'GET', path: space, permission: 'read', evidence: 'swagger-2023' },
  {
    operation: 'spaces.update',
    method: 'PUT',
    path: space,
    permission: 'manage',
    wrapper: 'space',
    evidence: 'swagger-2023',
  },
  {
    operation: 'spaces.delete',
    method: 'DELETE',
    path: space,
    permission: 'manage',
    evidence: 'swagger-2023',
    note: '`validation`, declared in the path, is read from the query.',
  },
  {
    operation: 'types.list',
    method: 'GET',
    path: `${space}/types`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'types.create',
    method: 'POST',
    path: `${space}/types`,
    permission: 'manage',
    wrapper: 'type',
    evidence: 'swagger-2023',
  },
  {
    operation: 'types.get',
    method: 'GET',
    path: `${space}/types/{type_id}`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'types.update',
    method: 'PUT',
    path: `${space}/types/{type_id}`,
    permission: 'manage',
    wrapper: 'type',
    evidence: 'swagger-2023',
  },
  {
    operation: 'types.delete',
    method: 'DELETE',
    path: `${space}/types/{type_id}`,
    permission: 'manage',
    evidence: 'swagger-2023',
  },
  {
    operation: 'types.reindex',
    method: 'POST',
    path: `${space}/types/{type_id}/reindex`,
    permission: 'manage',
    evidence: 'swagger-2023',
  },
  {
    operation: 'types.cancelReindex',
    method: 'POST',
    path: `${space}/types/{type_id}/cancel_reindex`,
    permission: 'manage',
    evidence: 'swagger-2023',
  },
  {
    operation: 'categories.list',
    method: 'GET',
    path: `${space}/categories`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'categories.create',
    method: 'POST',
    path: `${space}/categories`,
    permission: 'write',
    wrapper: 'category',
    evidence: 'swagger-2023',
  },
  {
    operation: 'categories.get',
    method: 'GET',
    path: `${space}/categories/{id}`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'categories.update',
    method: 'PUT',
    path: `${space}/categories/{id}`,
    permission: 'write',
    wrapper: 'category',
    evidence: 'swagger-2023',
  },
  {
    operation: 'categories.delete',
    method: 'DELETE',
    path: `${space}/categories/{id}`,
    permission: 'write',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.list',
    method: 'GET',
    path: `${space}/entries`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.create',
    method: 'POST',
    path: `${space}/entries`,
    permission: 'write',
    wrapper: 'entry',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.bulk',
    method: 'POST',
    path: `${space}/entries/bulk`,
    permission: 'write',
    evidence: 'docs',
    note: 'Only `bulk_action=create` is documented; the other actions are inferred-medium.',
  },
  {
    operation: 'entries.get',
    method: 'GET',
    path: `${space}/entries/{entry_id}`,
    permission: 'read',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.update',
    method: 'PUT',
    path: `${space}/entries/{entry_id}`,
    permission: 'write',
    wrapper: 'entry',
    evidence: 'swagger-2023',
    note: 'The catalogue has no response model: the answer has no body. What is not sent is kept (inferred).',
  },
  {
    operation: 'entries.delete',
    method: 'DELETE',
    path: `${space}/entries/{entry_id}`,
    permission: 'write',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.publish',
    method: 'POST',
    path: `${space}/entries/{entry_id}/publish`,
    permission: 'write',
    wrapper: 'entry',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.unpublish',
    method: 'POST',
    path: `${space}/entries/{entry_id}/unpublish`,
    permission: 'write',
    evidence: 'swagger-2023',
  },
  {
    operation: 'entries.copy',
    method: 'POST',
    path: `${space}/entries/{entry_id}/copy`,
    permission: 'write',
    wrapper: 'entry',
    evidence: 'swagger-2023',
    note: 'No response model in the catalogue; the body, the new entry, is inferred-medium.',
  },
  {
    operation: 'entries.locales',
    method: 'GET',
    path: `${space}/entries/{entry_uuid}/available_locales`,
    permission: 'read',
    evidence: 'swagger-2023',
    note: 'No response model in the catalogue; `{available_locales: […]}` is inferred-low.',
  },
  ...workflowRoutes,
  ...coreUserRoutes,
] as const satisfies readonly Route[];

export type OperationName = (typeof routes)[number]['operation'];
