import { kit } from '../../../kit.ts';
import { bulkSelection, inferredBulkNote } from '../bulk-arguments.ts';
import { type BulkMove, bulkMoveSpec, makeBulkMove, planBulkMove } from '../bulk-move.ts';

export const bulkDeleteAction = kit.mutation({
  ...bulkMoveSpec,
  summary:
    'Delete many archived entries in one language, with their backups; a preview unless dry_run is false',
  input: bulkSelection,
  notes: [inferredBulkNote],
  plan: (_input, ctx) => planBulkMove(ctx, deletion),
  run: (_input, ctx) => makeBulkMove(ctx, deletion),
});

const deletion: BulkMove = {
  name: 'delete',
  action: 'delete',
  effect: 'are deleted with their backups, and cannot be brought back',
  isReached: (stored) => stored === undefined,
};
