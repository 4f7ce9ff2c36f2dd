import { z } from 'zod';
import { AppError, type Json } from '../../../errors/app-error.ts';
import { foundOrNothing } from '../../../modyo/absence.ts';
import { type Entry, getEntry } from '../../../modyo/content/entries.ts';
import {
  listVersions,
  type VersionedElement,
  type VersionKind,
  type VersionRow,
  versionKinds,
} from '../../../modyo/content/versions.ts';
import type { Snapshot } from '../../../toolkit/action.ts';
import { type Change, changesBetween } from '../../../toolkit/comparison.ts';
import { type Fail, fail } from '../../../toolkit/result.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { namedFields } from '../field-values.ts';
import type { VersionContext } from './entry-version.ts';

/** A version as a list shows it. */
export const listedVersion = z.object({
  version_id: z.number(),
  kind: z.enum(versionKinds),
  title: z.string().optional(),
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});

export type ListedVersion = z.output<typeof listedVersion>;

const entryClass = 'Content::Entry';
/** Versions that are read to find the one of a language; an entry has one of most kinds for each. */
const readingsMax = 12;

/** The kinds of which a language has one at most, so that they name a side of a comparison. */
export const sideKinds = ['current', 'editable', 'scheduled'] as const;

/** One side of a comparison as a call names it. */
export interface Side {
  readonly kind: (typeof sideKinds)[number];
  /** Of a version, instead of a kind. */
  readonly id: number | undefined;
  /** The parameter that names it. */
  readonly parameter: string;
}

/** Which element the versions of an entry are asked for by. */
export function versionedEntry({ uuid, type }: Entry): VersionedElement {
  return { uuid, type: type ?? entryClass };
}

/** All versions of an entry that the platform keeps. Of which language each one is, its list does not say. */
export async function versionsOfEntry({
  modyo,
  found,
}: VersionContext): Promise<readonly ListedVersion[] | Fail> {
  const element = versionedEntry(found.known);
  const lists = await unlessUnknown(
    Promise.all(versionKinds.map((kind) => listVersions(modyo, element, kind))),
  );
  if (lists === undefined) return notListed;
  return lists.flatMap((rows, at) => {
    const kind = versionKinds[at];
    return kind === undefined ? [] : rows.map((row) => listed(row, kind));
  });
}

const notListed = fail(
  'UPSTREAM_ERROR',
  'The account does not list versions of entries by the class that they are asked for, which is a guess.',
);

/** The lists, or nothing where the account knows no such class: the entry itself has been read before. */
async function unlessUnknown<Lists>(reading: Promise<Lists>): Promise<Lists | undefined> {
  try {
    return await reading;
  } catch (error) {
    const isUnknown =
      error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_PARAMS');
    if (!isUnknown) throw error;
    return undefined;
  }
}

function listed({ id, title, created_at, updated_at }: VersionRow, kind: VersionKind): ListedVersion {
  return {
    version_id: id,
    kind,
    ...(title !== undefined && { title }),
    ...(created_at !== undefined && { created_at }),
    ...(updated_at !== undefined && { updated_at }),
  };
}

/** One side of a comparison with what it holds; `undefined` where its content cannot be read. */
export interface ComparedVersion {
  readonly row: ListedVersion;
  readonly content: Entry | undefined;
}

/**
 * The version that a side names, in the language of the call. The editable one has been read already; any
 * other is read by its own id, which is inferred, so what comes back has to be of the entry and the language.
 */
export async function comparedVersion(
  side: Side,
  versions: readonly ListedVersion[],
  editable: Entry,
  ctx: VersionContext,
): Promise<ComparedVersion | Fail> {
  const isEditable = side.id === undefined ? side.kind === 'editable' : side.id === editable.id;
  if (isEditable) {
    const row = versions.find(({ version_id: id }) => id === editable.id);
    return { row: row ?? { version_id: editable.id, kind: 'editable' }, content: editable };
  }
  const rows = versions.filter(({ version_id: id, kind }) =>
    side.id === undefined ? kind === side.kind : id === side.id,
  );
  const [first] = rows;
  if (first === undefined) return noVersion(side);
  let isUnreadable = false;
  for (const row of rows.slice(0, readingsMax)) {
    const content = await foundOrNothing(getEntry(ctx.modyo, ctx.space.id, row.version_id));
    if (content?.uuid !== editable.uuid || content.id !== row.version_id) isUnreadable = true;
    else if (content.locale === editable.locale) return { row, content };
  }
  return isUnreadable ? { row: first, content: undefined } : noVersion(side);
}

function noVersion({ id, kind, parameter }: Side): Fail {
  const message =
    id === undefined && kind === 'current'
      ? 'The entry is not published in this language.'
      : 'The entry has no such version in this language.';
  return fail('NOT_FOUND', message, { fields: [{ path: parameter, message }] });
}

/** What differs, by the names that answers have: attributes, and values by field name. */
export function differences(
  from: Entry,
  to: Entry,
  definitions: readonly FieldDefinition[],
): readonly Change[] {
  return changesBetween(compared(from, definitions), compared(to, definitions));
}

function compared(entry: Entry, definitions: readonly FieldDefinition[]): Snapshot {
  const { name, slug, category_id: category, tags } = entry;
  return {
    name,
    slug,
    category_id: category ?? null,
    tags: tags ?? [],
    private: entry.private ?? false,
    excerpt: (entry['excerpt'] as Json | undefined) ?? null,
    fields: namedFields(entry.field_values ?? [], definitions),
  };
}
