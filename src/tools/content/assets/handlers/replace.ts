import { z } from 'zod';
import { changeAsset, getAsset } from '../../../../modyo/content/assets.ts';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { comparable } from '../../../comparable.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { quoted } from '../../../plan-wording.ts';
import { reread } from '../../../reread.ts';
import { identifiedAssetAnew } from '../../resolvers.ts';
import { accountNote, assetParameter, fileParameters, isOneSource, oneSource } from '../asset-arguments.ts';
import { addressLosses, fileLosses } from '../asset-losses.ts';
import { assetNames, sending } from '../asset-refusal.ts';
import { asset, assetResource, assetVersion } from '../asset-shape.ts';
import { expectedFile, fileOf, sourceParameter } from '../asset-source.ts';

export const replaceAction = kit.mutation({
  summary: 'Put another file in the place of a media file, which keeps its id, uuid and address',
  openWorld: true,
  input: z.object({ identifier: assetParameter, ...fileParameters }).refine(isOneSource, oneSource),
  data: z.object({ asset }),
  resolve: [identifiedAssetAnew],
  operations: ['listAssets', 'getAsset', 'changeAsset', 'getAssetSpace'],
  notes: [accountNote, 'The old file cannot be brought back, and every page and entry shows the new one.'],
  invalidates: ['content-assets.*'],
  async snapshot(_input, ctx) {
    return comparable(await getAsset(ctx.modyo, ctx.asset.id));
  },
  async plan(input, ctx) {
    const expected = expectedFile(input);
    if (isFail(expected)) return expected;
    const before = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    const { name, data_content_type: type, data_file_size: bytes } = before;
    return {
      resource: assetResource(before),
      changes: { replaces: { file_name: name, content_type: type, bytes }, by: { ...expected } },
      version: assetVersion(before),
      summary: `The file ${quoted(name)} is replaced for good, wherever it is shown.`,
    };
  },
  async run(input, ctx) {
    const before = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    const file = await fileOf(input, ctx, before.name);
    if (isFail(file)) return file;
    const change = changeAsset(ctx.modyo, before.id, file, assetNames(input));
    await sending(change, ctx.modyo, input, file.bytes.length);
    await ctx.identifiers.forget({ kind: 'asset' });
    const stored = await reread(getAsset(ctx.modyo, before.id), before.id);
    const warnings = [
      ...fileLosses({ ...file, fileName: before.name ?? file.fileName }, sourceParameter(input), stored),
      ...addressLosses(before, stored),
    ];
    return ok({ asset: stored }, { resource: assetResource(stored), state: { warnings } });
  },
});
