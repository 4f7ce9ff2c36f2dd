import { z } from 'zod';
import { cancelTypeReindex, getType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { isRunning, reindexData, reindexOf } from '../reindex.ts';
import { typeResource } from '../type-shape.ts';

export const cancelReindexAction = kit.action({
  summary: 'Stop the reindex of a content type, so that it can be saved',
  idempotent: true,
  input: z.object({ space: identifier('Space'), identifier: identifier('Content type') }),
  data: z.object({ reindex: reindexData.optional() }),
  resolve: [spaceOfCall, identifiedType],
  operations: ['listSpaces', 'listTypes', 'getType', 'cancelTypeReindex'],
  invalidates: ['content-types.*'],
  notes: ['After a reindex that was stopped, searches may show old values until reindex has run.'],
  async run(_input, ctx) {
    const before = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
    if (!isRunning(reindexOf(before.reindex_job))) {
      const reindex = reindexOf(before.reindex_job);
      return ok({ reindex }, { resource: typeResource(before), state: { status: 'unchanged' } });
    }
    await cancelTypeReindex(ctx.modyo, ctx.space.id, before.id);
    const type = await reread(getType(ctx.modyo, ctx.space.id, before.id), before.id);
    const reindex = reindexOf(type.reindex_job);
    const status = isRunning(reindex) ? 'accepted' : 'done';
    return ok({ reindex }, { resource: typeResource(type), state: { status } });
  },
});
