import type { Json } from '../../../errors/app-error.ts';
import { type FieldDefinition, labelOf } from '../field-definition.ts';
import type { FieldValue } from '../field-values.ts';

/** What is read of a type to take values over. */
interface TypeFields {
  readonly id: number;
  readonly fields?: readonly FieldDefinition[] | undefined;
}

/** What is read of a version to take its values over. */
interface Values {
  readonly content_type_id?: number | undefined;
  readonly field_values?: readonly FieldValue[] | undefined;
}

/** What of one space stands for what of the other. */
export interface Standings {
  /** Source type id → the type that stands for it. */
  readonly types: ReadonlyMap<number, TypeFields>;
  readonly sourceTypes: ReadonlyMap<number, TypeFields>;
  /** Source category id → target category id. */
  readonly categories: ReadonlyMap<number, number>;
  /** Source entry uuid → target entry uuid; grows while entries are copied. */
  readonly entries: Map<string, string>;
  /** Source version id → source entry uuid, for links by id. */
  readonly uuidsById: ReadonlyMap<number, string>;
}

export interface CopiedValues {
  readonly values: readonly FieldValue[];
  /** Names of the fields of which a link leads to an entry that has no copy. */
  readonly unlinked: readonly string[];
}

const linkTypes: readonly string[] = ['content_type', 'content_types'];
const choiceTypes: readonly string[] = ['dropdown', 'radio', 'checkbox', 'multiple'];

export function isLink({ type }: Pick<FieldValue, 'type'>): boolean {
  return linkTypes.includes(type);
}

/** The uuids of the entries that a version links to, within its space. */
export function linksOf(version: Values, { uuidsById }: Pick<Standings, 'uuidsById'>): readonly string[] {
  return (version.field_values ?? [])
    .filter(({ type }) => linkTypes.includes(type))
    .flatMap(({ value }) => listed(value).flatMap((item) => uuidOf(item, uuidsById) ?? []));
}

/** The values of a version as the type that stands for its own takes them. */
export function copiedValues(version: Values, standings: Standings): CopiedValues {
  const { sourceTypes, types } = standings;
  const typeId = version.content_type_id ?? -1;
  const definitions = sourceTypes.get(typeId)?.fields ?? [];
  const targets = types.get(typeId)?.fields ?? [];
  const values: FieldValue[] = [];
  const unlinked: string[] = [];
  for (const { field_id: id, type, value } of version.field_values ?? []) {
    const definition = definitions.find((field) => field.id === id);
    const target = targets.find((field) => field.name === definition?.name);
    if (definition === undefined || target === undefined || value === undefined) continue;
    const copied = linkTypes.includes(type)
      ? copiedLinks(value, standings, () => unlinked.push(definition.name))
      : copiedValue(value, definition);
    if (copied !== undefined) values.push({ field_id: target.id, type: target.type, value: copied });
  }
  return { values, unlinked: [...new Set(unlinked)] };
}

function copiedLinks(
  value: Json,
  { entries, uuidsById }: Standings,
  onUnlinked: () => void,
): Json | undefined {
  const links = listed(value).flatMap((item) => {
    const uuid = entries.get(uuidOf(item, uuidsById) ?? '');
    if (uuid === undefined) onUnlinked();
    return uuid ?? [];
  });
  return Array.isArray(value) ? links : links[0];
}

/** Choices go by label and files by uuid, whatever Modyo adds to them in an answer. */
function copiedValue(value: Json, definition: FieldDefinition): Json {
  if (choiceTypes.includes(definition.type)) {
    const labels = listed(value).map((item) => labelOf(definition, item) ?? item);
    return Array.isArray(value) ? labels : (labels[0] ?? null);
  }
  if (definition.type === 'asset') return fileOf(value);
  return definition.type === 'assets' ? listed(value).map(fileOf) : value;
}

function fileOf(item: Json): Json {
  const uuid = propertyOf(item, 'uuid');
  return typeof uuid === 'string' ? uuid : item;
}

function uuidOf(item: Json, uuidsById: ReadonlyMap<number, string>): string | undefined {
  if (typeof item === 'number') return uuidsById.get(item);
  if (typeof item === 'string') return /^\d+$/.test(item) ? uuidsById.get(Number(item)) : item;
  const [uuid, id] = [propertyOf(item, 'uuid'), propertyOf(item, 'id')];
  if (typeof uuid === 'string') return uuid;
  return typeof id === 'number' ? uuidsById.get(id) : undefined;
}

function propertyOf(item: Json, name: string): Json | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  return (item as { readonly [key: string]: Json | undefined })[name];
}

function listed(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
