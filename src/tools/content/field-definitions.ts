import { getType } from '../../modyo/content/types.ts';
import type { ModyoToolContext } from '../kit.ts';
import type { StoredField } from './field-changes.ts';

/** The fields of an entry's type; none for an entry of which Modyo does not name the type. */
export async function fieldDefinitions(
  ctx: ModyoToolContext,
  spaceId: number,
  typeId: number | undefined,
): Promise<readonly StoredField[]> {
  if (typeId === undefined) return [];
  const type = await getType(ctx.modyo, spaceId, typeId);
  return type.fields ?? [];
}
