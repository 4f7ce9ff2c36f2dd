import type { JWTPayload } from 'jose';
import type { IssuerRecord } from './issuer-record.ts';
import type { Principal } from './principal.ts';
import { parseScopes } from './scopes.ts';
import { sealedCharactersMax } from './sealing.ts';
import { TokenRefusedError } from './token-refusal.ts';

/** How far the clocks of issuer and service may differ, either way. */
export const skewSeconds = 30;
const identifierCharactersMax = 255;

export interface AcceptedClaims {
  readonly principal: Principal;
  /** Last millisecond at which these claims are accepted. */
  readonly acceptedUntilMs: number;
}

/**
 * Reads who is asking from the claims of a token whose signature, issuer and audience are good already.
 * @throws {TokenRefusedError} when a claim is missing, has another form, or its time is not now
 */
export function principalOf(payload: JWTPayload, record: IssuerRecord, nowMs: number): AcceptedClaims {
  const expiresAtSeconds = payload.exp ?? 0;
  const acceptedUntilMs = checkedTimes(payload, record, nowMs);
  const scopes = parseScopes(`${words(payload['scope'])} ${words(payload['scp'])}`);
  const principal: Principal = {
    issuer: record.issuer,
    subject: identifier(payload.sub),
    tenantId: identifier(payload[record.tenantClaim]),
    scopes,
    tenantMode: record.tenantMode,
    ...(record.tenantMode === 'sealed' && { sealedCredential: sealedCredential(payload['cred']) }),
    ...(typeof payload.jti === 'string' && { tokenId: payload.jti }),
    expiresAtSeconds,
  };
  return { principal, acceptedUntilMs };
}

function checkedTimes(payload: JWTPayload, record: IssuerRecord, nowMs: number): number {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const { exp = 0, iat = 0, nbf = iat } = payload;
  const oldestSeconds = record.maxTokenAgeSeconds === undefined ? exp : iat + record.maxTokenAgeSeconds;
  const acceptedUntilSeconds = Math.min(exp, oldestSeconds) + skewSeconds;
  if (nowSeconds > acceptedUntilSeconds) throw new TokenRefusedError('expired');
  if (Math.max(iat, nbf) - skewSeconds > nowSeconds) throw new TokenRefusedError('not_yet_valid');
  return acceptedUntilSeconds * 1_000 + 999;
}

function identifier(claim: unknown): string {
  if (typeof claim !== 'string' || claim === '' || claim.length > identifierCharactersMax) {
    throw new TokenRefusedError('claims');
  }
  return claim;
}

function sealedCredential(claim: unknown): string {
  if (typeof claim !== 'string' || claim.length > sealedCharactersMax)
    throw new TokenRefusedError('credential');
  return claim;
}

/** Issuers write scopes as one string of words or as a list of them. */
function words(claim: unknown): string {
  if (typeof claim === 'string') return claim;
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string').join(' ') : '';
}
