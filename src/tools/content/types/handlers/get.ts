import { z } from 'zod';
import { type ContentType, getType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { type Reindex, reindexData, reindexOf, waitForReindex } from '../reindex.ts';
import { awaitReindex, outcomeOfWait } from '../reindex-wait.ts';
import { contentType, typeResource } from '../type-shape.ts';

export const getAction = kit.query({
  summary: 'Get one content type with its fields and their rules',
  input: z.object({
    space: identifier('Space'),
    identifier: identifier('Content type'),
    wait_for_reindex: waitForReindex,
  }),
  data: z.object({ type: contentType, reindex: reindexData.optional() }),
  resolve: [spaceOfCall, identifiedType],
  operations: ['listSpaces', 'listTypes', 'getType', 'getBackgroundJob'],
  async run({ wait_for_reindex: waits }, ctx) {
    const read = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
    if (waits !== true) return answerOf(read, reindexOf(read.reindex_job), []);
    const { type, reindex } = await awaitReindex(ctx, read);
    return answerOf(type, reindex, outcomeOfWait(waits, reindex).warnings);
  },
});

function answerOf(type: ContentType, reindex: Reindex | undefined, warnings: readonly Warning[]) {
  return ok({ type, reindex }, { resource: typeResource(type), state: { warnings } });
}
