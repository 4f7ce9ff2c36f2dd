import { createHash } from 'node:crypto';

const keyHexDigits = 32;

/** The key of a tenant: two issuers that use the same id never share one, whatever characters both hold. */
export function tenantKey(issuer: string, tenantId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, tenantId]))
    .digest('hex')
    .slice(0, keyHexDigits);
}
