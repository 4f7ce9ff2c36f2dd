import { getEntry } from '../../../modyo/content/entries.ts';
import type { Snapshot } from '../../../toolkit/action.ts';
import type { ResourceRef } from '../../../toolkit/result.ts';
import { comparable } from '../../comparable.ts';
import { fieldDefinitions } from '../field-definitions.ts';
import { type EntryContext, findVersion } from './entry-version.ts';
import { entryView } from './entry-view.ts';

/**
 * The version that a call is about, for the comparison before/after; `undefined` while it does not exist.
 * @param written what the call answers: a version that was just made may not be listed yet
 */
export async function versionSnapshot(
  _input: object,
  ctx: EntryContext,
  written: ResourceRef | undefined,
): Promise<Snapshot | undefined> {
  const spaceId = ctx.space.id;
  const version =
    typeof written?.id === 'number'
      ? await getEntry(ctx.modyo, spaceId, written.id)
      : (await findVersion(ctx)).version;
  if (version === undefined) return undefined;
  const definitions = await fieldDefinitions(ctx, version.content_type_id);
  const { entry, fields } = entryView(version, definitions);
  return { ...comparable(entry), fields };
}
