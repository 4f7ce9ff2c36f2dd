import { getSpace } from '../../../modyo/content/spaces.ts';
import { passage } from './entry-lifecycle.ts';
import type { VersionContext } from './entry-version.ts';

interface Publication {
  readonly publish_at?: string | undefined;
  readonly unpublish_at?: string | undefined;
  readonly force?: boolean | undefined;
}

/**
 * Where the version stands in the review of its space, as Modyo says it with the entry.
 * @returns `undefined` where no review stands in the way: the space has none; the call asks to go past it,
 *   which Modyo grants to administrators of the space alone; or there is nothing that could be published
 */
export function reviewState(
  { publish_at: publishAt, unpublish_at: unpublishAt, force }: Publication,
  { found: { version } }: VersionContext,
): string | undefined {
  if (version?.review_enabled !== true || force === true) return undefined;
  const way = passage('publish', version).kind;
  const isOut = way === 'already' && publishAt === undefined && unpublishAt === undefined;
  if (way === 'blocked' || isOut) return undefined;
  return version.workflow?.current_state ?? 'unknown';
}

/** The entry in Modyo's console, where it is sent to review and approved. */
export async function reviewPage(
  _input: object,
  { tenant, modyo, space, found: { known, version } }: VersionContext,
): Promise<string> {
  const uid = space.uid ?? (await getSpace(modyo, space.id)).uid;
  const locale = version?.locale;
  const page = `https://${tenant.host}/admin/content/spaces/${encodeURIComponent(uid)}/entries/${encodeURIComponent(known.uuid)}`;
  return locale === undefined ? page : `${page}?target_locale=${encodeURIComponent(locale)}`;
}
