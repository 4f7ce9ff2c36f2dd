import { AppError } from '../../../errors/app-error.ts';
import { type Entry, type EntryListRequest, listEntries } from '../../../modyo/content/entries.ts';
import { getSpace } from '../../../modyo/content/spaces.ts';
import { smallestPage, walkPages } from '../../../modyo/pages.ts';
import { resolver } from '../../../toolkit/derivation.ts';
import { inTurns } from '../../in-turns.ts';
import type { InSpace } from '../resolvers.ts';
import { bulkTargetsMax } from './bulk-arguments.ts';
import { confirmFilters } from './entry-filters.ts';
import { findVersion } from './entry-version.ts';

const pagesMax = Math.ceil(bulkTargetsMax / 100);
const rowsAsked = 20;
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Why an entry that a call names is not moved. */
export type TargetFault = 'NOT_FOUND' | 'AMBIGUOUS' | 'NOT_IN_LANGUAGE' | 'DUPLICATE';

/** One of the entries of a call, in its place among them. */
export interface BulkTarget {
  readonly index: number;
  /** As the caller named it; absent for what a filter found. */
  readonly identifier?: string | undefined;
  readonly entry?: Entry | undefined;
  readonly fault?: TargetFault | undefined;
}

export interface BulkTargets {
  readonly locale: string;
  readonly targets: readonly BulkTarget[];
  /** What a filter covered; absent where entries are named. */
  readonly search?: {
    readonly searched: number;
    readonly matches: number;
    /** Matches that do not exist in the language of the call. */
    readonly in_other_languages: number;
  };
}

interface Sent {
  readonly identifiers?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  readonly workflow_state?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly query?: string | undefined;
}

type SelectionContext = InSpace & {
  readonly type: { readonly id: number } | undefined;
  readonly category: { readonly id: number } | undefined;
  readonly locale: string | undefined;
};

type Searching = SelectionContext & { readonly locale: string };

/** The entries that a call is about, read once: plan and handler judge one reading. */
export const targetsOfCall = resolver(
  'selected',
  async (sent: Sent, ctx: SelectionContext): Promise<BulkTargets> => {
    const locale = ctx.locale ?? (await getSpace(ctx.modyo, ctx.space.id)).default_locale;
    const searching = { ...ctx, locale };
    return sent.identifiers === undefined
      ? matching(sent, searching)
      : { locale, targets: await named(sent.identifiers, searching) };
  },
);

async function named(identifiers: readonly string[], ctx: Searching): Promise<readonly BulkTarget[]> {
  const found = await inTurns(identifiers, async (identifier, index) => ({
    index,
    identifier,
    ...(await versionNamed(identifier, ctx)),
  }));
  const seen = new Set<number>();
  return found.map((target) => {
    const id = target.entry?.id;
    if (id === undefined) return target;
    if (seen.has(id)) return { ...target, fault: 'DUPLICATE' as const };
    seen.add(id);
    return target;
  });
}

type Named = Pick<BulkTarget, 'entry' | 'fault'>;

/** One that leads nowhere spoils no other. */
async function versionNamed(identifier: string, ctx: Searching): Promise<Named> {
  const row = uuidPattern.test(identifier) ? await rowOfUuid(identifier, ctx) : undefined;
  if (row !== undefined) return isVersion(row, ctx.locale) ? { entry: row } : { fault: 'NOT_IN_LANGUAGE' };
  try {
    const query = { kind: 'entry', spaceId: ctx.space.id, typeId: ctx.type?.id, locale: ctx.locale } as const;
    const entry = await ctx.identifiers.resolveAnew({ ...query, identifier });
    const { version } = await findVersion({ ...ctx, entry });
    return version === undefined ? { fault: 'NOT_IN_LANGUAGE' } : { entry: version };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'NOT_FOUND' || error.code === 'AMBIGUOUS') return { fault: error.code };
    throw error;
  }
}

/** Modyo's search knows uuids, so that one call is enough for most. */
export async function rowOfUuid(
  uuid: string,
  { modyo, space, locale, type }: Pick<Searching, 'modyo' | 'space' | 'locale' | 'type'>,
): Promise<Entry | undefined> {
  const { items } = await listEntries(modyo, space.id, {
    query: uuid,
    target_locale: locale,
    type_id: type?.id,
    page: 1,
    per_page: rowsAsked,
  });
  return items.find((row) => row.uuid === uuid);
}

function isVersion(row: Entry, locale: string): boolean {
  return row.status !== 'translate' && (row.locale === undefined || row.locale === locale);
}

/**
 * All entries that filters match.
 * @throws {AppError} `INVALID_PARAMS` where there are more than one call moves: half of them is nobody's wish
 */
async function matching(sent: Sent, ctx: Searching): Promise<BulkTargets> {
  const { modyo, space, type, category, locale } = ctx;
  const filter: EntryListRequest = {
    type_id: type?.id,
    category_id: category?.id,
    states: sent.states,
    workflow_state: sent.workflow_state,
    tags: sent.tags,
    query: sent.query,
    target_locale: locale,
  };
  const walk = await walkPages({
    fetchPage: (request) => listEntries(modyo, space.id, { ...request, ...filter }),
    pagesMax,
  });
  if (!walk.complete || walk.total > bulkTargetsMax) throw tooMany(walk.total);
  if (walk.total === 0) await confirmFilters(ctx, { type: type?.id, category: category?.id });
  const { meta } = await listEntries(modyo, space.id, smallestPage);
  const entries = walk.items.filter((row) => isVersion(row, locale));
  return {
    locale,
    targets: entries.map((entry, index) => ({ index, entry })),
    search: {
      searched: meta.total_entries,
      matches: walk.total,
      in_other_languages: walk.items.length - entries.length,
    },
  };
}

function tooMany(total: number): AppError {
  const message = `The filters match ${total} entries, and one call takes at most ${bulkTargetsMax}.`;
  return new AppError(`${message} Nothing was changed.`, {
    code: 'INVALID_PARAMS',
    fields: [{ path: 'query', message, expected: 'narrower filters' }],
    details: { total, max: bulkTargetsMax, complete: false },
  });
}
