import { getType } from '../../modyo/content/types.ts';
import type { StoredField } from './field-changes.ts';
import type { InSpace } from './resolvers.ts';

/** The fields of an entry's type; none for an entry of which Modyo does not name the type. */
export async function fieldDefinitions(
  { modyo, space }: InSpace,
  typeId: number | undefined,
): Promise<readonly StoredField[]> {
  if (typeId === undefined) return [];
  const type = await getType(modyo, space.id, typeId);
  return type.fields ?? [];
}
