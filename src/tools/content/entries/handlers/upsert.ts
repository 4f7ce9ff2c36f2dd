import { z } from 'zod';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import type { FlightTrace } from '../../../single-flight.ts';
import { categoryIfNamed, localeIfNamed, spaceOfCall, typeOfCall } from '../../resolvers.ts';
import {
  categoryParameter,
  entryName,
  entrySlug,
  entryUuid,
  fieldsParameter,
  listModeParameter,
  localeParameter,
  privateParameter,
  savedNote,
  spaceParameter,
  tagsParameter,
  typeParameter,
} from '../entry-arguments.ts';
import { createDraft } from '../entry-creation.ts';
import { changeVersion } from '../entry-save.ts';
import { entryData, entryResource } from '../entry-shape.ts';
import { suggestPublication } from '../entry-suggestion.ts';
import {
  isUnchanged,
  nameNeeded,
  planUpsert,
  type SentEntry,
  standingEntry,
  type UpsertContext,
  upsertChange,
} from '../entry-upsert.ts';
import { entryView } from '../entry-view.ts';

const input = z
  .object({
    space: spaceParameter,
    type: typeParameter,
    slug: entrySlug,
    uuid: entryUuid.optional().describe('Entry that exists, by its uuid instead of its slug'),
    locale: localeParameter,
    name: entryName.optional(),
    category: categoryParameter.optional(),
    remove_category: z.boolean().optional().describe('True to take the entry out of its category'),
    tags: tagsParameter,
    private: privateParameter,
    fields: fieldsParameter,
    list_mode: listModeParameter,
  })
  .refine(({ slug, uuid }) => (slug === undefined) !== (uuid === undefined), {
    path: ['slug'],
    message: 'Send either slug or uuid',
  })
  .refine((sent) => sent.category === undefined || sent.remove_category !== true, {
    path: ['remove_category'],
    message: 'Send either category or remove_category',
  });

/** Nobody is asked, as before an update: the platform keeps the version that is replaced. */
export const upsertAction = kit.mutation({
  summary: 'Create an entry, or bring the one with this slug to these values in one language',
  idempotent: true,
  input,
  data: z.object({
    ...entryData,
    entry_created: z.boolean(),
    translation_created: z.boolean().optional(),
  }),
  resolve: [spaceOfCall, typeOfCall, categoryIfNamed, localeIfNamed],
  operations: [
    'listSpaces',
    'getSpace',
    'getType',
    'listCategories',
    'listEntries',
    'getEntry',
    'getAsset',
    'createEntry',
    'updateEntry',
  ],
  notes: [
    'Other languages, and what is not sent, stay. The slug of a version that exists stays too.',
    'Of many who call this for one slug at once, one creates the entry and the others find it.',
    'An entry is looked for by the search of the platform, for the slug and the name; uuid is exact.',
    savedNote,
  ],
  confirm: 'never',
  present: { suggest: suggestPublication },
  invalidates: ['content-entries.*', 'content-spaces.*'],
  plan: planUpsert,
  async run(sent, ctx) {
    const key = sent.uuid ?? sent.slug ?? '';
    const place = { kind: 'content-entry', scope: [ctx.space.id, ctx.type.id], key };
    return ctx.singleFlight.alone(place, (trace) => upsert(sent, ctx, trace));
  },
});

async function upsert(sent: SentEntry, ctx: UpsertContext, trace: FlightTrace) {
  const standing = await standingEntry(sent, ctx, trace);
  if (standing === undefined) return creation(sent, ctx, trace);
  if (isFail(standing)) return standing;
  const write = await upsertChange(sent, standing);
  if (isFail(write)) return write;
  const { version } = write;
  if (version !== undefined && isUnchanged(write)) {
    const view = { ...entryView(version, write.definitions), entry_created: false };
    const state = { status: 'unchanged', warnings: write.notes } as const;
    return ok(view, { resource: entryResource(version), state });
  }
  const { data, resource, warnings } = await changeVersion(standing, write);
  return ok({ ...data, entry_created: false }, { resource, state: { warnings } });
}

async function creation({ name, ...sent }: SentEntry, ctx: UpsertContext, trace: FlightTrace) {
  if (name === undefined) return nameNeeded;
  const made = await createDraft({ ...sent, name }, ctx);
  if (isFail(made)) return made;
  const { stored, definitions, warnings } = made;
  await trace.leave(String(stored.id));
  return ok(
    { ...entryView(stored, definitions), entry_created: true },
    { resource: entryResource(stored), state: { warnings } },
  );
}
