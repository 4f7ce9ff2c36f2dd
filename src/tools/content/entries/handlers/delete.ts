import { z } from 'zod';
import { foundOrNothing } from '../../../../modyo/absence.ts';
import { deleteEntry, type Entry, getEntry, listEntryLocales } from '../../../../modyo/content/entries.ts';
import type { Plan } from '../../../../toolkit/action.ts';
import { type Fail, isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { quoted } from '../../../plan-wording.ts';
import { isGone } from '../../../reread.ts';
import { identifiedEntryAnew, localeIfNamed, spaceOfCall, typeIfNamed } from '../../resolvers.ts';
import { moveParameters, refusedMove, standingMark } from '../entry-move.ts';
import { entryResource } from '../entry-shape.ts';
import { missingVersion, type VersionContext, versionOfCall } from '../entry-version.ts';

export const deleteAction = kit.mutation({
  summary: 'Delete an archived entry in one language, with its backups',
  input: z.object(moveParameters),
  data: z.object({ deleted: z.boolean(), deleted_locale: z.string().optional() }),
  resolve: [spaceOfCall, typeIfNamed, localeIfNamed, identifiedEntryAnew, versionOfCall],
  operations: ['getSpace', 'listEntries', 'getEntry', 'listEntryLocales', 'deleteEntry'],
  invalidates: ['content-entries.*', 'content-spaces.*'],
  notes: ['Deletion takes three calls: unpublish, archive, delete.'],
  plan: (_input, ctx) => planDeletion(ctx),
  async run(_input, ctx) {
    const spaceId = ctx.space.id;
    const version = deletable(ctx);
    if (isFail(version)) return version;
    await deleteEntry(ctx.modyo, spaceId, version.id);
    await ctx.identifiers.forget({ kind: 'entry', spaceId });
    const deleted = await isGone(getEntry(ctx.modyo, spaceId, version.id), version.id);
    return ok(
      { deleted, ...(deleted && version.locale !== undefined && { deleted_locale: version.locale }) },
      { resource: entryResource(version), state: { status: deleted ? 'done' : 'accepted' } },
    );
  },
});

function deletable(ctx: VersionContext): Entry | Fail {
  const { version } = ctx.found;
  if (version === undefined) return missingVersion(ctx);
  return refusedMove(ctx.space.id, 'delete', version) ?? version;
}

async function planDeletion(ctx: VersionContext): Promise<Plan | Fail> {
  const version = deletable(ctx);
  if (isFail(version)) return version;
  const locales = await foundOrNothing(listEntryLocales(ctx.modyo, ctx.space.id, version.uuid));
  const left = locales?.filter((locale) => locale !== version.locale);
  return {
    resource: entryResource(version),
    changes: {
      deletes: { locale: version.locale, versions: 1, backups: 'all' },
      locales_left: left,
    },
    version: standingMark(version),
    summary: `The entry ${quoted(version.name)} in ${version.locale ?? 'its language'} is deleted with its backups, and cannot be brought back. ${whatIsLeft(left)}`,
  };
}

/** The form of Modyo's answer is not documented, so what is left may not be known. */
function whatIsLeft(locales: readonly string[] | undefined): string {
  if (locales === undefined) return 'Its other languages stay.';
  return locales.length === 0 ? 'It exists in no other language.' : `It stays in: ${locales.join(', ')}.`;
}
