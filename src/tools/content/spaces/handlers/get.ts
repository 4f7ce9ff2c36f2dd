import { z } from 'zod';
import { getSpace } from '../../../../modyo/content/spaces.ts';
import { identifier } from '../../../../toolkit/identifier.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { identifiedSpace } from '../../resolvers.ts';
import { space, spaceResource } from '../space-shape.ts';

export const getAction = kit.query({
  summary: 'Get one content space with its languages and rules',
  input: z.object({ identifier: identifier('Space') }),
  data: z.object({ space }),
  resolve: [identifiedSpace],
  operations: ['listSpaces', 'getSpace'],
  async run(_input, ctx) {
    const found = await getSpace(ctx.modyo, ctx.space.id);
    return ok({ space: found }, { resource: spaceResource(found) });
  },
});
