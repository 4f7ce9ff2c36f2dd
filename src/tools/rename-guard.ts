import { z } from 'zod';
import { type Fail, fail } from '../toolkit/result.ts';

/** The parameter by which a caller says that a changed uid, slug or field name is meant. */
export const allowRename = z
  .boolean()
  .optional()
  .describe('True to change a uid, slug or field name that templates and API clients may use');

interface Rename {
  readonly path: string;
  readonly stored: string | null | undefined;
  readonly wanted: string | undefined;
  readonly isRenameAllowed: boolean | undefined;
}

/** Refuses to change a name that other things refer to, unless the caller says that it is meant. */
export function refusedRename({ path, stored, wanted, isRenameAllowed }: Rename): Fail | undefined {
  if (wanted === undefined || wanted === stored || !stored || isRenameAllowed === true) return undefined;
  const message = `Changing ${path} breaks the templates, links and API clients that use the stored one.`;
  return fail(
    'INVALID_PARAMS',
    `${message} Send allow_rename: true if that is meant, or leave ${path} out.`,
    {
      fields: [{ path, message, suggestion: 'allow_rename: true' }],
    },
  );
}
