import { z } from 'zod';
import type { RawSchema } from './json-schema.ts';

/** Keys that tell one item from another: they come whatever was chosen. */
const identityKeys: ReadonlySet<string> = new Set(['id', 'uuid', 'uid', 'slug', 'name']);

/** Which keys of the items of a list a caller may choose. */
export interface FieldSelection {
  /** The key of `data` that holds the list. */
  readonly list: string;
  /** The parameter that chooses. */
  readonly parameter: string;
  readonly names: readonly string[];
}

/**
 * @param fault told why the items cannot be chosen from
 * @returns `undefined` after a fault
 */
export function compileFieldSelection(
  { list, parameter }: Pick<FieldSelection, 'list' | 'parameter'>,
  data: RawSchema,
  fault: (what: string) => void,
): FieldSelection | undefined {
  const schema = data.properties?.[list];
  if (schema?.type !== 'array') {
    fault(`${list} is no list in data`);
    return undefined;
  }
  const names = Object.keys(schema.items?.properties ?? {});
  if (!names.some((name) => !identityKeys.has(name))) {
    fault(`the items of ${list} declare no key to choose`);
    return undefined;
  }
  return { list, parameter, names };
}

export function fieldsParameter({ names }: FieldSelection): z.ZodType {
  return z
    .array(z.enum(names))
    .min(1)
    .max(names.length)
    .optional()
    .describe('Keys of each item to answer, besides those that identify it; default all');
}

/** The schema of answers whose items may lack what was not chosen. */
export function withOptionalItemKeys(data: RawSchema, { list }: FieldSelection): RawSchema {
  const schema = data.properties?.[list];
  if (schema?.items === undefined) return data;
  const { required = [], ...items } = schema.items;
  const kept = required.filter((name) => identityKeys.has(name));
  const relaxed = { ...schema, items: { ...items, ...(kept.length > 0 && { required: kept }) } };
  return { ...data, properties: { ...data.properties, [list]: relaxed } };
}

/** The answer with the chosen keys of each item alone, in the order in which the items have them. */
export function selectFields(data: object, selection: FieldSelection, input: object): object {
  const chosen = (input as Readonly<Record<string, unknown>>)[selection.parameter];
  const items = (data as Readonly<Record<string, unknown>>)[selection.list];
  if (!Array.isArray(chosen) || !Array.isArray(items)) return data;
  const kept = new Set<string>([...identityKeys, ...chosen]);
  return Object.assign({}, data, { [selection.list]: items.map((item) => picked(item, kept)) });
}

function picked(item: unknown, kept: ReadonlySet<string>): unknown {
  if (typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => kept.has(key)));
}
