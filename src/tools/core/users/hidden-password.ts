import { AppError, type FieldFault } from '../../../errors/app-error.ts';

const mask = '[redacted]';

/**
 * A write that carries a password. Modyo's complaints are passed on in its own words, and may quote what
 * they are about.
 * @throws {AppError} as the write, without the password in it
 */
export async function hidingPassword<Result>(
  password: string | undefined,
  write: Promise<Result>,
): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    if (password === undefined || !(error instanceof AppError) || error.fields === undefined) throw error;
    const fields = error.fields.map((fault) => masked(fault, password));
    const { code, message, hint, details } = error;
    // biome-ignore lint/style/useErrorCause: the cause would carry the words that are hidden here.
    throw new AppError(message, {
      code,
      fields,
      ...(hint !== undefined && { hint }),
      ...(details !== undefined && { details }),
    });
  }
}

function masked(fault: FieldFault, password: string): FieldFault {
  return { ...fault, message: fault.message.replaceAll(password, mask) };
}
