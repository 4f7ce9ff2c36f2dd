import { AppError } from '../errors/app-error.ts';
import { type Catalogue, readCatalogue } from './catalogue-document.ts';
import type { ModyoClient } from './client.ts';
import { type OperationId, operations } from './operations.ts';

/** Where an account may keep its catalogue; only the first address is documented, and that as a page. */
export const catalogueOperations = [
  'getDocs',
  'getDocsJson',
  'getDocsSwagger',
  'getSwagger',
  'getSwaggerDoc',
  'getApiDocs',
] as const satisfies readonly OperationId[];

/** What came of one address. */
export interface CatalogueAttempt {
  /** Below `/api/admin`. */
  readonly path: string;
  readonly reason: string;
}

/** The account's own catalogue was nowhere to be found. */
export class CatalogueNotFoundError extends Error {
  readonly attempts: readonly CatalogueAttempt[];

  constructor(attempts: readonly CatalogueAttempt[]) {
    super('The account shows this token no catalogue of its operations.');
    this.name = 'CatalogueNotFoundError';
    this.attempts = attempts;
  }
}

/**
 * Reads the account's own catalogue from the first address that has one.
 * @throws {CatalogueNotFoundError} when none has; {AppError} as soon as it is clear that no address will
 * answer: the host cannot be reached, or does not know the token
 */
export async function readAccountCatalogue(
  modyo: ModyoClient,
): Promise<{ readonly catalogue: Catalogue; readonly path: string }> {
  const attempts: CatalogueAttempt[] = [];
  for (const operation of catalogueOperations) {
    const { path } = operations[operation];
    try {
      return { catalogue: await catalogueAt(modyo, operation), path };
    } catch (error) {
      if (isFinal(error)) throw error;
      attempts.push({ path, reason: reasonOf(error) });
    }
  }
  throw new CatalogueNotFoundError(attempts);
}

/**
 * Reads the catalogue from one address.
 * @throws {AppError} as {@link ModyoClient.call}, and {Error} for an answer that is no catalogue
 */
export async function catalogueAt(
  modyo: ModyoClient,
  operation: (typeof catalogueOperations)[number],
): Promise<Catalogue> {
  const { body } = await modyo.call(operation);
  return readCatalogue(body);
}

/** What one address can answer without saying anything about the next: codes, and reasons of `UPSTREAM_ERROR`. */
const ofOneAddress = [
  'NOT_FOUND',
  'FORBIDDEN',
  'INVALID_PARAMS',
  'CONFLICT',
  'redirect',
  'server_error',
  'not_json',
  'too_large',
  'unexpected_status',
];

function isFinal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const what = error.code === 'UPSTREAM_ERROR' ? String(error.details?.['reason']) : error.code;
  return !ofOneAddress.includes(what);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return error instanceof Error ? error.message : 'It cannot be read.';
  const status = error.details?.['status'];
  return typeof status === 'number' ? `${error.message} (status ${status})` : error.message;
}
