import { z } from 'zod';
import { kit } from '../../../kit.ts';
import { archiveNote, setArchived } from '../entry-archive.ts';
import { makeMove, moveParameters, moveSpec, reached } from '../entry-move.ts';

export const restoreAction = kit.action({
  ...moveSpec,
  summary: 'Take an entry out of the archive as a draft, in one language',
  input: z.object(moveParameters),
  operations: ['getSpace', 'listEntries', 'getEntry', 'updateEntry', 'bulkEntries'],
  notes: [archiveNote],
  run: (_input, ctx) =>
    makeMove(ctx, {
      name: 'restore',
      act: (version) => setArchived(ctx, version, false),
      isReached: reached.notArchived,
    }),
});
