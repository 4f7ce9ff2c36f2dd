import { z } from 'zod';
import type { FieldFault } from '../../../errors/app-error.ts';
import type { CallStatus } from '../../../toolkit/result.ts';

const itemResults = ['changed', 'unchanged', 'failed', 'pending'] as const;

/** What became of one entry of a call, by a re-read. */
export const bulkItem = z.object({
  /** The place in the call. */
  index: z.number(),
  identifier: z.string().optional(),
  entry_id: z.number().optional(),
  uuid: z.string().optional(),
  name: z.string().optional(),
  entry_status: z.string().optional(),
  result: z.enum(itemResults),
  code: z.string().optional(),
  /** Moves that have to come first. */
  steps: z.array(z.string()).optional(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })).optional(),
});

export type BulkItem = z.input<typeof bulkItem>;

export function errorsOf(faults: readonly FieldFault[]): Pick<BulkItem, 'errors'> {
  if (faults.length === 0) return {};
  return { errors: faults.map(({ path, message }) => ({ path, code: 'REFUSED', message })) };
}

/** How many items ended how. */
export const bulkCounts = {
  changed: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  pending: z.number(),
};

export function countsOf(items: readonly BulkItem[]) {
  const count = (result: BulkItem['result']) => items.filter((item) => item.result === result).length;
  return {
    changed: count('changed'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    pending: count('pending'),
  };
}

export function statusOf({ changed, failed, pending }: ReturnType<typeof countsOf>): CallStatus {
  if (pending > 0) return 'accepted';
  if (failed > 0) return 'partial';
  return changed > 0 ? 'done' : 'unchanged';
}
