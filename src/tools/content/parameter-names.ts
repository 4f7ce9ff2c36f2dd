import type { FieldPath } from '../../modyo/client.ts';
import type { FieldDefinition } from './field-definition.ts';
import type { FieldValue } from './field-values.ts';

const entryParameters: Readonly<Record<string, string>> = {
  uuid: 'identifier',
  content_type_id: 'type',
  content_type: 'type',
  category_id: 'category',
  published_at: 'publish_at',
  unpublished_at: 'unpublish_at',
  tag_list: 'tags',
};

/** Our parameter for an attribute of an entry, or `undefined` where both have one name. */
export function entryAttributeNames(attribute: string): string | undefined {
  return entryParameters[attribute];
}

/** The names in a write of an entry: its attributes, and the values of the fields as they are sent. */
export function entryNames(sent: readonly FieldValue[], definitions: readonly FieldDefinition[]): FieldPath {
  const names = new Map(definitions.map((definition) => [definition.id, definition.name]));
  // A required value that was not sent is complained about behind the ones that were.
  const missing = definitions
    .filter(
      ({ id, validations }) =>
        validations?.['required'] === true && !sent.some((value) => value.field_id === id),
    )
    .map(({ name }) => name);
  return (attribute) => {
    const at = /^field_values[[.](\d+)/.exec(attribute)?.[1];
    if (at !== undefined) {
      const field = names.get(sent[Number(at)]?.field_id ?? -1) ?? missing[Number(at) - sent.length];
      return field === undefined ? 'fields' : `fields.${field}`;
    }
    const isField = definitions.some((definition) => definition.name === attribute);
    return isField ? `fields.${attribute}` : entryParameters[attribute];
  };
}

/**
 * The names in a write of a type, whose list of fields is the stored ones followed by the added ones.
 * @param storedCount how many fields of the list were stored before
 */
export function typeNames(storedCount: number): FieldPath {
  return (attribute) => {
    const [, at, rest] = /^fields[[.](\d+)\]?(?:[[.](\w+)\]?)?/.exec(attribute) ?? [];
    if (at === undefined) return undefined;
    const index = Number(at) - storedCount;
    if (index < 0) return 'update_fields';
    return rest === undefined ? `add_fields.${index}` : `add_fields.${index}.${rest}`;
  };
}
