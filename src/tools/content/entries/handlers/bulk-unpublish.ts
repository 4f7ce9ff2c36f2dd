import { kit } from '../../../kit.ts';
import { bulkSelection, inferredBulkNote } from '../bulk-arguments.ts';
import { type BulkMove, bulkMoveSpec, makeBulkMove, planBulkMove } from '../bulk-move.ts';
import { reached } from '../entry-move.ts';

export const bulkUnpublishAction = kit.mutation({
  ...bulkMoveSpec,
  summary: 'Take many entries out of publication in one language; a preview unless dry_run is false',
  input: bulkSelection,
  notes: [inferredBulkNote],
  plan: (_input, ctx) => planBulkMove(ctx, unpublish),
  run: (_input, ctx) => makeBulkMove(ctx, unpublish),
});

const unpublish: BulkMove = {
  name: 'unpublish',
  action: 'unpublish',
  effect: 'are taken out of publication, and readers no longer find them',
  isReached: (stored) => stored !== undefined && reached.notOut(stored),
};
