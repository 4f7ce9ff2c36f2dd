import { z } from 'zod';
import { getEntry } from '../../../../modyo/content/entries.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { isLive, passage } from '../../entry-lifecycle.ts';
import { fieldDefinitions } from '../../field-definitions.ts';
import { refusedFields } from '../../field-refusal.ts';
import { mapFields } from '../../field-values.ts';
import { allowRename, refusedRename } from '../../rename-guard.ts';
import { reread } from '../../reread.ts';
import {
  categoryIfNamed,
  identifiedEntry,
  localeIfNamed,
  spaceOfCall,
  typeIfNamed,
} from '../../resolvers.ts';
import {
  categoryParameter,
  entryName,
  entryParameter,
  entrySlug,
  fieldsParameter,
  localeParameter,
  privateParameter,
  spaceParameter,
  tagsParameter,
  typeParameter,
} from '../entry-arguments.ts';
import { entryLosses } from '../entry-losses.ts';
import { refusedMove } from '../entry-move.ts';
import { saveVersion } from '../entry-save.ts';
import { entryData, entryResource } from '../entry-shape.ts';
import { versionSnapshot } from '../entry-snapshot.ts';
import { findVersion } from '../entry-version.ts';
import { entryView, nextMoves } from '../entry-view.ts';

const input = z
  .object({
    space: spaceParameter,
    identifier: entryParameter,
    type: typeParameter.optional(),
    locale: localeParameter,
    name: entryName.optional(),
    slug: entrySlug,
    category: categoryParameter.optional(),
    remove_category: z.boolean().optional().describe('True to take the entry out of its category'),
    tags: tagsParameter,
    private: privateParameter,
    fields: fieldsParameter,
    allow_rename: allowRename,
  })
  .refine((sent) => sent.category === undefined || sent.remove_category !== true, {
    path: ['remove_category'],
    message: 'Send either category or remove_category',
  });

export const updateAction = kit.mutation({
  summary: 'Change an entry in one language; a field, attribute or language that is not sent stays',
  idempotent: true,
  input,
  data: z.object({ ...entryData, translation_created: z.boolean().optional() }),
  resolve: [spaceOfCall, typeIfNamed, categoryIfNamed, localeIfNamed, identifiedEntry],
  operations: [
    'getSpace',
    'getType',
    'listCategories',
    'listEntries',
    'getEntry',
    'createEntry',
    'updateEntry',
  ],
  notes: [
    'An update in a locale in which the entry does not exist creates that translation.',
    'A change of a published entry is not live until it is published.',
  ],
  snapshot: (_input, ctx) => versionSnapshot(ctx),
  async run(input, ctx) {
    const spaceId = ctx.space.id;
    const { known, version } = await findVersion(ctx, { spaceId, entryId: ctx.entry.id }, ctx.locale);
    const definitions = await fieldDefinitions(ctx, spaceId, known.content_type_id);
    const mapped = mapFields(input.fields ?? {}, definitions);
    const slugInUse = version !== undefined && isLive(version) ? version.slug : undefined;
    const refused =
      (version && refusedMove(spaceId, 'update', version, passage('update', version))) ??
      refusedFields(mapped.faults) ??
      refusedRename({
        path: 'slug',
        stored: slugInUse,
        wanted: input.slug,
        isRenameAllowed: input.allow_rename,
      });
    if (refused !== undefined) return refused;
    const attributes = {
      name: input.name,
      slug: input.slug,
      category_id: input.remove_category === true ? null : ctx.category?.id,
      tags: input.tags,
      private: input.private,
    };
    const write = {
      spaceId,
      known,
      version,
      locale: ctx.locale,
      attributes,
      values: mapped.values,
      definitions,
    };
    const savedId = await saveVersion(ctx, write);
    await ctx.identifiers.forget({ kind: 'entry', spaceId });
    const stored = await reread(getEntry(ctx.modyo, spaceId, savedId), savedId);
    const place = { uuid: known.uuid, ...(ctx.locale !== undefined && { locale: ctx.locale }) };
    const warnings = entryLosses({
      attributes: version === undefined ? { ...attributes, ...place } : attributes,
      values: mapped.values,
      before: version,
      stored,
      definitions,
    });
    const isTranslation = stored.uuid === known.uuid && stored.locale === ctx.locale;
    return ok(
      {
        ...entryView(stored, definitions),
        ...(version === undefined && { translation_created: isTranslation }),
      },
      { resource: entryResource(stored), state: { warnings, next: nextMoves(spaceId, stored) } },
    );
  },
});
