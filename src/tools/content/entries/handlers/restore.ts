import { z } from 'zod';
import { kit } from '../../../kit.ts';
import { identifiedEntry, localeIfNamed, spaceOfCall, typeIfNamed } from '../../resolvers.ts';
import { archiveNote, setArchived } from '../entry-archive.ts';
import { makeMove, moveData, moveParameters, reached } from '../entry-move.ts';
import { versionSnapshot } from '../entry-snapshot.ts';
import { versionOfCall } from '../entry-version.ts';

export const restoreAction = kit.action({
  summary: 'Take an entry out of the archive as a draft, in one language',
  idempotent: true,
  input: z.object(moveParameters),
  data: moveData,
  resolve: [spaceOfCall, typeIfNamed, localeIfNamed, identifiedEntry, versionOfCall],
  operations: ['getSpace', 'listEntries', 'getEntry', 'updateEntry', 'bulkEntries'],
  notes: [archiveNote],
  invalidates: ['content-entries.*'],
  snapshot: (_input, ctx, written) => versionSnapshot(ctx, written),
  run: (_input, ctx) =>
    makeMove(ctx, {
      name: 'restore',
      act: (version) => setArchived(ctx, version, false),
      isReached: reached.notArchived,
    }),
});
