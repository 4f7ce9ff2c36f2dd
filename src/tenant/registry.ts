import type { IssuerRecord } from '../auth/issuer-record.ts';
import { tenantKey } from './tenant-key.ts';
import type { TenantRecord } from './tenant-record.ts';

/** The tenants that tokens of `registry` issuers may name. */
export interface TenantRegistry {
  find(issuer: string, tenantId: string): TenantRecord | undefined;
}

export interface TenantRegistryOptions {
  readonly records: readonly TenantRecord[];
  readonly issuers: readonly IssuerRecord[];
}

/** @throws {Error} with every record that names no registry issuer, or stands there twice */
export function createTenantRegistry({ records, issuers }: TenantRegistryOptions): TenantRegistry {
  const registryIssuers = issuers
    .filter(({ tenantMode }) => tenantMode === 'registry')
    .map(({ issuer }) => issuer);
  const byKey = new Map<string, TenantRecord>();
  const faults: string[] = [];
  for (const record of records) {
    const issuer = record.issuer ?? (registryIssuers.length === 1 ? registryIssuers[0] : undefined);
    if (issuer === undefined) faults.push(`tenant ${record.id} must name its issuer`);
    else if (!registryIssuers.includes(issuer))
      faults.push(`tenant ${record.id} names no issuer in registry mode`);
    else if (byKey.has(tenantKey(issuer, record.id))) faults.push(`tenant ${record.id} stands there twice`);
    else byKey.set(tenantKey(issuer, record.id), record);
  }
  if (faults.length > 0) throw new Error(faults.join('; '));
  return { find: (issuer, tenantId) => byKey.get(tenantKey(issuer, tenantId)) };
}
