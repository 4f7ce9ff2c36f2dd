import type { Logger } from '../infrastructure/logger.ts';
import type { ToolSource } from '../mcp/catalogue.ts';
import { operations } from '../modyo/operations.ts';
import type { TenantPolicy } from '../tenant/policy.ts';
import type { TenantRecord } from '../tenant/tenant-record.ts';

/**
 * A name that means nothing narrows in silence: one that was denied is still there, one that was allowed
 * is not. It is no reason to refuse the start, since a file of tenants may be older or newer than the build.
 */
export function warnOfUnknownTools(
  records: readonly TenantRecord[],
  tools: Pick<ToolSource, 'namesOf'>,
  servicePolicy: TenantPolicy,
  log: Logger,
): void {
  const names = tools.namesOf(servicePolicy);
  for (const { id, policy } of records) {
    for (const tool of [...(policy.toolsAllowed ?? []), ...(policy.toolsDenied ?? [])]) {
      if (!names.has(tool))
        log.warn({ tenant: id, tool }, 'a tenant policy names a tool that is not offered here');
    }
  }
}

/** As for tools: an operation that nothing calls keeps nothing from being called. */
export function warnOfUnknownOperations(records: readonly TenantRecord[], log: Logger): void {
  for (const { id, missingOperations = [] } of records) {
    for (const operation of missingOperations) {
      if (!Object.hasOwn(operations, operation))
        log.warn({ tenant: id, operation }, 'a tenant record lacks an operation that is not called here');
    }
  }
}
