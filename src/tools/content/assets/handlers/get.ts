import { z } from 'zod';
import { getAsset } from '../../../../modyo/content/assets.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { identifiedAsset } from '../../resolvers.ts';
import { accountNote, assetParameter } from '../asset-arguments.ts';
import { asset, assetResource } from '../asset-shape.ts';

export const getAction = kit.query({
  summary: 'Get one media file: its address, type, size, texts and tags',
  input: z.object({ identifier: assetParameter }),
  data: z.object({ asset }),
  resolve: [identifiedAsset],
  operations: ['listAssets', 'getAsset'],
  notes: [accountNote],
  async run(_input, ctx) {
    const stored = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    return ok({ asset: stored }, { resource: assetResource(stored) });
  },
});
