import { z } from 'zod';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
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
import { createDraft } from '../entry-creation.ts';
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
    const made = await createDraft(input, ctx);
    if (isFail(made)) return made;
    const { stored, definitions, warnings } = made;
    return ok(entryView(stored, definitions), { resource: entryResource(stored), state: { warnings } });
  },
});
