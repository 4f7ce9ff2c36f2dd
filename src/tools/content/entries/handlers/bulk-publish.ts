import type { z } from 'zod';
import { kit } from '../../../kit.ts';
import { bulkSelection, inferredBulkNote } from '../bulk-arguments.ts';
import { type BulkMove, bulkMoveSpec, makeBulkMove, planBulkMove } from '../bulk-move.ts';
import { forceParameter } from '../entry-arguments.ts';
import { isPublishedAsAsked } from '../entry-timing.ts';

const input = bulkSelection.safeExtend({ force: forceParameter });

export const bulkPublishAction = kit.mutation({
  ...bulkMoveSpec,
  summary: 'Publish many entries in one language; a preview unless dry_run is false',
  destructive: false,
  input,
  notes: [inferredBulkNote],
  plan: (sent, ctx) => planBulkMove(ctx, publish(sent)),
  run: (sent, ctx) => makeBulkMove(ctx, publish(sent)),
});

function publish({ force }: z.output<typeof input>): BulkMove {
  return {
    name: 'publish',
    action: force === true ? 'force_publish' : 'publish',
    effect: 'go out to readers now',
    isReached: (stored) =>
      stored !== undefined && isPublishedAsAsked(stored, { publishAt: undefined, unpublishAt: undefined }),
  };
}
