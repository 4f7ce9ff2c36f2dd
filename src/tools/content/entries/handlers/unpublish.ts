import { z } from 'zod';
import { type Entry, unpublishEntry } from '../../../../modyo/content/entries.ts';
import { kit } from '../../../kit.ts';
import { isLive } from '../entry-lifecycle.ts';
import {
  type Move,
  makeMove,
  moveParameters,
  moveSpec,
  type Outlook,
  planMove,
  reached,
} from '../entry-move.ts';
import { scheduleOf } from '../entry-timing.ts';
import type { VersionContext } from '../entry-version.ts';

export const unpublishAction = kit.mutation({
  ...moveSpec,
  summary: 'Take an entry out of publication in one language; it becomes a draft',
  input: z.object(moveParameters),
  operations: ['getSpace', 'listEntries', 'getEntry', 'unpublishEntry'],
  plan: (_input, ctx) => planMove(ctx, unpublish(ctx), whatIsLost),
  run: (_input, ctx) => makeMove(ctx, unpublish(ctx)),
});

function unpublish(ctx: VersionContext): Move {
  return {
    name: 'unpublish',
    async act(version) {
      await unpublishEntry(ctx.modyo, ctx.space.id, version.id);
      return {};
    },
    isReached: reached.notOut,
  };
}

/** What readers have now, and what the calendar would have done. */
function whatIsLost(version: Entry): Outlook {
  return {
    after: { entry_status: 'draft', is_live: false },
    effect: isLive(version)
      ? 'is taken out of publication, and readers no longer find it'
      : 'loses its scheduled publication',
    losses: {
      live_since: isLive(version) ? version.published_at : undefined,
      has_unpublished_changes: version.dirty === true,
      schedule_cancelled: scheduleOf(version),
    },
  };
}
