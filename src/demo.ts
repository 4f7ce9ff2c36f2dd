import { generateSigningKey, mintToken } from './auth/issuance.ts';
import { type IssuerRecord, issuerRecordSchema } from './auth/issuer-record.ts';
import { scopes } from './auth/scopes.ts';
import { createModyoCredential } from './modyo/credential.ts';
import type { TenantRecord } from './tenant/tenant-record.ts';

interface DemoAccount {
  /** The tenant's id. */
  readonly id: string;
  readonly host: string;
  readonly platformName: string;
  /** The account's own API token. */
  readonly token: string;
}

export interface Demo {
  readonly issuer: IssuerRecord;
  readonly tenants: readonly TenantRecord[];
  /** Bearer tokens, in the order of the accounts. */
  readonly tokens: readonly string[];
  readonly expiresAtSeconds: number;
}

export interface DemoOptions {
  readonly accounts: readonly DemoAccount[];
  /** The connector's URL; the audience of the tokens. */
  readonly publicUrl: string;
  readonly nowMs: number;
}

const issuerName = 'urn:modyo-mcp-service:demo';
const lifetimeSeconds = 24 * 60 * 60;

/**
 * Somebody to sign in as where nothing is configured. The key is made here and lives in this process only,
 * so no other process accepts these tokens and this one does not after a restart.
 */
export async function createDemo({ accounts, publicUrl, nowMs }: DemoOptions): Promise<Demo> {
  const { publicJwk, privateJwk } = await generateSigningKey();
  const issuedAtSeconds = Math.floor(nowMs / 1000);
  const expiresAtSeconds = issuedAtSeconds + lifetimeSeconds;
  return {
    issuer: issuerRecordSchema.parse({
      issuer: issuerName,
      audience: publicUrl,
      algorithms: ['ES256'],
      jwks: { keys: [publicJwk] },
      tenant_mode: 'registry',
    }),
    tenants: accounts.map(({ id, host, platformName, token }) => ({
      id,
      issuer: issuerName,
      host,
      platformName,
      token: { kind: 'opened', credential: createModyoCredential(token) },
      policy: {},
    })),
    tokens: await Promise.all(
      accounts.map(({ id }) =>
        mintToken({
          privateJwk,
          issuer: issuerName,
          audience: publicUrl,
          subject: 'demo',
          tenantId: id,
          scopes,
          issuedAtSeconds,
          expiresAtSeconds,
        }),
      ),
    ),
    expiresAtSeconds,
  };
}
