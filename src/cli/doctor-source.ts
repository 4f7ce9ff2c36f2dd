import { readFileSync, statSync } from 'node:fs';
import { LineCounter, parse, parseDocument } from 'yaml';
import { AppError } from '../errors/app-error.ts';
import {
  CatalogueNotFoundError,
  catalogueOperations,
  readAccountCatalogue,
} from '../modyo/account-catalogue.ts';
import { type Catalogue, readCatalogue } from '../modyo/catalogue-document.ts';
import type { ModyoClient } from '../modyo/client.ts';
import { namingTheFile } from './key-files.ts';

/** What an account says of itself, and where it was read. */
export interface AccountCatalogue {
  readonly catalogue: Catalogue;
  readonly source: string;
}

const fileBytesMax = 32 * 1024 * 1024;
const contractUrl = new URL('../../openapi/modyo-admin.yaml', import.meta.url);

/** What the service sends, without the addresses that the doctor itself reads catalogues from. */
export function readContract(): Catalogue {
  const { operations } = readCatalogue(parse(readFileSync(contractUrl, 'utf8')));
  const own: readonly string[] = catalogueOperations;
  return { operations: operations.filter(({ id = '' }) => !own.includes(id)) };
}

/** @throws {Error} naming the file, and why it cannot be used */
export function catalogueOfFile(path: string): AccountCatalogue {
  return { source: path, catalogue: namingTheFile(path, () => readCatalogue(parsed(readLimited(path)))) };
}

function readLimited(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > fileBytesMax) throw new Error(`It is larger than ${fileBytesMax} bytes.`);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause;
    throw new Error(`It cannot be read (${String(cause.code)}).`, { cause });
  }
}

function parsed(text: string): unknown {
  if (/^\s*</.test(text)) {
    throw new Error('It is a page and no JSON or YAML: save the JSON that the page loads.');
  }
  try {
    return JSON.parse(text);
  } catch {
    return parsedYaml(text);
  }
}

function parsedYaml(text: string): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw new Error(`It is no valid JSON or YAML (line ${lines.linePos(fault.pos[0]).line}).`);
  }
  try {
    return document.toJS();
  } catch (cause) {
    throw new Error('It is YAML with more aliases than are followed.', { cause });
  }
}

/** @throws {Error} naming the host, why its catalogue cannot be read, and what to do about it */
export async function catalogueOfAccount(modyo: ModyoClient): Promise<AccountCatalogue> {
  try {
    const { catalogue, path } = await readAccountCatalogue(modyo);
    return { catalogue, source: `https://${modyo.host}/api/admin${path}` };
  } catch (cause) {
    throw new Error(`${modyo.host}: ${reasonOf(cause, modyo.host)}`, { cause });
  }
}

function reasonOf(error: unknown, host: string): string {
  if (error instanceof CatalogueNotFoundError) {
    const tried = error.attempts.map(({ path, reason }) => `  /api/admin${path}: ${reason}`);
    return [error.message, ...tried, advice(host)].join('\n');
  }
  if (!(error instanceof AppError)) throw error;
  const mend =
    error.code === 'UNAUTHORIZED'
      ? 'Seal a new token with `tenant seal`.'
      : 'Check the host of the tenant and the way there, and try again.';
  return `${error.message} ${mend}`;
}

function advice(host: string): string {
  return `Either the owner of the token is no administrator, or the catalogue is elsewhere. Open https://${host}/api/admin/docs as an administrator, save the JSON that the page loads, and name it with --swagger FILE.`;
}
