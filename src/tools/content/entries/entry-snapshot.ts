import type { Snapshot } from '../../../toolkit/action.ts';
import type { ModyoToolContext } from '../../kit.ts';
import { comparable } from '../comparable.ts';
import { fieldDefinitions } from '../field-definitions.ts';
import { findVersion } from './entry-version.ts';
import { entryView } from './entry-view.ts';

export interface EntryContext extends ModyoToolContext {
  readonly space: { readonly id: number };
  readonly entry: { readonly id: number };
  readonly type?: { readonly id: number } | undefined;
  readonly locale: string | undefined;
}

/** The version that a call is about, for the comparison before/after; `undefined` while it does not exist. */
export async function versionSnapshot(ctx: EntryContext): Promise<Snapshot | undefined> {
  const { version } = await findVersion(ctx, { spaceId: ctx.space.id, entryId: ctx.entry.id }, ctx.locale);
  if (version === undefined) return undefined;
  const definitions = await fieldDefinitions(ctx, ctx.space.id, version.content_type_id);
  const { entry, fields } = entryView(version, definitions);
  return { ...comparable(entry), fields };
}
