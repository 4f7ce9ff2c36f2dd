import { z } from 'zod';
import type { Json } from '../errors/app-error.ts';

/** The part of JSON Schema that the kit publishes. */
export type JsonSchema = {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
};

/**
 * A schema as zod converts it: with our marks, which zod copies from the metadata, and with words that
 * the kit does not publish.
 */
export type RawSchema = Omit<JsonSchema, 'properties' | 'additionalProperties' | 'items' | 'anyOf'> & {
  readonly properties?: { readonly [name: string]: RawSchema };
  readonly additionalProperties?: boolean | RawSchema;
  readonly items?: RawSchema;
  readonly anyOf?: readonly RawSchema[];
  readonly const?: Json;
  readonly 'x-foreign'?: true;
  readonly 'x-tenant-map'?: number;
  /** A field that Modyo sets; a caller who sends it is told so. */
  readonly 'x-read-only'?: true;
  /** A parameter that changes something, in an update that needs one. */
  readonly 'x-changes'?: true;
  /** Beside a parameter: fields of the same entity that only Modyo sets. */
  readonly 'x-read-only-fields'?: readonly string[];
  /** A parameter whose value is never answered. */
  readonly 'x-secret'?: true;
  /** Of an entity: the fields that it has and that are never answered. */
  readonly 'x-secret-fields'?: readonly string[];
  readonly [word: string]: unknown;
};

/** A node of a schema with the dotted path of the value that it describes; `[]` stands for each item. */
export interface SchemaNode {
  readonly path: string;
  readonly schema: RawSchema;
  readonly role: 'root' | 'property' | 'items' | 'rest' | 'branch';
}

/**
 * Converts once, at boot.
 * @throws what zod throws for a type that JSON does not have, such as a date
 */
export function toRawSchema(schema: z.core.$ZodType, io: 'input' | 'output'): RawSchema {
  const { $schema: _dialect, ...raw } = z.toJSONSchema(schema, { io });
  // zod types the keywords more loosely than what it emits for the schemas that pass the lint.
  return withoutTypeLists(raw as unknown as Loose) as RawSchema;
}

interface Loose {
  readonly [word: string]: unknown;
}

/** `"type": ["string", "null"]` is refused by some clients; branches say the same. */
function withoutTypeLists(schema: Loose): Loose {
  const { type, ...rest } = schema;
  const below = Object.fromEntries(
    Object.entries(rest).map(([word, value]) => [word, word in nesting ? nesting[word]?.(value) : value]),
  );
  if (!Array.isArray(type)) return type === undefined ? below : { type, ...below };
  return { anyOf: type.map((branch) => ({ type: branch })), ...below };
}

/** Words whose value is a schema, several schemas, or schemas by name. */
const nesting: { readonly [word: string]: (value: unknown) => unknown } = {
  properties: (value) =>
    Object.fromEntries(
      Object.entries(value as { readonly [name: string]: Loose }).map(([name, child]) => [
        name,
        withoutTypeLists(child),
      ]),
    ),
  items: (value) => withoutTypeLists(value as Loose),
  additionalProperties: (value) => (typeof value === 'object' ? withoutTypeLists(value as Loose) : value),
  anyOf: (value) => (value as readonly Loose[]).map(withoutTypeLists),
};

/** The node and everything below it; what lies in a tenant map is the tenant's, and is left out. */
export function* walkSchema(
  schema: RawSchema,
  path = '',
  role: SchemaNode['role'] = 'root',
): Generator<SchemaNode> {
  yield { path, schema, role };
  if (schema['x-tenant-map'] !== undefined) return;
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    yield* walkSchema(child, join(path, name), 'property');
  }
  if (schema.items !== undefined) yield* walkSchema(schema.items, `${path}[]`, 'items');
  if (typeof schema.additionalProperties === 'object') {
    yield* walkSchema(schema.additionalProperties, join(path, '*'), 'rest');
  }
  for (const branch of schema.anyOf ?? []) yield* walkSchema(branch, path, 'branch');
}

/** The nodes on the way to `path`, the root first; shorter than the path where the schema ends before it. */
export function schemasAlong(root: RawSchema, path: readonly PropertyKey[]): readonly RawSchema[] {
  const found = [root];
  let nodes: readonly RawSchema[] = [root];
  for (const step of path) {
    nodes = nodes.flatMap((node) => childrenAt(node, step));
    if (nodes.length === 0) return found;
    found.push(...nodes);
  }
  return found;
}

function childrenAt(node: RawSchema, step: PropertyKey): readonly RawSchema[] {
  if (node.anyOf !== undefined) return node.anyOf.flatMap((branch) => childrenAt(branch, step));
  if (typeof step === 'number') return node.items === undefined ? [] : [node.items];
  const property = node.properties?.[String(step)];
  if (property !== undefined) return [property];
  return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
}

/** The published form: without marks, `const` as a one-valued `enum`, every object with `properties`. */
export function toPublished(raw: RawSchema): JsonSchema {
  const limit = raw['x-tenant-map'];
  if (limit !== undefined) {
    return {
      type: 'object',
      ...(raw.description !== undefined && { description: raw.description }),
      properties: {},
      additionalProperties: true,
      maxProperties: limit,
    };
  }
  const {
    'x-foreign': _mark,
    'x-read-only': _readOnly,
    'x-changes': _changes,
    'x-read-only-fields': _readOnlyFields,
    'x-secret': _secret,
    'x-secret-fields': _secretFields,
    propertyNames: _names,
    const: only,
    properties,
    additionalProperties,
    items,
    anyOf,
    ...rest
  } = raw;
  return {
    ...rest,
    ...(only !== undefined && { enum: [only] }),
    ...(raw.type === 'object' && {
      properties: Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, child]) => [name, toPublished(child)]),
      ),
      ...(additionalProperties !== undefined && {
        additionalProperties: publishedRest(additionalProperties),
      }),
    }),
    ...(items !== undefined && { items: toPublished(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(toPublished) }),
  };
}

function publishedRest(rest: boolean | RawSchema): boolean | JsonSchema {
  if (typeof rest === 'boolean') return rest;
  return Object.keys(rest).length === 0 ? true : toPublished(rest);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
