import { z } from 'zod';
import { unpublishEntry } from '../../../../modyo/content/entries.ts';
import { kit } from '../../../kit.ts';
import { identifiedEntry, localeIfNamed, spaceOfCall, typeIfNamed } from '../../resolvers.ts';
import { makeMove, moveData, moveParameters, reached } from '../entry-move.ts';
import { versionSnapshot } from '../entry-snapshot.ts';

export const unpublishAction = kit.mutation({
  summary: 'Take an entry out of publication in one language; it becomes a draft',
  idempotent: true,
  input: z.object(moveParameters),
  data: moveData,
  resolve: [spaceOfCall, typeIfNamed, localeIfNamed, identifiedEntry],
  operations: ['getSpace', 'listEntries', 'getEntry', 'unpublishEntry'],
  snapshot: (_input, ctx) => versionSnapshot(ctx),
  run: (_input, ctx) =>
    makeMove(ctx, {
      name: 'unpublish',
      async act(version) {
        await unpublishEntry(ctx.modyo, ctx.space.id, version.id);
        return {};
      },
      isReached: reached.notOut,
    }),
});
