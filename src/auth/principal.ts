import type { Scope } from './scopes.ts';

/** How the tenant of a token is found. Each issuer record names exactly one. */
export type TenantMode = 'registry' | 'sealed';

/** Who is asking, as a verified token says it. Holds no token and no Modyo credential. */
export interface Principal {
  readonly issuer: string;
  readonly subject: string;
  /** The value of the issuer record's tenant claim. Unique only together with `issuer`. */
  readonly tenantId: string;
  readonly scopes: readonly Scope[];
  readonly tenantMode: TenantMode;
  /** The compact JWE of the `cred` claim; present in `sealed` mode only, and still sealed. */
  readonly sealedCredential?: string;
  /** `jti`, where the token has one. */
  readonly tokenId?: string;
  /** A hash of the token itself, where it has no `jti`: tells two tokens of one person apart. */
  readonly tokenDigest?: string;
  /** Seconds since the Unix epoch. */
  readonly expiresAtSeconds: number;
}
