import { AppError } from '../../../errors/app-error.ts';
import type { Warning } from '../../../toolkit/result.ts';

/**
 * Saves the fields of a type that was just created. It exists by now, so what is refused is told beside it
 * instead of in its place.
 */
export async function warningsOf(write: () => Promise<unknown>): Promise<readonly Warning[]> {
  try {
    await write();
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const faults = error.fields ?? [];
    return [
      { code: 'FIELDS_NOT_SAVED', path: 'add_fields', message: error.message },
      ...faults.map(({ path, message }) => ({ code: 'FIELD_REFUSED', path, message })),
    ];
  }
}
