import type { Json } from '../../../errors/app-error.ts';
import { getSpace, type Space } from '../../../modyo/content/spaces.ts';
import type { Plan } from '../../../toolkit/action.ts';
import { type Fail, fail, isFail } from '../../../toolkit/result.ts';
import { counted, plannedChanges, quoted, versionMark } from '../../plan-wording.ts';
import { refusedRename } from '../../rename-guard.ts';
import type { InSpace } from '../resolvers.ts';
import { chooseLocales, normaliseLocale } from '../space-locale.ts';
import { sentAttributes, spaceAttributeNames } from './space-arguments.ts';
import { spaceResource } from './space-shape.ts';

/** What an update sends, as far as it is judged here; every other argument is an attribute. */
export interface SentSpaceChange {
  readonly uid?: string | undefined;
  readonly locales?: readonly string[] | undefined;
  readonly remove_locales?: readonly string[] | undefined;
  readonly allow_rename?: boolean | undefined;
}

export interface SpaceChange {
  readonly before: Space;
  /** In Modyo's names; what is not sent is absent. */
  readonly asked: { readonly [name: string]: Json | undefined };
}

/** The write that an update leads to, or its refusal. */
export async function spaceChange(sent: SentSpaceChange, ctx: InSpace): Promise<SpaceChange | Fail> {
  const { locales, remove_locales: removed, allow_rename: isRenameAllowed } = sent;
  const before = await getSpace(ctx.modyo, ctx.space.id);
  const refused =
    refusedRename({ path: 'uid', stored: before.uid, wanted: sent.uid, isRenameAllowed }) ??
    refusedRemoval(before.default_locale, removed ?? []);
  if (refused !== undefined) return refused;
  const wanted = chooseLocales(before, locales ?? [], removed ?? []);
  const changesLocales = locales !== undefined || removed !== undefined;
  return { before, asked: { ...sentAttributes(sent), ...(changesLocales && { locales: wanted }) } };
}

/** The difference that the write would make; it refuses what {@link spaceChange} refuses. */
export async function planSpaceChange(sent: SentSpaceChange, ctx: InSpace): Promise<Plan | Fail> {
  const change = await spaceChange(sent, ctx);
  if (isFail(change)) return change;
  const { before, asked } = change;
  const stored = Object.fromEntries(spaceAttributeNames.map((name) => [name, before[name] as Json]));
  const changed = plannedChanges(stored, { ...stored, ...asked });
  const leaving = (before.locales ?? []).filter((locale) => isLeaving(locale, asked['locales']));
  const lost = leaving.length === 0 ? '' : ` It no longer has: ${leaving.join(', ')}.`;
  return {
    resource: spaceResource(before),
    changes: { changed, ...(leaving.length > 0 && { locales_removed: leaving }) },
    version: versionMark(before.id, before.updated_at, before.uid, before.locales?.join()),
    summary: `The space ${quoted(before.name)} is changed in ${counted(changed.length, 'place', 'places')}.${lost}`,
    ...(leaving.length === 0 && { isHarmless: true }),
  };
}

function isLeaving(locale: string, wanted: Json | undefined): boolean {
  return Array.isArray(wanted) && !wanted.includes(locale);
}

/** A space never loses its default language: a removal that cannot happen is refused, not left out. */
function refusedRemoval(defaultLocale: string, removed: readonly string[]): Fail | undefined {
  if (!removed.map(normaliseLocale).includes(defaultLocale)) return undefined;
  const message = `The default language of the space, ${defaultLocale}, cannot be taken out.`;
  return fail('INVALID_PARAMS', `${message} Nothing was changed.`, {
    fields: [{ path: 'remove_locales', message }],
  });
}
