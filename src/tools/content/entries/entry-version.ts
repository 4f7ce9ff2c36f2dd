import { AppError } from '../../../errors/app-error.ts';
import { foundOrNothing } from '../../../modyo/absence.ts';
import { type Entry, getEntry, listEntries } from '../../../modyo/content/entries.ts';
import { resolver } from '../../../toolkit/derivation.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { normaliseLocale } from '../space-locale.ts';

const candidatesMax = 100;

export interface EntryContext extends ModyoToolContext {
  readonly space: { readonly id: number; readonly uid?: string | undefined };
  readonly entry: { readonly id: number };
  readonly type?: { readonly id: number } | undefined;
  readonly locale: string | undefined;
}

/** An entry in some language, and in the language of the call if it exists there. */
export interface FoundVersion {
  readonly known: Entry;
  readonly version: Entry | undefined;
}

/** The version that the call is about, read once: gate, plan and handler judge one reading. */
export const versionOfCall = resolver(
  'found',
  (_input: object, ctx: EntryContext): Promise<FoundVersion> =>
    findVersion(ctx, { spaceId: ctx.space.id, entryId: ctx.entry.id }, ctx.locale),
);

/** The context of a call whose version has been read. */
export interface VersionContext extends EntryContext {
  readonly found: FoundVersion;
}

/** One logical entry: its languages share the uuid, and each has an id of its own. */
export interface EntryReference {
  readonly spaceId: number;
  /** Of any of its languages. */
  readonly entryId: number;
}

/**
 * The version of an entry in one language, whole. Without a locale it is the version that the id names.
 * @returns `undefined` if the entry does not exist in that language
 * @throws {AppError} `NOT_FOUND` if there is no such entry at all, or none of the type that the call names
 */
export async function findVersion(
  ctx: ModyoToolContext & { readonly type?: { readonly id: number } | undefined },
  { spaceId, entryId }: EntryReference,
  asked: string | undefined,
): Promise<FoundVersion> {
  const known = await getEntry(ctx.modyo, spaceId, entryId);
  refuseOtherType(known, ctx.type?.id);
  const locale = asked === undefined ? known.locale : normaliseLocale(asked);
  if (isVersion(known) && known.locale === locale) return { known, version: known };
  const { items } = await listEntries(ctx.modyo, spaceId, {
    query: known.uuid,
    target_locale: locale ?? undefined,
    page: 1,
    per_page: candidatesMax,
  });
  const row = items.find((item) => item.uuid === known.uuid && item.locale === locale && isVersion(item));
  if (row === undefined) return { known, version: undefined };
  return { known, version: await foundOrNothing(getEntry(ctx.modyo, spaceId, row.id)) };
}

/** An id is taken unseen: where the call names a type as well, the entry has to be of it. */
function refuseOtherType({ content_type_id: actual }: Entry, named: number | undefined): void {
  if (named === undefined || actual === undefined || actual === named) return;
  const message = 'The entry that identifier leads to is of another content type than type names.';
  throw new AppError(`${message} Nothing was changed.`, {
    code: 'NOT_FOUND',
    fields: [{ path: 'type', message }],
  });
}

/** Modyo lists an entry that is missing in a language with the state `translate`. */
function isVersion(entry: { readonly status?: string | null | undefined }): boolean {
  return entry.status !== 'translate';
}

export function missingVersion(spaceId: number, known: Entry, locale: string | undefined): Fail {
  return fail(
    'NOT_FOUND',
    `The entry exists in ${known.locale ?? 'another language'}, and not in ${locale ?? 'this one'}.`,
    {
      details: { locale, existing_locale: known.locale ?? undefined },
      availableActions: [
        {
          tool: 'content-entries-manage',
          action: 'manage',
          args: { space: spaceId, identifier: known.id, ...(locale !== undefined && { locale }) },
          reason: 'With fields, or a name, it creates the version in this language',
        },
      ],
    },
  );
}
