import { createHash } from 'node:crypto';
import type { Principal } from '../auth/principal.ts';
import type { SealRing } from '../auth/sealing.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { createExpiringMap } from '../infrastructure/expiring-map.ts';
import { createModyoCredential } from '../modyo/credential.ts';
import { effectivePolicy } from './effective-policy.ts';
import type { TenantPolicy } from './policy.ts';
import type { TenantRegistry } from './registry.ts';
import { type OpenedAccount, openSealedClaim } from './sealed-claim.ts';
import type { Tenant } from './tenant.ts';
import { tenantKey } from './tenant-key.ts';
import type { TenantRecord } from './tenant-record.ts';
import { TenantRefusedError } from './tenant-refusal.ts';
import { openTenantToken } from './tenant-token.ts';

export interface TenantResolver {
  /**
   * The account of a verified principal, by the one mode that its issuer record names.
   * @throws {TenantRefusedError} when the token leads to no account that may be called
   * @throws {TokenRefusedError} when the sealed claim does not open or belongs to another token
   */
  resolve(principal: Principal): Promise<Tenant>;
}

export interface TenantResolverOptions {
  readonly registry: TenantRegistry;
  readonly sealRing: SealRing;
  /** The normalised host, or an error when it may not be called. */
  readonly hostGuard: (host: string) => string;
  /** The service's own policy: the upper bound of every tenant's. */
  readonly policy: TenantPolicy;
  readonly clock: Clock;
}

/** Opening costs a decryption, so its result is kept this long and no longer. */
const openedMs = 60_000;
const openedMax = 1_000;

export function createTenantResolver(options: TenantResolverOptions): TenantResolver {
  const { registry, sealRing, hostGuard, policy, clock } = options;
  const opened = createExpiringMap<OpenedAccount>({ clock, entriesMax: openedMax });

  // A record never changes, and its policy is asked for at every request.
  const policies = new WeakMap<TenantRecord, TenantPolicy>();
  const policyWithoutRecord = effectivePolicy(policy, {});

  function policyOf(record: TenantRecord | undefined): TenantPolicy {
    if (record === undefined) return policyWithoutRecord;
    const known = policies.get(record);
    if (known !== undefined) return known;
    const effective = effectivePolicy(policy, record.policy);
    policies.set(record, effective);
    return effective;
  }

  async function openedOnce(
    parts: readonly (string | number)[],
    open: () => Promise<OpenedAccount>,
  ): Promise<OpenedAccount> {
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64');
    const known = opened.get(key);
    if (known !== undefined) return known;
    const account = await open();
    opened.set(key, account, openedMs);
    return account;
  }

  function fromClaim(principal: Principal): Promise<OpenedAccount> {
    const { sealedCredential = '', issuer, tenantId, subject, expiresAtSeconds } = principal;
    return openedOnce([sealedCredential, issuer, tenantId, subject, expiresAtSeconds], () =>
      openSealedClaim(sealRing, principal),
    );
  }

  async function fromRecord({ host, token }: TenantRecord): Promise<OpenedAccount> {
    if (token.kind === 'opened') return { host, credential: token.credential };
    if (token.kind === 'file') throw new TenantRefusedError('credential');
    return openedOnce([token.sealed, host], async () => {
      const clear = await openTenantToken(sealRing, token.sealed, allowedHost(host)).catch(
        (cause: unknown) => {
          throw new TenantRefusedError('credential', { cause });
        },
      );
      return { host, credential: createModyoCredential(clear) };
    });
  }

  function allowedHost(host: string): string {
    try {
      return hostGuard(host);
    } catch (cause) {
      throw new TenantRefusedError('host', { cause });
    }
  }

  return {
    async resolve(principal) {
      const { issuer, tenantId } = principal;
      const record = principal.tenantMode === 'registry' ? registry.find(issuer, tenantId) : undefined;
      if (principal.tenantMode === 'registry' && record === undefined)
        throw new TenantRefusedError('unknown');
      const account = await (record === undefined ? fromClaim(principal) : fromRecord(record));
      const host = allowedHost(account.host);
      return {
        id: tenantId,
        key: tenantKey(issuer, tenantId),
        host,
        platformName: record?.platformName ?? host.slice(0, host.indexOf('.')),
        credential: account.credential,
        policy: policyOf(record),
        ...(record?.missingOperations && { missingOperations: record.missingOperations }),
      };
    },
  };
}
