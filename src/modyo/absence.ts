import { AppError } from '../errors/app-error.ts';

/**
 * The answer of a read, or `undefined` if what it reads does not exist.
 * @throws every other failure of the read
 */
export async function foundOrNothing<Answer>(read: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
