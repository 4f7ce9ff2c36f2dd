import { z } from 'zod';
import { kit } from '../../../kit.ts';
import { localeIfNamed, spaceOfCall, typeOfCall } from '../../resolvers.ts';
import { bulkDraft, bulkTargetsMax } from '../bulk-arguments.ts';
import { createData, draftsOfCall, makeBulkCreation, planBulkCreate } from '../bulk-create.ts';
import { localeParameter, savedNote, spaceParameter, typeParameter } from '../entry-arguments.ts';

export const bulkCreateAction = kit.action({
  summary: 'Create many entries of one type as drafts in one language; a preview unless dry_run is false',
  dryRunDefault: true,
  input: z.object({
    space: spaceParameter,
    type: typeParameter,
    locale: localeParameter,
    entries: z
      .array(bulkDraft)
      .min(1)
      .max(bulkTargetsMax)
      .describe('The entries, as content-entries-manage takes one'),
  }),
  data: createData,
  resolve: [spaceOfCall, typeOfCall, localeIfNamed, draftsOfCall],
  operations: [
    'getSpace',
    'getType',
    'listCategories',
    'bulkEntries',
    'getBackgroundJob',
    'listEntries',
    'getEntry',
  ],
  notes: [savedNote, 'One that is refused stops no other; items tells each by its index.'],
  invalidates: ['content-entries.*', 'content-spaces.*'],
  plan: (_input, ctx) => planBulkCreate(ctx),
  run: (_input, ctx) => makeBulkCreation(ctx),
});
