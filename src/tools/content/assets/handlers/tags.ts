import { z } from 'zod';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { nameText } from '../../../name-parameters.ts';
import { accountNote, tagsParameter } from '../asset-arguments.ts';
import { planTags, refusedTargets, setTags, tagTargets } from '../asset-bulk-tags.ts';

const assetsMax = 100;

const item = z.object({
  index: z.number(),
  asset_id: z.number().optional(),
  file_name: z.string().optional(),
  tags: z.array(z.string()).optional(),
  result: z.enum(['changed', 'unchanged', 'failed']),
  code: z.string().optional(),
});

export const tagsAction = kit.mutation({
  summary: 'Set the tags of many media files at once; a preview unless dry_run is false',
  idempotent: true,
  dryRunDefault: true,
  input: z.object({
    assets: z
      .array(nameText)
      .min(1)
      .max(assetsMax)
      .describe('Ids, uuids, file names or titles of the files, e.g. ["625", "cover.jpg"]'),
    tags: tagsParameter,
  }),
  data: z.object({
    assets: z.array(item),
    changed: z.number(),
    unchanged: z.number(),
    failed: z.number(),
  }),
  operations: ['listAssets', 'getAsset', 'bulkAssets'],
  notes: [
    accountNote,
    'Whether Modyo replaces the old tags or keeps them is not documented: each file is read again and its tags told.',
  ],
  invalidates: ['content-assets.*'],
  plan: planTags,
  async run(input, ctx) {
    const found = await tagTargets(input, ctx);
    const refused = refusedTargets(found);
    if (refused !== undefined) return refused;
    const items = await setTags(input, found, ctx);
    const countOf = (result: string) => items.filter((one) => one.result === result).length;
    const [changed, unchanged, failed] = [countOf('changed'), countOf('unchanged'), countOf('failed')];
    const status = failed > 0 ? 'partial' : changed > 0 ? 'done' : 'unchanged';
    return ok(
      {
        assets: items.map(({ tags, ...rest }) => ({ ...rest, ...(tags && { tags: [...tags] }) })),
        changed,
        unchanged,
        failed,
      },
      { state: { status, returned: items.length, total: items.length } },
    );
  },
});
