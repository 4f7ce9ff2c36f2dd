import { z } from 'zod';
import { createEntry, getEntry } from '../../../../modyo/content/entries.ts';
import { getSpace } from '../../../../modyo/content/spaces.ts';
import { getType } from '../../../../modyo/content/types.ts';
import { ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { namedBy } from '../../../named-parameter.ts';
import { reread } from '../../../reread.ts';
import { refusedFields } from '../../field-refusal.ts';
import { mapFields } from '../../field-values.ts';
import { entryNames } from '../../parameter-names.ts';
import { categoryIfNamed, localeIfNamed, spaceOfCall, typeOfCall } from '../../resolvers.ts';
import {
  categoryParameter,
  entryName,
  entrySlug,
  fieldsParameter,
  localeParameter,
  privateParameter,
  savedNote,
  spaceParameter,
  tagsParameter,
  typeParameter,
} from '../entry-arguments.ts';
import { wireValue } from '../entry-body.ts';
import { entryLosses } from '../entry-losses.ts';
import { entryData, entryResource } from '../entry-shape.ts';
import { suggestPublication } from '../entry-suggestion.ts';
import { entryView } from '../entry-view.ts';

export const createAction = kit.action({
  summary: 'Create an entry as a draft in one language',
  input: z.object({
    space: spaceParameter,
    type: typeParameter,
    name: entryName,
    locale: localeParameter,
    slug: entrySlug,
    category: categoryParameter.optional(),
    tags: tagsParameter,
    private: privateParameter,
    fields: fieldsParameter,
  }),
  data: z.object(entryData),
  resolve: [spaceOfCall, typeOfCall, categoryIfNamed, localeIfNamed],
  operations: ['getSpace', 'getType', 'listCategories', 'createEntry', 'getEntry'],
  present: { suggest: suggestPublication },
  notes: [savedNote],
  invalidates: ['content-entries.*', 'content-spaces.*'],
  async run(input, ctx) {
    const type = await namedBy('type', getType(ctx.modyo, ctx.space.id, ctx.type.id));
    const definitions = type.fields ?? [];
    const mapped = mapFields(input.fields ?? {}, definitions);
    const refused = refusedFields(mapped.faults);
    if (refused !== undefined) return refused;
    const attributes = {
      name: input.name,
      slug: input.slug,
      category_id: ctx.category?.id,
      tags: input.tags,
      private: input.private,
    };
    const place = {
      content_type_id: type.id,
      locale: ctx.locale ?? (await getSpace(ctx.modyo, ctx.space.id)).default_locale,
    };
    const body = { ...attributes, ...place, field_values: mapped.values.map(wireValue) };
    const entryId = await createEntry(ctx.modyo, ctx.space.id, body, entryNames(mapped.values, definitions));
    await ctx.identifiers.forget({ kind: 'entry', spaceId: ctx.space.id });
    const stored = await reread(getEntry(ctx.modyo, ctx.space.id, entryId), entryId);
    const warnings = entryLosses({
      attributes: { ...attributes, ...place },
      values: mapped.values,
      before: undefined,
      stored,
      definitions,
    });
    return ok(entryView(stored, definitions), {
      resource: entryResource(stored),
      state: { warnings },
    });
  },
});
