import { openCredentialClaim } from '../auth/credential-claim.ts';
import type { Principal } from '../auth/principal.ts';
import type { SealRing } from '../auth/sealing.ts';
import { TokenRefusedError } from '../auth/token-refusal.ts';
import { createModyoCredential, type ModyoCredential } from '../modyo/credential.ts';

/** The account that a sealed claim leads to. */
export interface OpenedAccount {
  /** As it was sealed; it is checked again at every use. */
  readonly host: string;
  readonly credential: ModyoCredential;
}

/**
 * Opens the sealed claim of a token and holds it against the token around it: a claim that was copied
 * from another token names another tenant, issuer, subject or end.
 * @throws {TokenRefusedError} when it does not open or belongs to another token
 */
export async function openSealedClaim(ring: SealRing, principal: Principal): Promise<OpenedAccount> {
  const claim = await openCredentialClaim(ring, principal.sealedCredential ?? '').catch((cause: unknown) => {
    throw new TokenRefusedError('credential', { cause });
  });
  const isOfThisToken =
    claim.tenantId === principal.tenantId &&
    claim.issuer === principal.issuer &&
    claim.subject === principal.subject &&
    claim.expiresAtSeconds === principal.expiresAtSeconds;
  if (!isOfThisToken) throw new TokenRefusedError('credential');
  return { host: claim.host, credential: createModyoCredential(claim.token) };
}
