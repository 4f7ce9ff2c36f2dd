import type { FieldFault } from '../../errors/app-error.ts';
import { type Fail, fail } from '../../toolkit/result.ts';

/** The refusal of values that do not fit the type; `undefined` if all do. */
export function refusedFields(faults: readonly FieldFault[]): Fail | undefined {
  if (faults.length === 0) return undefined;
  return fail('INVALID_PARAMS', 'The values do not fit the fields of the type. Nothing was saved.', {
    fields: faults,
  });
}
