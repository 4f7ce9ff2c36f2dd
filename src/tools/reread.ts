import { AppError, type Json } from '../errors/app-error.ts';
import { foundOrNothing } from '../modyo/absence.ts';

/**
 * The read that follows a write. If it fails, the write has still happened, and the error says so: whoever
 * repeats the call would do it twice.
 * @param id of the element that was written
 * @throws {AppError} as the read, with `details.written` and `details.state_unknown`
 */
export async function reread<Element>(read: Promise<Element>, id: number): Promise<Element> {
  return rereadAfter(read, {
    hint: `Read the element with the id ${id} before you repeat the call.`,
    details: { id },
  });
}

/**
 * As {@link reread}, for a write of many elements.
 * @param written what the error tells whoever has to find out how far the write came
 */
export async function rereadAfter<Element>(
  read: Promise<Element>,
  {
    hint,
    details,
  }: { readonly hint: string; readonly details: { readonly [key: string]: Json | undefined } },
): Promise<Element> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(`Modyo accepted the change, and reading the result failed: ${error.message}`, {
      code: error.code,
      hint,
      details: { ...error.details, written: true, state_unknown: true, ...details },
      cause: error,
      ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    });
  }
}

/**
 * Whether an element is gone that was just deleted; one whose deletion runs in the background is still there.
 * @throws {AppError} as {@link reread}
 */
export async function isGone(read: Promise<{ readonly id: number }>, id: number): Promise<boolean> {
  const remaining = await foundOrNothing(reread(read, id));
  return remaining?.id !== id;
}
