/** Anything that came out of a JSON or YAML document and is an object. */
export type DocumentNode = { readonly [key: string]: unknown };

/** One level of a body: what an object has, and what every element of an array of objects has. */
export interface BodyShape {
  readonly keys: ReadonlyMap<string, BodyKey>;
}

export interface BodyKey {
  /** Where the knowledge of this key comes from, if not from where its operation's does. */
  readonly evidence: string | undefined;
  /** Whether the operation fails without it. */
  readonly isRequired: boolean;
  /** The level below. Read when it is asked for: a schema may contain itself. */
  below(): BodyShape;
}

export interface SchemaReader {
  /** The object itself, or the one of this document that its `$ref` leads to; empty for anything else. */
  resolve(value: unknown): DocumentNode;
  /** What all of these schemas have, taken together. */
  shapeOf(schemas: readonly unknown[]): BodyShape;
}

const referencesMax = 16;
const partsMax = 200;

export function node(value: unknown): DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as DocumentNode) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Reads the schemas of one document. It follows references within the document and no others. */
export function createSchemaReader(root: DocumentNode): SchemaReader {
  function resolve(value: unknown): DocumentNode {
    let current = node(value);
    for (let count = 0; count < referencesMax; count += 1) {
      const reference = textOf(current['$ref']);
      if (reference === undefined) return current;
      current = node(targetOf(root, reference));
    }
    return {};
  }

  /** A schema, what it is composed of, and the elements of its arrays. */
  function partsOf(schemas: readonly unknown[]): readonly DocumentNode[] {
    const parts = new Set<DocumentNode>();
    const waiting = [...schemas];
    while (waiting.length > 0 && parts.size < partsMax) {
      const part = resolve(waiting.shift());
      if (parts.has(part)) continue;
      parts.add(part);
      const composed = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => list(part[key]).slice(0, partsMax));
      waiting.push(...composed, ...(part['items'] === undefined ? [] : [part['items']]));
    }
    return [...parts];
  }

  function shapeOf(schemas: readonly unknown[]): BodyShape {
    const keys = new Map<string, BodyKey>();
    for (const part of partsOf(schemas)) {
      const required = new Set(list(part['required']));
      for (const [name, schema] of Object.entries(node(part['properties']))) {
        const own = textOf(node(schema)['x-evidence']) ?? textOf(resolve(schema)['x-evidence']);
        keys.set(name, {
          evidence: own,
          isRequired: required.has(name),
          below: () => shapeOf([schema]),
        });
      }
    }
    return { keys };
  }

  return { resolve, shapeOf };
}

function targetOf(root: DocumentNode, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((current, step) => {
      const here = node(current);
      return Object.hasOwn(here, step) ? here[step] : undefined;
    }, root);
}
