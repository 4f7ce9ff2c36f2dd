import { kit } from '../../../kit.ts';
import { bulkSelection, inferredBulkNote } from '../bulk-arguments.ts';
import { type BulkMove, bulkMoveSpec, makeBulkMove, planBulkMove } from '../bulk-move.ts';
import { reached } from '../entry-move.ts';

export const bulkArchiveAction = kit.mutation({
  ...bulkMoveSpec,
  summary: 'Archive many entries that are not published, in one language; a preview unless dry_run is false',
  input: bulkSelection,
  notes: [inferredBulkNote],
  plan: (_input, ctx) => planBulkMove(ctx, archive),
  run: (_input, ctx) => makeBulkMove(ctx, archive),
});

const archive: BulkMove = {
  name: 'archive',
  action: 'archive',
  effect: 'go into the archive',
  isReached: (stored) => stored !== undefined && reached.archived(stored),
};
