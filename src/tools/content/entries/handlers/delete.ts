import { z } from 'zod';
import { foundOrNothing } from '../../../../modyo/absence.ts';
import { deleteEntry, getEntry } from '../../../../modyo/content/entries.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { passage } from '../../entry-lifecycle.ts';
import { reread } from '../../reread.ts';
import { identifiedEntryAnew, localeIfNamed, spaceOfCall, typeIfNamed } from '../../resolvers.ts';
import { moveParameters, refusedMove } from '../entry-move.ts';
import { entryResource } from '../entry-shape.ts';
import { findVersion, missingVersion } from '../entry-version.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete an archived entry in one language, with its backups',
  input: z.object(moveParameters),
  data: z.object({ deleted: z.boolean(), deleted_locale: z.string().optional() }),
  resolve: [spaceOfCall, typeIfNamed, localeIfNamed, identifiedEntryAnew],
  operations: ['getSpace', 'listEntries', 'getEntry', 'deleteEntry'],
  notes: ['Deletion is staged: unpublish, archive, delete; each is a call.'],
  async run(_input, ctx) {
    const spaceId = ctx.space.id;
    const { known, version } = await findVersion(ctx, { spaceId, entryId: ctx.entry.id }, ctx.locale);
    if (version === undefined) return missingVersion(spaceId, known, ctx.locale);
    const refused = refusedMove(spaceId, 'delete', version, passage('delete', version));
    if (refused !== undefined) return refused;
    await deleteEntry(ctx.modyo, spaceId, version.id);
    await ctx.identifiers.forget({ kind: 'entry', spaceId });
    const remaining = await foundOrNothing(reread(getEntry(ctx.modyo, spaceId, version.id), version.id));
    const deleted = remaining?.id !== version.id;
    return ok(
      { deleted, ...(deleted && version.locale !== undefined && { deleted_locale: version.locale }) },
      { resource: entryResource(version), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});
