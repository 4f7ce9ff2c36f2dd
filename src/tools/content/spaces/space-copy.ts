import type { Json } from '../../../errors/app-error.ts';
import { getSpace, listAllSpaceNames, type Space } from '../../../modyo/content/spaces.ts';
import { listAllTypes } from '../../../modyo/content/types.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import { counted, quoted, versionMark } from '../../plan-wording.ts';
import type { InSpace } from '../resolvers.ts';
import { localesOf } from '../space-locale.ts';
import { categoriesOf } from './category-copying.ts';
import { entriesOf } from './entry-sources.ts';
import { spaceResource } from './space-shape.ts';

export interface SentSpaceCopy {
  readonly name: string;
  readonly uid: string;
  readonly include_entries?: boolean | undefined;
  readonly resume?: boolean | undefined;
}

export interface SpaceCopyRequest {
  readonly source: Space;
  /** The space with the wanted uid, where an earlier copy has made it. */
  readonly target: Space | undefined;
}

/** Attributes that a copy takes over. Rules of reviews, the realm and the team are set up anew. */
const carriedAttributes = [
  'description',
  'cache_enabled',
  'cache_max_age',
  'cors_enabled',
  'cors_allow_all',
  'cors_allowed_origins',
  'show_author',
];

/** What a copy of a space leaves behind, in words of the plan and of the answer. */
export function notCarried({ include_entries: withEntries }: SentSpaceCopy): string[] {
  return [
    'review rules',
    'realm',
    'team members and roles',
    ...(withEntries === true
      ? [
          'publication: every copy of an entry is a draft',
          'schedules, versions and reviews of entries',
          'archived entries',
          'segments and excerpts of entries',
          'files, which belong to the account and are linked as they are',
        ]
      : ['entries']),
  ];
}

export async function spaceCopyRequest(
  sent: SentSpaceCopy,
  { modyo, space }: InSpace,
): Promise<SpaceCopyRequest | Fail> {
  const source = await getSpace(modyo, space.id);
  const taken = (await listAllSpaceNames(modyo)).find(({ uid }) => uid === sent.uid);
  if (taken === undefined) return { source, target: undefined };
  if (sent.resume !== true || taken.id === source.id) return uidTaken(taken.id === source.id);
  return { source, target: await getSpace(modyo, taken.id) };
}

function uidTaken(isSource: boolean): Fail {
  const message = isSource ? 'The space that is copied has this uid.' : 'Another space has this uid.';
  const suggestion = isSource
    ? 'another uid'
    : 'another uid, or resume: true for a copy that was not finished';
  return fail('INVALID_PARAMS', `${message} Nothing was copied.`, {
    fields: [{ path: 'uid', message, suggestion }],
  });
}

/** The attributes of the new space, in Modyo's names. */
export function newSpace(source: Space, { name, uid }: SentSpaceCopy) {
  const carried = carriedAttributes
    .filter((attribute) => source[attribute] !== undefined && source[attribute] !== null)
    .map((attribute) => [attribute, source[attribute]]);
  // Modyo's attributes came out of `JSON.parse`.
  const attributes = Object.fromEntries(carried) as { readonly [name: string]: Json };
  return {
    ...attributes,
    name,
    uid,
    default_locale: source.default_locale,
    locales: [...localesOf(source)],
  };
}

export async function planSpaceCopy(sent: SentSpaceCopy, ctx: InSpace): Promise<Plan | Fail> {
  const request = await spaceCopyRequest(sent, ctx);
  if (isFail(request)) return request;
  const { source, target } = request;
  const [types, categories, entries] = await Promise.all([
    listAllTypes(ctx.modyo, source.id),
    categoriesOf(ctx.modyo, source.id),
    sent.include_entries === true
      ? entriesOf(ctx.modyo, source.id, localesOf(source))
      : { entries: [], archived: 0, complete: true },
  ]);
  const versions = entries.entries.reduce((sum, entry) => sum + entry.versions.length, 0);
  return {
    resource: spaceResource(source),
    changes: {
      creates: newSpace(source, sent),
      ...(target !== undefined && { continues: target.id }),
      types: types.map(({ id, uid, name }) => ({ from: id, uid, name })),
      categories: categories.categories.map(({ id, path }) => ({ from: id, path })),
      entries: entries.entries.length,
      entry_versions: versions,
      archived_left_out: entries.archived,
      counts_complete: categories.complete && entries.complete,
      not_carried: notCarried(sent),
    },
    version: versionMark(source.id, source.updated_at, types.length, categories.categories.length, versions),
    summary: `The space ${quoted(source.name)} is copied as ${quoted(sent.name)}, with ${counted(types.length, 'type', 'types')}, ${counted(categories.categories.length, 'category', 'categories')} and ${counted(entries.entries.length, 'entry', 'entries')} as drafts.`,
  };
}
