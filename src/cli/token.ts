import { sealCredentialClaim } from '../auth/credential-claim.ts';
import { mintToken } from '../auth/issuance.ts';
import { type IssuerRecord, type JsonWebKeyRecord, parsePrivateKey } from '../auth/issuer-record.ts';
import { type Scope, scopes } from '../auth/scopes.ts';
import { createSealRing } from '../auth/sealing.ts';
import { type Command, type CommandIo, parseCommandLine, UsageError } from './command.ts';
import {
  issuersPath,
  type KeyFileValues,
  keyFileOptions,
  namingTheFile,
  readIssuersFile,
  readSealKeys,
  readTenantsFile,
  readText,
  signingKeyPath,
  tenantsPath,
} from './key-files.ts';
import { accountHost, tokenFromStdin } from './modyo-token.ts';

const expiresDaysMax = 90;
const secondsPerUnit = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

const options = {
  ...keyFileOptions,
  tenant: { type: 'string' },
  subject: { type: 'string', default: 'operator' },
  scope: { type: 'string', multiple: true },
  expires: { type: 'string', default: '1h' },
  host: { type: 'string' },
  'token-stdin': { type: 'boolean' },
} as const;

export const mintTenantToken: Command = {
  usage:
    'token --tenant ID [--subject S] [--scope "modyo:read modyo:write"] [--expires 1h] [--keys DIR | --issuers FILE --key FILE --tenants FILE --seal-keys FILE] [--host H --token-stdin]',
  summary: 'mint an access token; prints nothing else (default scope modyo:read)',
  async run(args, io) {
    const { values } = parseCommandLine(args, options);
    if (values.tenant === undefined) throw new UsageError('Say for which tenant with --tenant ID.');
    const privateJwk = signingKey(values, io);
    const record = issuerOf(privateJwk, values, io);
    const [audience] = record.audience;
    if (audience === undefined) throw new Error(`The record of issuer ${record.issuer} names no audience.`);
    const issuedAtSeconds = Math.floor(io.nowMs() / 1_000);
    const request = {
      privateJwk,
      issuer: record.issuer,
      audience,
      subject: values.subject,
      tenantId: values.tenant,
      tenantClaim: record.tenantClaim,
      scopes: scopesNamed(values.scope ?? [scopes[0]]),
      issuedAtSeconds,
      expiresAtSeconds: issuedAtSeconds + durationSeconds(values.expires),
    };
    if (record.tenantMode === 'registry') {
      warnAboutUnknownTenant(values.tenant, values, io);
      io.writeOut(`${await mintToken(request)}\n`);
      return;
    }
    if (values.host === undefined || values['token-stdin'] !== true) {
      throw new UsageError('This issuer seals the account into the token: say --host H --token-stdin.');
    }
    const sealedCredential = await sealCredentialClaim(createSealRing(readSealKeys(values, io.env)), {
      ...request,
      host: accountHost(values.host, io.env),
      token: await tokenFromStdin(io),
    });
    io.writeOut(`${await mintToken({ ...request, sealedCredential })}\n`);
  },
};

function signingKey(values: KeyFileValues, io: CommandIo): JsonWebKeyRecord {
  const path = signingKeyPath(values, io.env);
  return namingTheFile(path, () => parsePrivateKey(readText(path)));
}

/** The record that trusts the signing key. */
function issuerOf(privateJwk: JsonWebKeyRecord, values: KeyFileValues, io: CommandIo): IssuerRecord {
  const path = issuersPath(values, io.env);
  const records = readIssuersFile(path);
  const trusting = records.find(
    ({ keySource }) =>
      keySource.kind === 'inline' && keySource.keys.some(({ kid }) => kid === privateJwk['kid']),
  );
  if (trusting === undefined) throw new Error(`${path}: no issuer in it trusts the signing key.`);
  return trusting;
}

function warnAboutUnknownTenant(tenantId: string, values: KeyFileValues, io: CommandIo): void {
  const path = tenantsPath(values, io.env);
  if (path === undefined) return;
  const isKnown = readTenantsFile(path).some(({ id }) => id === tenantId);
  if (!isKnown) io.writeErr(`Note: ${path} has no tenant ${tenantId}; the service will refuse this token.\n`);
}

function scopesNamed(values: readonly string[]): readonly Scope[] {
  const words = values.flatMap((value) => value.split(/[\s,]+/)).filter((word) => word !== '');
  const named = scopes.filter((scope) => words.includes(scope));
  if (words.length === 0 || words.some((word) => !named.some((scope) => scope === word))) {
    throw new UsageError(`Valid scopes: ${scopes.join(', ')}.`);
  }
  return named;
}

function durationSeconds(text: string): number {
  const [, amount, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const perUnit = Object.entries(secondsPerUnit).find(([name]) => name === unit)?.[1];
  const seconds = Number(amount) * (perUnit ?? Number.NaN);
  if (!(seconds <= expiresDaysMax * secondsPerUnit.d)) {
    throw new UsageError(`--expires is a number and s, m, h or d, up to ${expiresDaysMax}d.`);
  }
  return seconds;
}
