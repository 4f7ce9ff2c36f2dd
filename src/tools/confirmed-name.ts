import { type Fail, fail } from '../toolkit/result.ts';

/** Refuses a deletion whose `confirm_name` is not the stored name, character by character. */
export function refusedName(stored: string, given: string): Fail | undefined {
  if (given === stored) return undefined;
  const message = 'This is not the exact name of the element that the identifier leads to.';
  return fail('INVALID_PARAMS', `${message} Nothing was deleted.`, {
    fields: [{ path: 'confirm_name', message }],
  });
}
