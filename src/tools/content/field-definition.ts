/** The kinds of field that Modyo's catalogue names. Source: Admin API Swagger 2023, model `Field`. */
export const fieldTypes = [
  'string',
  'text',
  'rich_text',
  'dropdown',
  'radio',
  'checkbox',
  'multiple',
  'boolean',
  'integer',
  'decimal',
  'date',
  'locations',
  'asset',
  'assets',
  'content_type',
  'content_types',
] as const;

export type FieldType = (typeof fieldTypes)[number];

/** What is read of one field of a content type; Modyo sends more, and may send kinds we do not know. */
export interface FieldDefinition {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly validations?: Readonly<Record<string, unknown>> | null | undefined;
}

/** One value that a choice field allows. Only accounts that keep choices as records have an `id`. */
export interface Choice {
  readonly id?: number;
  readonly label: string;
}

export function isKnownFieldType(type: string): type is FieldType {
  return (fieldTypes as readonly string[]).includes(type);
}

/**
 * The field that a caller means: a number is an id; a text is the exact name, then the id if it is all
 * digits, then the name whatever its case, if only one field has it.
 */
export function findField<Definition extends FieldDefinition>(
  definitions: readonly Definition[],
  reference: string | number,
): Definition | undefined {
  if (typeof reference === 'number') return definitions.find((field) => field.id === reference);
  const exact = definitions.find((field) => field.name === reference);
  if (exact !== undefined) return exact;
  if (/^\d+$/.test(reference)) {
    const byId = definitions.find((field) => field.id === Number(reference));
    if (byId !== undefined) return byId;
  }
  const folded = reference.toLowerCase();
  const alike = definitions.filter((field) => field.name.toLowerCase() === folded);
  return alike.length === 1 ? alike[0] : undefined;
}

/**
 * The values that a choice field allows; empty when Modyo names none, which means that nothing can be
 * checked here. Text is one label a line, a leading `*` marks a default; newer accounts send records.
 */
export function choicesOf(definition: FieldDefinition): readonly Choice[] {
  const values = definition.validations?.['values'];
  if (typeof values === 'string') {
    return values
      .split(/\r?\n/)
      .map((line) => line.trim().replace(/^\*/, ''))
      .filter((label) => label !== '')
      .map((label) => ({ label }));
  }
  if (!Array.isArray(values)) return [];
  return values.flatMap(choiceOf);
}

function choiceOf(value: unknown): readonly Choice[] {
  if (typeof value === 'string') return [{ label: value }];
  if (typeof value !== 'object' || value === null) return [];
  const record = value as Readonly<Record<string, unknown>>;
  const label = record['value'] ?? record['name'] ?? record['label'];
  if (typeof label !== 'string') return [];
  return [typeof record['id'] === 'number' ? { id: record['id'], label } : { label }];
}

/** Whether a stored value is, or has among its items, one of these choices: by label, by id, or as a record. */
export function holdsChoice(definition: FieldDefinition, value: unknown, labels: readonly string[]): boolean {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.some((item) => labels.includes(labelOf(definition, item) ?? ''));
}

/** The label of a choice as a value holds it: by label, by id, or as a record. */
export function labelOf(definition: FieldDefinition, item: unknown): string | undefined {
  if (typeof item === 'number') return choicesOf(definition).find(({ id }) => id === item)?.label;
  return choiceOf(item)[0]?.label;
}
