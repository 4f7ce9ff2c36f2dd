import { AppError } from '../errors/app-error.ts';

/**
 * A lookup of what a parameter names, so that its failure names the parameter.
 * @throws {AppError} as the lookup; `NOT_FOUND` and `AMBIGUOUS` with `parameter` among their `fields`
 */
export async function namedBy<Found>(parameter: string, lookup: Promise<Found>): Promise<Found> {
  try {
    return await lookup;
  } catch (error) {
    if (!(error instanceof AppError) || error.fields !== undefined) throw error;
    const { code, message, hint, details } = error;
    if (code !== 'NOT_FOUND' && code !== 'AMBIGUOUS') throw error;
    // biome-ignore lint/style/useErrorCause: a cause is logged as a fault, and a name that leads nowhere is none.
    throw new AppError(message, {
      code,
      fields: [{ path: parameter, message }],
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
      ...(error.cause !== undefined && { cause: error.cause }),
    });
  }
}
