import { z } from 'zod';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { allowRename } from '../../../rename-guard.ts';
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
  listModeParameter,
  localeParameter,
  privateParameter,
  savedNote,
  spaceParameter,
  tagsParameter,
  typeParameter,
} from '../entry-arguments.ts';
import { entryChange, planChange } from '../entry-change.ts';
import { changeVersion } from '../entry-save.ts';
import { entryData } from '../entry-shape.ts';
import { versionSnapshot } from '../entry-snapshot.ts';
import { suggestPublication } from '../entry-suggestion.ts';
import { versionOfCall } from '../entry-version.ts';

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
    list_mode: listModeParameter,
    allow_rename: allowRename,
  })
  .refine((sent) => sent.category === undefined || sent.remove_category !== true, {
    path: ['remove_category'],
    message: 'Send either category or remove_category',
  });

/**
 * Nobody is asked before an update: the platform keeps the version that it replaces, a published entry stays
 * as it is until it is published again, and `verify` shows what changed.
 */
export const updateAction = kit.mutation({
  summary: 'Change an entry in one language; a field, attribute or language that is not sent stays',
  idempotent: true,
  input,
  data: z.object({ ...entryData, translation_created: z.boolean().optional() }),
  resolve: [spaceOfCall, typeIfNamed, categoryIfNamed, localeIfNamed, identifiedEntry, versionOfCall],
  operations: [
    'getSpace',
    'getType',
    'listCategories',
    'listEntries',
    'getEntry',
    'getAsset',
    'createEntry',
    'updateEntry',
  ],
  notes: ['An update in a new locale creates that translation.', savedNote],
  confirm: 'never',
  present: { suggest: suggestPublication },
  invalidates: ['content-entries.*', 'content-spaces.*'],
  snapshot: versionSnapshot,
  plan: planChange,
  async run(input, ctx) {
    const write = await entryChange(input, ctx);
    if (isFail(write)) return write;
    const { data, resource, warnings } = await changeVersion(ctx, write);
    return ok(data, { resource, state: { warnings } });
  },
});
