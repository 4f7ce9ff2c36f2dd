import { listEntries } from '../../../modyo/content/entries.ts';
import { smallestPage } from '../../../modyo/pages.ts';
import type { InSpace } from '../resolvers.ts';

/** How many entries a type has, each counted once whatever its languages. */
export async function entriesOfType(ctx: InSpace, typeId: number): Promise<number> {
  const { meta } = await listEntries(ctx.modyo, ctx.space.id, { type_id: typeId, ...smallestPage });
  return meta.total_entries;
}
