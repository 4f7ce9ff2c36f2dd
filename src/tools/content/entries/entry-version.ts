import { AppError } from '../../../errors/app-error.ts';
import { foundOrNothing } from '../../../modyo/absence.ts';
import { type Entry, getEntry, listEntries } from '../../../modyo/content/entries.ts';
import { resolver } from '../../../toolkit/derivation.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { identifiedEntry, localeIfNamed, spaceOfCall, typeIfNamed } from '../resolvers.ts';

const candidatesMax = 100;

/** The context of a call whose entry is resolved: one logical entry, of which the id names any language. */
export interface EntryContext extends ModyoToolContext {
  readonly space: { readonly id: number; readonly uid?: string | undefined };
  readonly entry: { readonly id: number };
  readonly type?: { readonly id: number } | undefined;
  readonly locale: string | undefined;
}

/** An entry in some language, and in the language of the call if it exists there. */
export interface FoundVersion {
  readonly known: Entry;
  /** `undefined` if the entry does not exist in that language. */
  readonly version: Entry | undefined;
}

/** The version that the call is about, read once: gate, plan and handler judge one reading. */
export const versionOfCall = resolver(
  'found',
  (_input: object, ctx: EntryContext): Promise<FoundVersion> => findVersion(ctx),
);

/** From the arguments of a call to the version that it is about. */
export const versionSteps = [
  spaceOfCall,
  typeIfNamed,
  localeIfNamed,
  identifiedEntry,
  versionOfCall,
] as const;

/** The context of a call whose version has been read. */
export interface VersionContext extends EntryContext {
  readonly found: FoundVersion;
}

/**
 * The version of an entry in one language, whole. Without a locale it is the version that the id names.
 * @throws {AppError} `NOT_FOUND` if there is no such entry at all, or none of the type that the call names
 */
export async function findVersion(ctx: EntryContext): Promise<FoundVersion> {
  const { modyo, space } = ctx;
  const known = await getEntry(modyo, space.id, ctx.entry.id);
  refuseOtherType(known, ctx.type?.id);
  const locale = ctx.locale ?? known.locale;
  if (isVersion(known) && known.locale === locale) return { known, version: known };
  const { items } = await listEntries(modyo, space.id, {
    query: known.uuid,
    target_locale: locale ?? undefined,
    page: 1,
    per_page: candidatesMax,
  });
  const row = items.find((item) => item.uuid === known.uuid && item.locale === locale && isVersion(item));
  if (row === undefined) return { known, version: undefined };
  return { known, version: await foundOrNothing(getEntry(modyo, space.id, row.id)) };
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

export function missingVersion({ space, found: { known }, locale }: VersionContext): Fail {
  return fail(
    'NOT_FOUND',
    `The entry exists in ${known.locale ?? 'another language'}, and not in ${locale ?? 'this one'}.`,
    {
      details: { locale, existing_locale: known.locale ?? undefined },
      availableActions: [
        {
          tool: 'content-entries-manage',
          action: 'manage',
          args: { space: space.id, identifier: known.id, ...(locale !== undefined && { locale }) },
          reason: 'With fields, or a name, it creates the version in this language',
        },
      ],
    },
  );
}
