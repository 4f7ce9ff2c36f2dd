import { z } from 'zod';
import { getAssetSpace, listAssetExtensions } from '../../../../modyo/content/assets.ts';
import { ok, type Warning } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { accountNote } from '../asset-arguments.ts';

export const limitsAction = kit.query({
  summary: 'Tell which extensions files may have, and the space that the plan leaves for them',
  input: z.object({}),
  data: z.object({
    extensions: z.array(z.string()).optional(),
    remaining_space: z.number().optional(),
  }),
  operations: ['listAssetExtensions', 'getAssetSpace'],
  notes: [accountNote, 'The unit of remaining_space is not documented; it seems to be bytes.'],
  async run(_input, ctx) {
    const [extensions, space] = await Promise.all([listAssetExtensions(ctx.modyo), getAssetSpace(ctx.modyo)]);
    const warnings = [
      ...(extensions === undefined ? [notUnderstood('extensions')] : []),
      ...(space === undefined ? [notUnderstood('remaining_space')] : []),
    ];
    return ok(
      {
        ...(extensions !== undefined && { extensions: [...extensions] }),
        ...(space !== undefined && { remaining_space: space }),
      },
      { state: { warnings } },
    );
  },
});

function notUnderstood(path: string): Warning {
  return { code: 'NOT_UNDERSTOOD', path, message: 'The platform answers in a form that is not documented.' };
}
