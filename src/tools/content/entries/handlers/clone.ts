import { z } from 'zod';
import { copyEntry, getEntry } from '../../../../modyo/content/entries.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { reread } from '../../../reread.ts';
import { fieldDefinitions } from '../../field-definitions.ts';
import { moveParameters } from '../entry-move.ts';
import { entryData, entryResource } from '../entry-shape.ts';
import { suggestPublication } from '../entry-suggestion.ts';
import { missingVersion, versionSteps } from '../entry-version.ts';
import { entryView } from '../entry-view.ts';

export const cloneAction = kit.action({
  summary: 'Copy an entry, with its translations, as a new draft',
  input: z.object(moveParameters),
  data: z.object(entryData).partial(),
  resolve: versionSteps,
  operations: ['getSpace', 'getType', 'listEntries', 'getEntry', 'copyEntry'],
  present: { suggest: suggestPublication },
  invalidates: ['content-entries.*', 'content-spaces.*'],
  async run(_input, ctx) {
    const spaceId = ctx.space.id;
    const { version } = ctx.found;
    if (version === undefined) return missingVersion(ctx);
    const copyId = await copyEntry(ctx.modyo, spaceId, version.id, version.uuid);
    await ctx.identifiers.forget({ kind: 'entry', spaceId });
    if (copyId === undefined) {
      const warning = {
        code: 'COPY_NOT_NAMED',
        path: 'data.entry',
        message: 'The platform made the copy and did not say which entry it is.',
      };
      return ok({}, { resource: entryResource(version), state: { status: 'accepted', warnings: [warning] } });
    }
    const copy = await reread(getEntry(ctx.modyo, spaceId, copyId), copyId);
    const definitions = await fieldDefinitions(ctx, copy.content_type_id);
    return ok(entryView(copy, definitions), { resource: entryResource(copy) });
  },
});
