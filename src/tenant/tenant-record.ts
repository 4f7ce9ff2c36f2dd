import { z } from 'zod';
import { sealedCharactersMax } from '../auth/sealing.ts';
import { createModyoCredential, type ModyoCredential } from '../modyo/credential.ts';
import {
  describeForms,
  exposures,
  gateVisibilities,
  modules,
  type Pins,
  type TenantPolicy,
} from './policy.ts';

/** Where the Modyo API token of a record is: sealed in the record, in a file until boot, or read from that file. */
export type TenantToken =
  | { readonly kind: 'sealed'; readonly sealed: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'opened'; readonly credential: ModyoCredential };

/** One Modyo account that tokens of a `registry` issuer may name. */
export interface TenantRecord {
  readonly id: string;
  /** The issuer whose tokens may name it; may be left out where only one issuer uses the registry. */
  readonly issuer: string | undefined;
  /** As written in the file; it is checked again at every use. */
  readonly host: string;
  readonly platformName: string | undefined;
  readonly token: TenantToken;
  /** What the record says; the rest comes from the service's defaults. */
  readonly policy: Partial<TenantPolicy>;
  /** Ids of operations that the account lacks, as the doctor found them; absent for none. */
  readonly missingOperations?: ReadonlySet<string> | undefined;
}

const idCharactersMax = 255;
const toolNamesMax = 500;

/** Five base64url parts, the second empty: a compact JWE with a direct key. */
const compactJwe = /^[A-Za-z0-9_-]{1,1024}\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{1,3072}\.[A-Za-z0-9_-]{22}$/;

const toolNames = z.array(z.string().min(1).max(128)).max(toolNamesMax);

const operationNames = z.array(z.string().regex(/^\w{1,64}$/)).max(500);

/** As long as the identifiers that callers send. */
const pin = z.union([z.string().regex(/\S/).max(255), z.int().min(1)]);

const policySchema = z
  .strictObject({
    modules: z.array(z.enum(modules)).min(1).optional(),
    read_only: z.boolean().optional(),
    tools_allowed: toolNames.optional(),
    tools_denied: toolNames.optional(),
    exposure: z.enum(exposures).optional(),
    describe: z.enum(describeForms).optional(),
    gate_visibility: z.enum(gateVisibilities).optional(),
    pins: z.strictObject({ space: pin.optional(), site: pin.optional(), realm: pin.optional() }).optional(),
    rate_per_minute: z.int().positive().optional(),
    concurrency: z.int().positive().optional(),
  })
  .transform(
    (policy): Partial<TenantPolicy> => ({
      ...(policy.modules && { modules: policy.modules }),
      ...(policy.read_only !== undefined && { readOnly: policy.read_only }),
      ...(policy.tools_allowed && { toolsAllowed: policy.tools_allowed }),
      ...(policy.tools_denied && { toolsDenied: policy.tools_denied }),
      ...(policy.exposure && { exposure: policy.exposure }),
      ...(policy.describe && { describe: policy.describe }),
      ...(policy.gate_visibility && { gateVisibility: policy.gate_visibility }),
      ...(policy.pins && { pins: pinsOf(policy.pins) }),
      ...(policy.rate_per_minute !== undefined && { ratePerMinute: policy.rate_per_minute }),
      ...(policy.concurrency !== undefined && { concurrency: policy.concurrency }),
    }),
  );

/** Without the names that hold nothing, which are not the same as absent ones. */
function pinsOf(written: { readonly [Name in keyof Pins]: Pins[Name] | undefined }): Pins {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

const recordSchema = z
  .strictObject({
    id: z.string().min(1).max(idCharactersMax),
    issuer: z.string().min(1).optional(),
    host: z.string().min(1).max(253),
    platform_name: z.string().min(1).max(100).optional(),
    token: z
      .string()
      .max(sealedCharactersMax)
      .regex(compactJwe, 'must be sealed with `cli tenant seal`; a plain token does not belong in this file')
      .optional(),
    token_file: z.string().min(1).optional(),
    policy: policySchema.default({}),
    missing_operations: operationNames.optional(),
  })
  .refine((record) => (record.token === undefined) !== (record.token_file === undefined), {
    message: 'exactly one of token and token_file must be given',
  });

function tenantToken(record: z.infer<typeof recordSchema>): TenantToken {
  if (record.token !== undefined) return { kind: 'sealed', sealed: record.token };
  return { kind: 'file', path: record.token_file ?? '' };
}

/** One entry of the tenants file; names are in snake_case there and in camelCase afterwards. */
export const tenantRecordSchema = recordSchema.transform(
  (record): TenantRecord => ({
    id: record.id,
    issuer: record.issuer,
    host: record.host,
    platformName: record.platform_name,
    token: tenantToken(record),
    policy: record.policy,
    ...(record.missing_operations?.length && { missingOperations: new Set(record.missing_operations) }),
  }),
);

/** The whole tenants file: `tenants:` with any number of records. */
export const tenantsFileSchema = z
  .strictObject({ tenants: z.array(tenantRecordSchema) })
  .transform((file): readonly TenantRecord[] => file.tenants);

/**
 * Replaces a token file by what is in it: a sealed token stays sealed, a mounted secret is wrapped so
 * that nothing prints it.
 * @throws {Error} when the file cannot be read or is empty
 */
export function withTokenFileRead(record: TenantRecord, readFile: (path: string) => string): TenantRecord {
  if (record.token.kind !== 'file') return record;
  const text = readFile(record.token.path).trim();
  if (!/^[\x21-\x7e]{1,4096}$/.test(text)) throw new Error('The token file holds no token.');
  const token: TenantToken = compactJwe.test(text)
    ? { kind: 'sealed', sealed: text }
    : { kind: 'opened', credential: createModyoCredential(text) };
  return { ...record, token };
}
