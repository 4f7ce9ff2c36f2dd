import type { onRequestAsyncHookHandler } from 'fastify';
import type { Challenges } from '../../auth/challenge.ts';
import { TokenRefusedError } from '../../auth/token-refusal.ts';
import { AppError } from '../../errors/app-error.ts';
import { narrowPolicy, type ToolNamesOf } from '../../tenant/narrowing.ts';
import type { TenantResolver } from '../../tenant/resolver.ts';
import type { Tenant } from '../../tenant/tenant.ts';
import { TenantRefusedError } from '../../tenant/tenant-refusal.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { badToken } from './authentication.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the tenant hook, its policy narrowed by the URL; every later step of the route may rely on it. */
    tenant: Tenant | undefined;
  }
}

/** Principal → Tenant. The URL of the connector narrows what the tenant may do, and cannot widen it. */
export function createTenantHook(
  tenants: TenantResolver,
  challenges: Challenges,
  toolNamesOf: ToolNamesOf,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { principal } = request;
    if (principal === undefined) throw new Error('The tenant was asked for before the principal was known.');
    try {
      const tenant = await tenants.resolve(principal);
      request.tenant = narrowedBy(request.url, tenant, toolNamesOf);
      return;
    } catch (error) {
      const refusal = refusalOf(error, challenges);
      if (refusal === undefined) throw error;
      return refuse(reply, refusal);
    }
  };
}

function narrowedBy(url: string, tenant: Tenant, toolNamesOf: ToolNamesOf): Tenant {
  const narrowing = narrowingIn(url);
  if (narrowing === undefined) return tenant;
  return Object.assign({}, tenant, { policy: narrowPolicy(tenant.policy, narrowing, toolNamesOf) });
}

/** What stands behind the question mark of a request's address; `undefined` without one. */
export function narrowingIn(url: string): URLSearchParams | undefined {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? undefined : new URLSearchParams(url.slice(queryStart + 1));
}

function refusalOf(error: unknown, challenges: Challenges): Refusal | undefined {
  if (error instanceof TenantRefusedError)
    return {
      status: 403,
      error: 'tenant_refused',
      description: error.message,
      reason: `tenant_${error.refusal}`,
    };
  if (error instanceof TokenRefusedError) return badToken(challenges, error.message, error.refusal);
  return narrowingRefusal(error);
}

/** The answer to a URL that names what does not exist; `undefined` for anything else that was thrown. */
export function narrowingRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof AppError) || error.code !== 'INVALID_PARAMS') return undefined;
  return {
    status: 400,
    error: 'invalid_request',
    description: `${error.message} ${error.hint ?? ''}`.trimEnd(),
  };
}
