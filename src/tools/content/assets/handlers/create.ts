import { z } from 'zod';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import {
  accountNote,
  classParameter,
  fileParameters,
  isNamedSource,
  isOneSource,
  namedSource,
  oneSource,
  textParameters,
} from '../asset-arguments.ts';
import { asset, assetResource } from '../asset-shape.ts';
import { uploadAsset } from '../asset-upload.ts';

export const createAction = kit.action({
  summary: 'Upload a media file from a public https address or as base64; it is public at once',
  openWorld: true,
  input: z
    .object({ ...fileParameters, klass: classParameter, ...textParameters })
    .refine(isOneSource, oneSource)
    .refine(isNamedSource, namedSource),
  data: z.object({ asset }),
  operations: ['createAsset', 'updateAsset', 'getAsset', 'getAssetSpace'],
  notes: [
    accountNote,
    'Images up to 6 MB, other files up to 10 MB; Modyo refuses SVG, a second dot in the name, and a type that the extension does not have.',
  ],
  invalidates: ['content-assets.*'],
  async run(input, ctx) {
    const uploaded = await uploadAsset(input, ctx);
    if (isFail(uploaded)) return uploaded;
    const { stored, warnings, isWhole } = uploaded;
    return ok(
      { asset: stored },
      { resource: assetResource(stored), state: { status: isWhole ? 'done' : 'partial', warnings } },
    );
  },
});
