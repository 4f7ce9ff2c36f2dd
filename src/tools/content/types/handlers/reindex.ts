import { z } from 'zod';
import { getType, reindexType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { busyWithReindex, reindexData, reindexOf, waitForReindex } from '../reindex.ts';
import { awaitReindex, outcomeOfWait } from '../reindex-wait.ts';
import { typeResource } from '../type-shape.ts';

export const reindexAction = kit.action({
  summary: 'Reindex a content type, as after a reindex that failed or was cancelled',
  input: z.object({
    space: identifier('Space'),
    identifier: identifier('Content type'),
    wait_for_reindex: waitForReindex,
  }),
  data: z.object({ reindex: reindexData.optional() }),
  resolve: [spaceOfCall, identifiedType],
  operations: ['listSpaces', 'listTypes', 'getType', 'reindexType', 'getBackgroundJob'],
  invalidates: ['content-types.*', 'content-entries.*'],
  async run({ wait_for_reindex: waits }, ctx) {
    const before = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
    const target = { space: ctx.space.id, identifier: before.id };
    const busy = busyWithReindex(reindexOf(before.reindex_job), target);
    if (busy !== undefined) return busy;
    await reindexType(ctx.modyo, ctx.space.id, before.id);
    const started = await reread(getType(ctx.modyo, ctx.space.id, before.id), before.id);
    const { type, reindex } =
      waits === true
        ? await awaitReindex(ctx, started)
        : { type: started, reindex: reindexOf(started.reindex_job) };
    // No job to be seen: it is over already, or never began.
    const outcome = outcomeOfWait(waits, reindex);
    const state = reindex === undefined ? { ...outcome, status: 'accepted' as const } : outcome;
    return ok({ reindex }, { resource: typeResource(type), state });
  },
});
