import { randomUUID } from 'node:crypto';
import { importJWK, type JWTPayload, SignJWT } from 'jose';
import { sealCredentialClaim } from '../../src/auth/credential-claim.ts';
import { generateSigningKey, mintToken, type SigningKey } from '../../src/auth/issuance.ts';
import { type IssuerRecord, issuerRecordSchema } from '../../src/auth/issuer-record.ts';
import type { Scope } from '../../src/auth/scopes.ts';
import { createSealRing, parseSealKeys, type SealKey, type SealRing } from '../../src/auth/sealing.ts';
import { type TenantRecord, tenantRecordSchema } from '../../src/tenant/tenant-record.ts';
import { sealTenantToken } from '../../src/tenant/tenant-token.ts';

/** Two accounts of the sandbox that share names and ids on purpose. */
export const testTenants = {
  a: { id: 'andes', host: 'andes.sandbox.invalid', token: 'sandbox-token-andes' },
  b: { id: 'pampa', host: 'pampa.sandbox.invalid', token: 'sandbox-token-pampa' },
} as const;

export const registryIssuer = 'https://issuer.test.invalid';
export const sealedIssuer = 'https://sealed.test.invalid';
export const testAudience = 'https://mcp.test.invalid/mcp';
/** Text form of a ring with one fixed key, as the configuration takes it. */
export const testSealKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;

export interface MintRequest {
  /** `a`, `b`, or any tenant id. Default `a`. */
  readonly tenant?: string;
  readonly subject?: string;
  readonly scopes?: readonly Scope[];
  readonly expiresInSeconds?: number;
  readonly issuedAtSeconds?: number;
  readonly audience?: string;
  readonly issuer?: string;
}

interface ForgedToken {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signingKey?: SigningKey;
}

/** An issuer in each mode, with the records that make the service trust it, and tokens of every kind. */
export interface TestIdentity {
  readonly audience: string;
  readonly signingKey: SigningKey;
  readonly issuers: readonly IssuerRecord[];
  readonly tenants: readonly TenantRecord[];
  readonly sealKeys: readonly SealKey[];
  readonly sealRing: SealRing;
  /** A good token of the registry issuer. */
  mint(request?: MintRequest): Promise<string>;
  /** A good token of the sealed issuer, with the account's own host and Modyo token unless told otherwise. */
  mintSealed(request?: MintRequest & { readonly host?: string; readonly token?: string }): Promise<string>;
  /** A token whose header and claims are the good ones with the given changes; `undefined` leaves one out. */
  forge(changes: ForgedToken): Promise<string>;
}

export interface TestIdentityOptions {
  readonly audience?: string;
  readonly nowMs?: () => number;
}

const lifetimeSeconds = 600;

export async function createTestIdentity(options: TestIdentityOptions = {}): Promise<TestIdentity> {
  const { audience = testAudience, nowMs = Date.now } = options;
  const signingKey = await generateSigningKey();
  const sealKeys = parseSealKeys(testSealKeys);
  const sealRing = createSealRing(sealKeys);
  const nowSeconds = () => Math.floor(nowMs() / 1_000);

  const tokenRequest = (request: MintRequest) => {
    const issuedAtSeconds = request.issuedAtSeconds ?? nowSeconds();
    return {
      privateJwk: signingKey.privateJwk,
      issuer: request.issuer ?? registryIssuer,
      audience: request.audience ?? audience,
      subject: request.subject ?? 'ana',
      tenantId: tenantOf(request.tenant).id,
      scopes: request.scopes ?? (['modyo:read', 'modyo:write', 'modyo:admin'] as const),
      issuedAtSeconds,
      expiresAtSeconds: issuedAtSeconds + (request.expiresInSeconds ?? lifetimeSeconds),
    };
  };

  return {
    audience,
    signingKey,
    issuers: [
      issuerRecordSchema.parse(issuerEntry(registryIssuer, 'registry', audience, signingKey)),
      issuerRecordSchema.parse(issuerEntry(sealedIssuer, 'sealed', audience, signingKey)),
    ],
    tenants: await Promise.all(
      Object.values(testTenants).map(async ({ id, host, token }) =>
        tenantRecordSchema.parse({ id, host, token: await sealTenantToken(sealRing, token, host) }),
      ),
    ),
    sealKeys,
    sealRing,
    mint: (request = {}) => mintToken(tokenRequest(request)),
    async mintSealed(request = {}) {
      const { host, token } = { ...tenantOf(request.tenant), ...defined(request) };
      const outer = tokenRequest({ issuer: sealedIssuer, ...request });
      const sealedCredential = await sealCredentialClaim(sealRing, { ...outer, host, token });
      return mintToken({ ...outer, sealedCredential });
    },
    async forge({ header = {}, claims = {}, signingKey: key = signingKey }) {
      const payload = {
        iss: registryIssuer,
        aud: audience,
        sub: 'ana',
        tid: testTenants.a.id,
        scope: 'modyo:read',
        iat: nowSeconds(),
        exp: nowSeconds() + lifetimeSeconds,
        jti: randomUUID(),
        ...claims,
      };
      return new SignJWT(defined(payload) as JWTPayload)
        .setProtectedHeader({ alg: 'ES256', ...defined({ typ: 'at+jwt', kid: key.kid, ...header }) })
        .sign(await importJWK({ ...key.privateJwk }, 'ES256'));
    },
  };
}

function tenantOf(tenant = 'a'): { readonly id: string; readonly host: string; readonly token: string } {
  if (tenant === 'a' || tenant === 'b') return testTenants[tenant];
  return { ...testTenants.a, id: tenant };
}

function issuerEntry(issuer: string, mode: string, audience: string, { publicJwk }: SigningKey) {
  return { issuer, audience, algorithms: ['ES256'], jwks: { keys: [publicJwk] }, tenant_mode: mode };
}

function defined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** A token put together by hand: any header, any claims, any third part. */
export function rawToken(header: unknown, claims: unknown, signature = ''): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}
