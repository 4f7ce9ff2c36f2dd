import { z } from 'zod';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import {
  accountNote,
  base64CharactersMax,
  classParameter,
  fileParameters,
  isNamedSource,
  isOneSource,
  namedSource,
  oneSource,
  textParameters,
} from '../asset-arguments.ts';
import { planUploads, uploadAll } from '../asset-bulk-upload.ts';

/** As many as the panel of the platform takes at once. */
const filesMax = 10;

const file = z
  .strictObject({ ...fileParameters, klass: classParameter, ...textParameters })
  .refine(isOneSource, oneSource)
  .refine(isNamedSource, namedSource);

const item = z.object({
  index: z.number(),
  result: z.enum(['uploaded', 'failed', 'unknown', 'not_tried']),
  asset_id: z.number().optional(),
  uuid: z.string().optional(),
  file_name: z.string().optional(),
  url: z.string().optional(),
  code: z.string().optional(),
  faults: z.array(z.object({ code: z.string(), path: z.string(), message: z.string() })).optional(),
});

export const uploadAction = kit.action({
  summary: 'Upload several media files, each with its own result; a preview unless dry_run is false',
  openWorld: true,
  dryRunDefault: true,
  input: z
    .object({
      files: z
        .array(file)
        .min(1)
        .max(filesMax)
        .describe('Files to upload, e.g. [{"url":"https://example.com/cover.jpg","title":"Cover"}]'),
    })
    .refine(
      ({ files }) =>
        files.reduce((sum, { content_base64: text }) => sum + (text?.length ?? 0), 0) <= base64CharactersMax,
      { path: ['files'], message: 'All content_base64 together is at most 1 MB decoded' },
    ),
  data: z.object({ files: z.array(item), uploaded: z.number(), failed: z.number() }),
  operations: ['createAsset', 'updateAsset', 'getAsset', 'getAssetSpace'],
  notes: [accountNote, 'The limits of a single upload hold for each file.'],
  invalidates: ['content-assets.*'],
  plan: ({ files }, ctx) => planUploads(files, ctx),
  async run({ files }, ctx) {
    const items = await uploadAll(files, ctx);
    if (isFail(items)) return items;
    const uploaded = items.filter(({ result }) => result === 'uploaded').length;
    const isWhole = items.every(({ result, faults }) => result === 'uploaded' && faults === undefined);
    return ok(
      {
        files: items.map(({ faults, ...rest }) => ({ ...rest, ...(faults && { faults: [...faults] }) })),
        uploaded,
        failed: items.length - uploaded,
      },
      {
        state: { status: isWhole ? 'done' : 'partial', returned: items.length, total: items.length },
      },
    );
  },
});
