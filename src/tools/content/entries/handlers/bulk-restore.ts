import { kit } from '../../../kit.ts';
import { bulkSelection, inferredBulkNote } from '../bulk-arguments.ts';
import { type BulkMove, bulkMoveSpec, makeBulkMove, planBulkMove } from '../bulk-move.ts';
import { reached } from '../entry-move.ts';

export const bulkRestoreAction = kit.action({
  ...bulkMoveSpec,
  summary:
    'Take many entries out of the archive as drafts, in one language; a preview unless dry_run is false',
  input: bulkSelection,
  notes: [inferredBulkNote],
  plan: (_input, ctx) => planBulkMove(ctx, restore),
  run: (_input, ctx) => makeBulkMove(ctx, restore),
});

const restore: BulkMove = {
  name: 'restore',
  action: 'restore',
  effect: 'come back from the archive as drafts',
  isReached: (stored) => stored !== undefined && reached.notArchived(stored),
};
