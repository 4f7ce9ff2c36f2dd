import { z } from 'zod';
import { getType } from '../../../../modyo/content/types.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedType, spaceOfCall } from '../../resolvers.ts';
import { reindexData, reindexOf } from '../reindex.ts';
import { contentType, typeResource } from '../type-shape.ts';

export const getAction = kit.query({
  summary: 'Get one content type with its fields and their rules',
  input: z.object({ space: identifier('Space'), identifier: identifier('Content type') }),
  data: z.object({ type: contentType, reindex: reindexData.optional() }),
  resolve: [spaceOfCall, identifiedType],
  operations: ['listSpaces', 'listTypes', 'getType'],
  async run(_input, ctx) {
    const type = await getType(ctx.modyo, ctx.space.id, ctx.type.id);
    return ok({ type, reindex: reindexOf(type.reindex_job) }, { resource: typeResource(type) });
  },
});
