import { AppError } from '../errors/app-error.ts';
import type { Identifiers } from '../modyo/identifiers.ts';
import { identifierFrom } from './account-address.ts';

/**
 * Whether a space, as an address names it, is the one that the connection fixes.
 * @param fixed as the connection names it; `undefined` where it fixes none
 * @throws {AppError} when Modyo does not answer
 */
export async function isFixedSpace(
  space: string,
  fixed: string | number | undefined,
  identifiers: Identifiers,
): Promise<boolean> {
  if (fixed === undefined) return false;
  const idOf = async (identifier: string | number) =>
    (await identifiers.resolve({ kind: 'space', identifier })).id;
  try {
    const [asked, own] = await Promise.all([idOf(identifierFrom(space)), idOf(fixed)]);
    return asked === own;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'AMBIGUOUS')) return false;
    throw error;
  }
}
