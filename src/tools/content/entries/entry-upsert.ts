import { foundOrNothing } from '../../../modyo/absence.ts';
import { type Entry, getEntry, listEntries } from '../../../modyo/content/entries.ts';
import { findEntriesByKey } from '../../../modyo/content/entry-keys.ts';
import { getSpace } from '../../../modyo/content/spaces.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import { inTurns } from '../../in-turns.ts';
import { counted, quoted } from '../../plan-wording.ts';
import type { FlightTrace } from '../../single-flight.ts';
import { isSameList } from '../list-changes.ts';
import type { OfType } from '../resolvers.ts';
import { entryChange, planChange, type SentChange } from './entry-change.ts';
import { draftOf } from './entry-creation.ts';
import { entryLosses } from './entry-losses.ts';
import type { VersionWrite } from './entry-save.ts';
import { findVersion, type VersionContext } from './entry-version.ts';

export interface SentEntry extends SentChange {
  readonly uuid?: string | undefined;
}

export type UpsertContext = OfType & {
  readonly category: { readonly id: number } | undefined;
  readonly locale: string | undefined;
};

type ChangeContext = VersionContext & Pick<UpsertContext, 'category'>;

const rowsAskedMax = 100;
const namesakesReadMax = 20;
const candidatesShownMax = 5;

/**
 * The language of the entry that a call means, or nothing where there is no such entry yet; and the refusal
 * of a call that cannot know, or that may create nothing.
 */
export async function standingEntry(
  sent: SentEntry,
  ctx: UpsertContext,
  trace?: FlightTrace,
): Promise<ChangeContext | Fail | undefined> {
  const locale = ctx.locale ?? (await getSpace(ctx.modyo, ctx.space.id)).default_locale;
  const found = await (sent.uuid === undefined
    ? entryWithSlug(sent, { ...ctx, locale }, trace)
    : entryWithUuid(sent.uuid, ctx));
  if (found === undefined || isFail(found)) return found;
  const context = { ...ctx, locale, entry: { id: found.id } };
  return { ...context, found: await findVersion(context) };
}

async function entryWithUuid(uuid: string, { modyo, space, type }: UpsertContext): Promise<Entry | Fail> {
  const request = { query: uuid, page: 1, per_page: rowsAskedMax };
  const { items } = await listEntries(modyo, space.id, request);
  const entry = items.find((item) => item.uuid === uuid);
  if (entry === undefined) {
    const message =
      'No entry of the space has this uuid, and the platform gives a new one its own: send slug.';
    return fail('NOT_FOUND', `${message} Nothing was changed.`, { fields: [{ path: 'uuid', message }] });
  }
  if (entry.content_type_id === undefined || entry.content_type_id === type.id) return entry;
  const message = 'The entry with this uuid is of another content type than type names.';
  return fail('NOT_FOUND', `${message} Nothing was changed.`, { fields: [{ path: 'type', message }] });
}

/**
 * By the platform's search for the slug, then by its search for the name, since what the first one looks at
 * is not documented; then by what an earlier call has left.
 */
async function entryWithSlug(
  { slug = '', name }: SentEntry,
  ctx: UpsertContext,
  trace: FlightTrace | undefined,
): Promise<Entry | Fail | undefined> {
  const filter = { type_id: ctx.type.id, target_locale: ctx.locale };
  const keyed = await findEntriesByKey(ctx.modyo, ctx.space.id, filter, slug);
  // The search takes a text for a uuid as well, and an entry without a name has its uuid as its slug.
  const read = await inTurns(keyed.entries, async (entry) =>
    entry.slug === undefined ? getEntry(ctx.modyo, ctx.space.id, entry.id) : entry,
  );
  const bearers = read.filter((entry) => entry.slug === slug);
  if (bearers.length > 0) return onlyOne(bearers);
  const other = (await namesake(name, slug, ctx)) ?? (await leftEntry(slug, ctx, trace));
  if (other !== undefined || keyed.complete) return other;
  const message = 'More entries match this slug than are read, and whether one of them has it is not known.';
  return fail('STATE_CONFLICT', `${message} Send the uuid. Nothing was changed.`, {
    fields: [{ path: 'slug', message }],
  });
}

function onlyOne(entries: readonly Entry[]): Entry | Fail | undefined {
  const candidates = [...new Map(entries.map((entry) => [entry.uuid, entry])).values()];
  if (candidates.length < 2) return candidates[0];
  const message = `This slug is that of ${candidates.length} entries of the type.`;
  return fail('AMBIGUOUS', `${message} Send the uuid of one. Nothing was changed.`, {
    fields: [{ path: 'slug', message }],
    details: {
      matches: candidates.length,
      candidates: candidates.slice(0, candidatesShownMax).map(({ id, uuid }) => ({ id, uuid })),
    },
  });
}

async function namesake(
  name: string | undefined,
  slug: string,
  { modyo, space, type, locale }: UpsertContext,
): Promise<Entry | undefined> {
  if (name === undefined) return undefined;
  const { items } = await listEntries(modyo, space.id, {
    query: name,
    type_id: type.id,
    target_locale: locale,
    page: 1,
    per_page: rowsAskedMax,
  });
  const alike = items.filter((item) => item.name === name).slice(0, namesakesReadMax);
  for (const { id } of alike) {
    const entry = await foundOrNothing(getEntry(modyo, space.id, id));
    if (entry?.slug === slug) return entry;
  }
  return undefined;
}

async function leftEntry(
  slug: string,
  { modyo, space, type }: UpsertContext,
  trace: FlightTrace | undefined,
): Promise<Entry | undefined> {
  const left = await trace?.left();
  if (left === undefined) return undefined;
  const entry = await foundOrNothing(getEntry(modyo, space.id, Number(left)));
  return entry?.slug === slug && entry.content_type_id === type.id ? entry : undefined;
}

/**
 * The write that brings a version to what was sent. A version that is there keeps its slug; a new one gets
 * the one that it was asked for by.
 */
export function upsertChange(sent: SentEntry, ctx: ChangeContext): Promise<VersionWrite | Fail> {
  return entryChange(withSlugIfNew(sent, ctx), ctx);
}

function withSlugIfNew({ slug, ...sent }: SentEntry, { found }: ChangeContext): SentChange {
  return found.version === undefined ? { ...sent, slug } : sent;
}

/** Whether a version is already what the write would make of it, items of lists in their order. */
export function isUnchanged({ version, attributes, values, definitions }: VersionWrite): boolean {
  if (version === undefined) return false;
  const asked = { attributes: { ...attributes }, values, definitions };
  if (entryLosses({ ...asked, before: undefined, stored: version }).length > 0) return false;
  return values.every(({ field_id: id, value }) => {
    const definition = definitions.find((field) => field.id === id);
    const stored = version.field_values?.find(({ field_id: other }) => other === id)?.value;
    return definition === undefined || isSameList(definition, value, stored);
  });
}

const nameNeededMessage = 'The type has no entry with this slug, and a new one needs a name.';
export const nameNeeded = fail('INVALID_PARAMS', `${nameNeededMessage} Nothing was changed.`, {
  fields: [{ path: 'name', message: nameNeededMessage }],
});

export async function planUpsert(sent: SentEntry, ctx: UpsertContext): Promise<Plan | Fail> {
  const standing = await standingEntry(sent, ctx);
  if (standing !== undefined) {
    if (isFail(standing)) return standing;
    const plan = await planChange(withSlugIfNew(sent, standing), standing);
    return isFail(plan) ? plan : { ...plan, changes: { creates: false, ...plan.changes } };
  }
  const { name, slug } = sent;
  if (name === undefined) return nameNeeded;
  const draft = await draftOf({ ...sent, name }, ctx);
  if (isFail(draft)) return draft;
  const { attributes, mapped } = draft;
  return {
    changes: {
      creates: true,
      name,
      slug,
      locale: attributes['locale'],
      fields: mapped.values.length,
      ...(mapped.notes.length > 0 && { not_kept: mapped.notes.map((note) => ({ ...note })) }),
    },
    summary: `The entry ${quoted(name)} is created as a draft with ${counted(mapped.values.length, 'value', 'values')}.`,
    isHarmless: true,
  };
}
