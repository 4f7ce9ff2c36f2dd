import type { SandboxPermission } from './accounts.ts';
import { assetRoutes } from './asset-routes.ts';
import { contentRoutes } from './content-routes.ts';
import { coreTeamRoutes } from './core-team-routes.ts';
import { coreUserRoutes } from './core-user-routes.ts';
import { versionRoutes } from './version-routes.ts';
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

/**
 * Every path, method, wrapper and permission of the sandbox, in tables by module: when an account's own
 * catalogue says otherwise, they are what changes.
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
  ...contentRoutes,
  ...assetRoutes,
  ...versionRoutes,
  ...workflowRoutes,
  ...coreUserRoutes,
  ...coreTeamRoutes,
] as const satisfies readonly Route[];

export type OperationName = (typeof routes)[number]['operation'];
