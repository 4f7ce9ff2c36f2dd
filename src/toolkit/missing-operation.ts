import type { Tenant } from '../tenant/tenant.ts';
import type { CompiledAction } from './compiled.ts';
import { type Fail, fail } from './result.ts';

/**
 * The refusal of an action that calls an operation which this account is known not to have: before anything
 * is read or written, so that none of its steps is made in vain.
 */
export function refusalForMissing(
  action: Pick<CompiledAction<never>, 'definition'>,
  { missingOperations }: Pick<Tenant, 'missingOperations'>,
): Fail | undefined {
  if (missingOperations === undefined) return undefined;
  const missing = action.definition.operations.filter((operation) => missingOperations.has(operation));
  if (missing.length === 0) return undefined;
  return fail(
    'UNAVAILABLE',
    `This Modyo account does not have what the action needs: ${missing.join(', ')}. Nothing was done, and repeating the call does not help; the operator of this service notes what an account lacks.`,
    { details: { reason: 'operation_missing', operations: missing } },
  );
}
