import { randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import type { JsonWebKeyRecord } from './issuer-record.ts';
import type { Scope } from './scopes.ts';

/** An ES256 key pair as JSON Web Keys; `kid` is the thumbprint of the public one. */
export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: JsonWebKeyRecord;
  readonly privateJwk: JsonWebKeyRecord;
}

export interface TokenRequest {
  readonly privateJwk: JsonWebKeyRecord;
  readonly issuer: string;
  readonly audience: string;
  readonly subject: string;
  readonly tenantId: string;
  /** Default `tid`. */
  readonly tenantClaim?: string;
  readonly scopes: readonly Scope[];
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  /** Value of the `cred` claim, for an issuer in `sealed` mode. */
  readonly sealedCredential?: string;
}

export async function generateSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  return {
    kid,
    publicJwk: named(await exportJWK(publicKey), kid),
    privateJwk: named(await exportJWK(privateKey), kid),
  };
}

function named(jwk: JWK, kid: string): JsonWebKeyRecord {
  return { ...jwk, kty: jwk.kty ?? 'EC', kid, alg: 'ES256', use: 'sig' };
}

/** Signs an access token (RFC 9068) with ES256. */
export async function mintToken(request: TokenRequest): Promise<string> {
  const { kid } = request.privateJwk;
  const claims = {
    [request.tenantClaim ?? 'tid']: request.tenantId,
    scope: request.scopes.join(' '),
    ...(request.sealedCredential !== undefined && { cred: request.sealedCredential }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(typeof kid === 'string' && { kid }) })
    .setIssuer(request.issuer)
    .setAudience(request.audience)
    .setSubject(request.subject)
    .setIssuedAt(request.issuedAtSeconds)
    .setExpirationTime(request.expiresAtSeconds)
    .setJti(randomUUID())
    .sign(await importJWK({ ...request.privateJwk }, 'ES256'));
}
