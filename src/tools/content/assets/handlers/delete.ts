import { z } from 'zod';
import { deleteAsset, getAsset } from '../../../../modyo/content/assets.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { quoted } from '../../../plan-wording.ts';
import { isGone } from '../../../reread.ts';
import { identifiedAssetAnew } from '../../resolvers.ts';
import { accountNote, assetParameter } from '../asset-arguments.ts';
import { assetResource, assetVersion } from '../asset-shape.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete a media file for good',
  input: z.object({ identifier: assetParameter }),
  data: z.object({ deleted: z.boolean() }),
  resolve: [identifiedAssetAnew],
  operations: ['listAssets', 'getAsset', 'deleteAsset'],
  notes: [accountNote, 'Entries, pages and widgets that show a deleted file keep a broken address.'],
  invalidates: ['content-assets.*'],
  async plan(_input, ctx) {
    const stored = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    return {
      resource: assetResource(stored),
      changes: { deletes: { file_name: stored.name, bytes: stored.data_file_size, url: stored.url } },
      version: assetVersion(stored),
      summary: `The file ${quoted(stored.name)} is deleted and cannot be brought back; whatever shows it loses it.`,
    };
  },
  async run(_input, ctx) {
    const stored = await namedBy('identifier', getAsset(ctx.modyo, ctx.asset.id));
    await deleteAsset(ctx.modyo, stored.id);
    await ctx.identifiers.forget({ kind: 'asset' });
    const deleted = await isGone(getAsset(ctx.modyo, stored.id), stored.id);
    return ok(
      { deleted },
      { resource: assetResource(stored), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});
