import { z } from 'zod';
import { getAsset, updateAsset } from '../../../../modyo/content/assets.ts';
import { ok } from '../../../../toolkit/result.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { plannedChanges } from '../../../plan-wording.ts';
import { reread } from '../../../reread.ts';
import { identifiedAsset } from '../../resolvers.ts';
import { accountNote, assetParameter, sentTexts, textParameters } from '../asset-arguments.ts';
import { otherTextLosses, textLosses } from '../asset-losses.ts';
import { assetNames } from '../asset-refusal.ts';
import { asset, assetResource, assetVersion } from '../asset-shape.ts';

/** Nobody is asked before an update: what it replaces is shown by `verify` and by a dry run. */
export const updateAction = kit.mutation({
  summary: 'Change the title, texts or tags of a media file; what is not sent stays',
  idempotent: true,
  input: z.object({ identifier: assetParameter, ...textParameters }),
  data: z.object({ asset }),
  resolve: [identifiedAsset],
  operations: ['listAssets', 'getAsset', 'updateAsset'],
  notes: [accountNote],
  confirm: 'never',
  invalidates: ['content-assets.*'],
  async snapshot(_input, ctx) {
    return comparable(await getAsset(ctx.modyo, ctx.asset.id));
  },
  async plan(input, ctx) {
    const before = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    const sent = Object.entries(sentTexts(input)).filter(([, value]) => value !== undefined);
    return {
      resource: assetResource(before),
      changes: { changed: plannedChanges(before, { ...before, ...Object.fromEntries(sent) }) },
      version: assetVersion(before),
    };
  },
  async run(input, ctx) {
    const before = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    const texts = sentTexts(input);
    await updateAsset(ctx.modyo, before.id, texts, assetNames({}));
    await ctx.identifiers.forget({ kind: 'asset' });
    const stored = await reread(getAsset(ctx.modyo, before.id), before.id);
    const warnings = [...textLosses(texts, stored), ...otherTextLosses(texts, before, stored)];
    return ok({ asset: stored }, { resource: assetResource(stored), state: { warnings } });
  },
});
