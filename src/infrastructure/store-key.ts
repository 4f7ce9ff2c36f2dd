import { hash } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { StoreKey } from './shared-store.ts';

/** Changes when the meaning of stored values changes, so that replicas of two versions never share one. */
const keyVersion = 'modyo-mcp.v1';

const hexadecimal = /^[0-9a-f]{16,64}$/;
const word = /^[a-z][a-z-]{0,31}$/;

export interface TenantKeyParts {
  /** `Tenant.key`. */
  readonly tenantKey: string;
  /** `ModyoCredential.fingerprint`: two credentials of one account may see different things. */
  readonly credentialFingerprint: string;
  /** What is stored, as one lower-case word: `identifier`. */
  readonly kind: string;
  /** Whatever else tells two values apart, in order. Any text; none of it can be read from the key. */
  readonly parts: readonly string[];
}

/**
 * The key of a value that belongs to one tenant as one credential sees it. Two keys are equal only if
 * all their parts are. The braces keep all keys of a tenant on one node of a Redis cluster.
 * @throws {AppError} `INTERNAL` when tenant, fingerprint or kind do not have their form
 */
export function tenantKey({ tenantKey, credentialFingerprint, kind, parts }: TenantKeyParts): StoreKey {
  if (!hexadecimal.test(tenantKey) || !hexadecimal.test(credentialFingerprint) || !word.test(kind)) {
    throw new AppError('A store key was asked for without its tenant, credential or kind.', {
      code: 'INTERNAL',
    });
  }
  return `${keyVersion}:{${tenantKey}}:${credentialFingerprint}:${kind}:${digestOf(parts)}` as StoreKey;
}

/**
 * The key of a value that belongs to one tenant, whoever of it asks and with whatever credential: never one
 * that holds what Modyo answered.
 * @throws {AppError} `INTERNAL` when tenant or kind do not have their form
 */
export function accountKey({
  tenantKey,
  kind,
  parts,
}: Omit<TenantKeyParts, 'credentialFingerprint'>): StoreKey {
  if (!hexadecimal.test(tenantKey) || !word.test(kind)) {
    throw new AppError('A store key was asked for without its tenant or kind.', { code: 'INTERNAL' });
  }
  return `${keyVersion}:{${tenantKey}}:all:${kind}:${digestOf(parts)}` as StoreKey;
}

/** The length in front of each part keeps `['a', 'bc']` and `['ab', 'c']` apart. */
function digestOf(parts: readonly string[]): string {
  return hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''), 'base64url');
}
