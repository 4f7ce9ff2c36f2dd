import { z } from 'zod';
import { kit } from '../../../kit.ts';
import { archiveNote, setArchived } from '../entry-archive.ts';
import { type Move, makeMove, moveParameters, moveSpec, planMove, reached } from '../entry-move.ts';
import type { VersionContext } from '../entry-version.ts';

export const archiveAction = kit.mutation({
  ...moveSpec,
  summary: 'Archive an entry that is not published, in one language',
  input: z.object(moveParameters),
  operations: ['getSpace', 'listEntries', 'getEntry', 'updateEntry', 'bulkEntries'],
  notes: [archiveNote],
  plan: (_input, ctx) => planMove(ctx, archive(ctx), () => archived),
  run: (_input, ctx) => makeMove(ctx, archive(ctx)),
});

const archived = {
  after: { entry_status: 'archived', is_live: false },
  effect: 'goes into the archive, where it can be restored or deleted and not changed',
};

function archive(ctx: VersionContext): Move {
  return {
    name: 'archive',
    act: (version) => setArchived(ctx, version, true),
    isReached: reached.archived,
  };
}
