import { z } from 'zod';
import { kit } from '../../../kit.ts';
import { identifiedEntry, localeIfNamed, spaceOfCall, typeIfNamed } from '../../resolvers.ts';
import { archiveNote, setArchived } from '../entry-archive.ts';
import { type Move, makeMove, moveData, moveParameters, planMove, reached } from '../entry-move.ts';
import { versionSnapshot } from '../entry-snapshot.ts';
import { type VersionContext, versionOfCall } from '../entry-version.ts';

export const archiveAction = kit.mutation({
  summary: 'Archive an entry that is not published, in one language',
  idempotent: true,
  input: z.object(moveParameters),
  data: moveData,
  resolve: [spaceOfCall, typeIfNamed, localeIfNamed, identifiedEntry, versionOfCall],
  operations: ['getSpace', 'listEntries', 'getEntry', 'updateEntry', 'bulkEntries'],
  notes: [archiveNote],
  invalidates: ['content-entries.*'],
  snapshot: (_input, ctx, written) => versionSnapshot(ctx, written),
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
