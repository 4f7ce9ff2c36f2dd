import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { IssuerRecord } from '../auth/issuer-record.ts';
import { parseSealKeys, type SealKey } from '../auth/sealing.ts';
import { readIssuers, readTenants } from '../config/record-files.ts';
import type { TenantRecord } from '../tenant/tenant-record.ts';
import { type CommandIo, UsageError } from './command.ts';

/** The files that `keys generate` makes. */
export const keyFileNames = {
  signingKey: 'signing-key.json',
  sealKeys: 'seal-keys',
  issuers: 'issuers.yaml',
  tenants: 'tenants.yaml',
} as const;

/** Options by which every command finds these files; the service's own variables are the default. */
export const keyFileOptions = {
  keys: { type: 'string' },
  issuers: { type: 'string' },
  key: { type: 'string' },
  tenants: { type: 'string' },
  'seal-keys': { type: 'string' },
} as const;

type KeyFileOption = keyof typeof keyFileOptions;
export type KeyFileValues = { readonly [Name in KeyFileOption]?: string | undefined };
type Env = CommandIo['env'];

export function issuersPath(values: KeyFileValues, env: Env): string {
  const path = values.issuers ?? inDirectory(values, 'issuers') ?? env['ISSUERS_FILE'];
  if (path === undefined) throw new UsageError('Say --keys DIR or --issuers FILE, or set ISSUERS_FILE.');
  return path;
}

export function tenantsPath(values: KeyFileValues, env: Env): string | undefined {
  return values.tenants ?? inDirectory(values, 'tenants') ?? env['TENANTS_FILE'];
}

/** The private key stands beside the issuers file unless said otherwise. */
export function signingKeyPath(values: KeyFileValues, env: Env): string {
  return values.key ?? join(dirname(issuersPath(values, env)), keyFileNames.signingKey);
}

export function sealKeysPath(values: KeyFileValues): string | undefined {
  return values['seal-keys'] ?? inDirectory(values, 'sealKeys');
}

/** @throws {UsageError} when no ring is named, {Error} when it is faulty */
export function readSealKeys(values: KeyFileValues, env: Env): readonly SealKey[] {
  const path = sealKeysPath(values) ?? env['SEAL_KEYS_FILE'];
  const text = sealKeysPath(values) === undefined ? env['SEAL_KEYS'] : undefined;
  if (text !== undefined) return namingTheFile('SEAL_KEYS', () => parseSealKeys(text));
  if (path === undefined) {
    throw new UsageError('Say --keys DIR or --seal-keys FILE, or set SEAL_KEYS or SEAL_KEYS_FILE.');
  }
  return namingTheFile(path, () => parseSealKeys(readText(path).trim()));
}

/** @throws {Error} with every fault of the file */
export function readIssuersFile(path: string): readonly IssuerRecord[] {
  return withoutFaults((report) => readIssuers(path, readText, report));
}

/** @throws {Error} with every fault of the file */
export function readTenantsFile(path: string): readonly TenantRecord[] {
  return withoutFaults((report) => readTenants(path, readText, report));
}

export function readText(path: string): string {
  return readFileSync(path, 'utf8');
}

function withoutFaults<T>(read: (report: (message: string) => void) => T | undefined): T {
  const faults: string[] = [];
  const result = read((message) => void faults.push(`The file ${message.replace(/^names /, '')}.`));
  if (result === undefined || faults.length > 0) throw new Error(faults.join('\n'));
  return result;
}

export function namingTheFile<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${path}: ${reasonOf(cause)}`, { cause });
  }
}

/** Never a text that was read: a parser's own message quotes it, and it may be a key. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'no valid JSON';
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : 'cannot be used';
}

function inDirectory({ keys }: KeyFileValues, name: keyof typeof keyFileNames): string | undefined {
  return keys === undefined ? undefined : join(keys, keyFileNames[name]);
}
