import type { Snapshot } from '../../../toolkit/action.ts';
import { comparable } from '../comparable.ts';
import { fieldDefinitions } from '../field-definitions.ts';
import { type EntryContext, findVersion } from './entry-version.ts';
import { entryView } from './entry-view.ts';

/** The version that a call is about, for the comparison before/after; `undefined` while it does not exist. */
export async function versionSnapshot(ctx: EntryContext): Promise<Snapshot | undefined> {
  const { version } = await findVersion(ctx, { spaceId: ctx.space.id, entryId: ctx.entry.id }, ctx.locale);
  if (version === undefined) return undefined;
  const definitions = await fieldDefinitions(ctx, ctx.space.id, version.content_type_id);
  const { entry, fields } = entryView(version, definitions);
  return { ...comparable(entry), fields };
}
