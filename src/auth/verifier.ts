import { hash } from 'node:crypto';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { AppError } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { createExpiringMap } from '../infrastructure/expiring-map.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { type AcceptedClaims, principalOf, skewSeconds } from './claims.ts';
import type { IssuerRecord } from './issuer-record.ts';
import type { Principal } from './principal.ts';
import { createRemoteKeys, type FetchJwks } from './remote-keys.ts';
import { TokenRefusedError } from './token-refusal.ts';

export interface Verifier {
  /**
   * @throws {TokenRefusedError} for every token that is not accepted
   * @throws {AppError} `UNAVAILABLE` when the issuer's keys could never be fetched
   */
  verify(token: string): Promise<Principal>;
}

export interface VerifierOptions {
  /** Key files must have been read already. */
  readonly issuers: readonly IssuerRecord[];
  /** The service's URL as clients know it; the audience of records that name none. */
  readonly canonicalResource: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly fetchJwks: FetchJwks;
}

interface TrustedIssuer {
  readonly record: IssuerRecord;
  readonly audiences: readonly string[];
  readonly findKey: JWTVerifyGetKey;
}

const tokenCharactersMax = 8_192;
const kidCharactersMax = 256;
const verifiedTokensMax = 10_000;
/** A key that its issuer withdraws stops being trusted no later than this. */
const verifiedTokenMs = 10 * 60_000;
/** jose accepts these headers or ignores them; each lets the token choose its own key or rules. */
const refusedHeaders = ['jku', 'x5u', 'jwk', 'crit', 'b64'] as const;

export function createVerifier(options: VerifierOptions): Verifier {
  const { clock } = options;
  const trusted = new Map(options.issuers.map((record) => [record.issuer, trustedIssuer(record, options)]));
  const verified = createExpiringMap<Principal>({ clock, entriesMax: verifiedTokensMax });

  async function verifyAnew(token: string): Promise<AcceptedClaims> {
    const header = checkedHeader(token);
    const issuer = trusted.get(issuerOf(token));
    if (issuer === undefined) throw new TokenRefusedError('issuer');
    if (!issuer.record.algorithms.some((algorithm) => algorithm === header.alg)) {
      throw new TokenRefusedError('algorithm');
    }
    return principalOf(await verifiedPayload(token, issuer, clock), issuer.record, clock.nowMs());
  }

  return {
    async verify(token) {
      if (token.length > tokenCharactersMax) throw new TokenRefusedError('too_long');
      const key = hash('sha256', token, 'base64');
      const known = verified.get(key);
      if (known !== undefined) return known;
      const { principal: claimed, acceptedUntilMs } = await verifyAnew(token);
      const principal = frozen(claimed.tokenId === undefined ? { ...claimed, tokenDigest: key } : claimed);
      verified.set(key, principal, Math.min(acceptedUntilMs - clock.nowMs(), verifiedTokenMs));
      return principal;
    },
  };
}

/** One object answers for all requests with the token, so none of them may change what the others are allowed. */
function frozen(principal: Principal): Principal {
  Object.freeze(principal.scopes);
  return Object.freeze(principal);
}

function trustedIssuer(record: IssuerRecord, options: VerifierOptions): TrustedIssuer {
  const audiences = record.audience.length > 0 ? record.audience : [options.canonicalResource];
  return {
    record,
    audiences: audiences.flatMap((audience) => [audience, `${audience}/`]),
    findKey: keyFinder(record, options),
  };
}

function keyFinder({ issuer, keySource }: IssuerRecord, options: VerifierOptions): JWTVerifyGetKey {
  switch (keySource.kind) {
    case 'remote':
      return createRemoteKeys({ ...options, uri: keySource.uri });
    case 'inline':
      return createLocalJWKSet({ keys: keySource.keys.map((key) => ({ ...key })) });
    case 'file':
      throw new Error(`The key file of issuer ${issuer} has not been read.`);
  }
}

/** The header, once nothing in it lets the token decide how it is verified. */
function checkedHeader(token: string): { readonly alg: string | undefined } {
  const header = decoded(() => decodeProtectedHeader(token));
  if (refusedHeaders.some((name) => Object.hasOwn(header, name))) throw new TokenRefusedError('header');
  const kid: unknown = header.kid;
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > kidCharactersMax)) {
    throw new TokenRefusedError('header');
  }
  return { alg: header.alg };
}

function issuerOf(token: string): string {
  return decoded(() => decodeJwt(token)).iss ?? '';
}

function decoded<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    throw new TokenRefusedError('malformed', { cause });
  }
}

async function verifiedPayload(token: string, issuer: TrustedIssuer, clock: Clock): Promise<JWTPayload> {
  const { record, audiences, findKey } = issuer;
  try {
    const { payload } = await jwtVerify(token, findKey, {
      issuer: record.issuer,
      audience: [...audiences],
      algorithms: [...record.algorithms],
      typ: record.tokenType,
      requiredClaims: ['exp', 'iat', 'sub', record.tenantClaim, ...record.requiredClaims],
      currentDate: new Date(clock.nowMs()),
      // One second beyond our own skew, since jose refuses at the edge itself; `principalOf` draws the exact line.
      clockTolerance: skewSeconds + 1,
    });
    if (![payload.aud].flat().every((audience) => audience !== undefined && audiences.includes(audience))) {
      throw new TokenRefusedError('audience');
    }
    return payload;
  } catch (error) {
    if (error instanceof TokenRefusedError || error instanceof AppError) throw error;
    throw refusalOf(error);
  }
}

function refusalOf(cause: unknown): TokenRefusedError {
  if (cause instanceof errors.JWTExpired) return new TokenRefusedError('expired', { cause });
  if (cause instanceof errors.JWSSignatureVerificationFailed)
    return new TokenRefusedError('signature', { cause });
  if (cause instanceof errors.JWKSNoMatchingKey) return new TokenRefusedError('key', { cause });
  if (cause instanceof errors.JWTClaimValidationFailed) {
    const refusals = { aud: 'audience', typ: 'type', nbf: 'not_yet_valid', iss: 'issuer' } as const;
    const claim = Object.entries(refusals).find(([name]) => name === cause.claim);
    return new TokenRefusedError(claim?.[1] ?? 'claims', { cause });
  }
  return new TokenRefusedError('key', { cause });
}
