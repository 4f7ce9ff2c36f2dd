import type { Json } from '../../../errors/app-error.ts';
import { foundOrNothing } from '../../../modyo/absence.ts';
import { getAsset } from '../../../modyo/content/assets.ts';
import { getEntry } from '../../../modyo/content/entries.ts';
import { inTurns } from '../../in-turns.ts';
import type { FieldValue } from '../field-values.ts';
import type { InSpace } from '../resolvers.ts';
import { isEmpty } from '../stored-value.ts';

const assetTypes = ['asset', 'assets'];
const entryTypes = ['content_type', 'content_types'];

/**
 * The values with the uuid in place of each id of a media file or entry, where there are stored ones that
 * they have to be compared with: Modyo keeps links as uuids. An id that leads nowhere stays, and Modyo
 * refuses it.
 */
export async function linksByUuid(
  ctx: InSpace,
  values: readonly FieldValue[],
  stored: readonly FieldValue[],
): Promise<readonly FieldValue[]> {
  const held = new Set(stored.filter(({ value }) => !isEmpty(value)).map(({ field_id: id }) => id));
  const compared = values.filter((value) => held.has(value.field_id) && idsOf(value).length > 0);
  if (compared.length === 0) return values;
  const uuids = {
    asset: await uuidsOf(idsIn(compared, assetTypes), (id) => getAsset(ctx.modyo, id)),
    entry: await uuidsOf(idsIn(compared, entryTypes), (id) => getEntry(ctx.modyo, ctx.space.id, id)),
  };
  return values.map((value) => {
    if (!compared.includes(value)) return value;
    const known = assetTypes.includes(value.type) ? uuids.asset : uuids.entry;
    const inPlace = (item: Json) => (typeof item === 'number' ? (known.get(item) ?? item) : item);
    const { value: links = null } = value;
    return { ...value, value: Array.isArray(links) ? links.map(inPlace) : inPlace(links) };
  });
}

function idsOf({ type, value }: FieldValue): readonly number[] {
  if (!assetTypes.includes(type) && !entryTypes.includes(type)) return [];
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'number');
}

function idsIn(values: readonly FieldValue[], types: readonly string[]): readonly number[] {
  return [...new Set(values.filter(({ type }) => types.includes(type)).flatMap(idsOf))];
}

async function uuidsOf(
  ids: readonly number[],
  read: (id: number) => Promise<{ readonly uuid?: string | undefined }>,
): Promise<ReadonlyMap<number, string>> {
  const found = await inTurns(ids, async (id) => [id, (await foundOrNothing(read(id)))?.uuid] as const);
  return new Map(found.flatMap(([id, uuid]) => (uuid === undefined ? [] : [[id, uuid] as const])));
}
