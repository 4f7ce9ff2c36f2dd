import { z } from 'zod';
import type { TenantMode } from './principal.ts';

/** Signature algorithms that a record may allow. Symmetric ones and `none` are not among them. */
const signatureAlgorithms = ['ES256', 'ES384', 'EdDSA', 'RS256', 'PS256'] as const;

type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

/** A JSON Web Key, as RFC 7517 writes it. */
export type JsonWebKeyRecord = Readonly<Record<string, unknown>> & { readonly kty: string };

/** Where the public keys of an issuer are: fetched, read from a file at boot, or written in the record. */
export type KeySource =
  | { readonly kind: 'remote'; readonly uri: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'inline'; readonly keys: readonly JsonWebKeyRecord[] };

/** One issuer whose tokens are accepted, and what is demanded of them. */
export interface IssuerRecord {
  readonly issuer: string;
  /** Accepted `aud` values, without a trailing slash; empty means the service's own canonical resource. */
  readonly audience: readonly string[];
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly keySource: KeySource;
  readonly tenantMode: TenantMode;
  readonly tenantClaim: string;
  /** Value demanded of the `typ` header. */
  readonly tokenType: string;
  /** Age since `iat`, in seconds, past which a token is refused even before its `exp`. */
  readonly maxTokenAgeSeconds: number | undefined;
  /** Claims that must be present beside `iss`, `sub`, `aud`, `exp` and `iat`. */
  readonly requiredClaims: readonly string[];
}

const keysMax = 50;
const nameCharactersMax = 256;

const name = z.string().min(1).max(nameCharactersMax);
const withoutTrailingSlash = name.transform((text) => (text.endsWith('/') ? text.slice(0, -1) : text));
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

const publicKey = z
  .looseObject({ kty: z.enum(['EC', 'OKP', 'RSA'], 'must be a public EC, OKP or RSA key') })
  .refine((key) => !privateMembers.some((member) => Object.hasOwn(key, member)), {
    message: 'holds a private key; only public keys belong here',
  });

const keySetSchema = z.looseObject({ keys: z.array(publicKey).min(1).max(keysMax) });

const privateKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().min(1),
});

const publishedSchema = z.looseObject({ keys: z.array(z.unknown()).max(keysMax) });

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function isKeySetUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.has(url.hostname));
}

const recordSchema = z
  .strictObject({
    issuer: name,
    audience: z
      .union([withoutTrailingSlash.transform((one) => [one]), z.array(withoutTrailingSlash).min(1).max(20)])
      .default([]),
    algorithms: z.array(z.enum(signatureAlgorithms)).min(1).default(['ES256']),
    jwks_uri: z
      .string()
      .refine(isKeySetUrl, 'must be an https URL without credentials (http only for localhost)')
      .optional(),
    jwks_file: z.string().min(1).optional(),
    jwks: keySetSchema.optional(),
    tenant_mode: z.enum(['registry', 'sealed']),
    tenant_claim: name.default('tid'),
    token_type: name.default('at+jwt'),
    max_token_age_seconds: z.int().positive().optional(),
    required_claims: z.array(name).max(20).default([]),
  })
  .refine((record) => [record.jwks_uri, record.jwks_file, record.jwks].filter(Boolean).length === 1, {
    message: 'exactly one of jwks_uri, jwks_file and jwks must be given',
  });

function keySource(record: z.infer<typeof recordSchema>): KeySource {
  if (record.jwks_uri !== undefined) return { kind: 'remote', uri: record.jwks_uri };
  if (record.jwks_file !== undefined) return { kind: 'file', path: record.jwks_file };
  return { kind: 'inline', keys: record.jwks?.keys ?? [] };
}

/** One entry of the issuers file; names are in snake_case there and in camelCase afterwards. */
export const issuerRecordSchema = recordSchema.transform(
  (record): IssuerRecord => ({
    issuer: record.issuer,
    audience: record.audience,
    algorithms: record.algorithms,
    keySource: keySource(record),
    tenantMode: record.tenant_mode,
    tenantClaim: record.tenant_claim,
    tokenType: record.token_type,
    maxTokenAgeSeconds: record.max_token_age_seconds,
    requiredClaims: record.required_claims,
  }),
);

/** The whole issuers file: `issuers:` with at least one record, each issuer once. */
export const issuersFileSchema = z
  .strictObject({ issuers: z.array(issuerRecordSchema).min(1) })
  .transform((file): readonly IssuerRecord[] => file.issuers)
  .refine((records) => new Set(records.map(({ issuer }) => issuer)).size === records.length, {
    message: 'an issuer stands in the file twice; each has exactly one record and one tenant mode',
  });

/**
 * Replaces a key file by the keys in it, so that nothing is read after boot.
 * @throws {Error} when the file cannot be read or holds no public JWK set
 */
export function withKeyFileRead(record: IssuerRecord, readFile: (path: string) => string): IssuerRecord {
  if (record.keySource.kind !== 'file') return record;
  const { keys } = keySetSchema.parse(JSON.parse(readFile(record.keySource.path)));
  return { ...record, keySource: { kind: 'inline', keys } };
}

/**
 * The usable keys of a JWK set that an issuer publishes; keys of other kinds are passed over.
 * @throws {Error} when the text is no JWK set, or none of its keys is a public one
 */
export function parsePublishedKeys(text: string): readonly JsonWebKeyRecord[] {
  const { keys } = publishedSchema.parse(JSON.parse(text));
  const usable = keys.flatMap((key) => publicKey.safeParse(key).data ?? []);
  if (usable.length === 0) throw new Error('The key set holds no public key.');
  return usable;
}

/**
 * A private ES256 key as `keys generate` writes it.
 * @throws {Error} when the text is none
 */
export function parsePrivateKey(text: string): JsonWebKeyRecord {
  return privateKey.parse(JSON.parse(text));
}
