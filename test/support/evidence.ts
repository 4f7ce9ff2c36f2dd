import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Turns a Swagger 2.0 file of the Admin API into `openapi/evidence-2023.json`: which operations it knows,
 * with the names of their parameters and body keys, and nothing else of it.
 * Usage: `npm run evidence -- <swagger file>`.
 */

export interface OperationEvidence {
  readonly method: string;
  readonly path: string;
  /** Parameters of the path template. */
  readonly in_path: readonly string[];
  readonly in_query: readonly string[];
  readonly in_form: readonly string[];
  /** Declared as parameters of the path, although the template has no such name. */
  readonly misplaced: readonly string[];
  /** Dotted; an element of an array is `[]`: `fields[].validations.required`. */
  readonly body_keys: readonly string[];
}

export interface Evidence {
  readonly base_path: string;
  readonly operations: readonly OperationEvidence[];
}

type Node = { readonly [key: string]: unknown };

const depthMax = 8;
const methods = ['get', 'post', 'put', 'patch', 'delete'];

function node(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function readEvidence(swagger: unknown): Evidence {
  const root = node(swagger);
  const definitions = node(root['definitions']);

  function resolve(schema: unknown): Node {
    const reference = node(schema)['$ref'];
    if (typeof reference !== 'string') return node(schema);
    return node(definitions[reference.replace('#/definitions/', '')]);
  }

  function keysOf(schema: unknown, prefix: string, depth: number): string[] {
    if (depth > depthMax) return [];
    const resolved = resolve(schema);
    if (resolved['items'] !== undefined) return keysOf(resolved['items'], `${prefix}[]`, depth + 1);
    const own = Object.entries(node(resolved['properties'])).flatMap(([name, property]) => {
      const key = prefix === '' ? name : `${prefix}.${name}`;
      return [key, ...keysOf(property, key, depth + 1)];
    });
    return [...own, ...list(resolved['allOf']).flatMap((part) => keysOf(part, prefix, depth + 1))];
  }

  function operation(path: string, method: string, declared: Node): OperationEvidence {
    const parameters = list(declared['parameters']).map(node);
    const named = (location: string) =>
      parameters.filter((parameter) => parameter['in'] === location).map(({ name }) => String(name));
    const inTemplate = (name: string) => path.includes(`{${name}}`);
    return {
      method: method.toUpperCase(),
      path,
      in_path: named('path').filter(inTemplate),
      in_query: named('query'),
      in_form: named('formData'),
      misplaced: named('path').filter((name) => !inTemplate(name)),
      body_keys: parameters
        .filter((parameter) => parameter['in'] === 'body')
        .flatMap((parameter) => keysOf(parameter['schema'], '', 0)),
    };
  }

  return {
    base_path: String(root['basePath']),
    operations: Object.entries(node(root['paths'])).flatMap(([path, item]) =>
      Object.entries(node(item))
        .filter(([method]) => methods.includes(method))
        .map(([method, declared]) => operation(path, method, node(declared))),
    ),
  };
}

/** One operation a line, so that a change of one is a change of one line. */
export function renderEvidence({ base_path, operations }: Evidence): string {
  const lines = operations.map((operation) => `    ${JSON.stringify(operation)}`).join(',\n');
  return `{\n  "base_path": ${JSON.stringify(base_path)},\n  "operations": [\n${lines}\n  ]\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [source] = process.argv.slice(2);
  if (source === undefined) {
    process.stderr.write('Usage: npm run evidence -- <swagger file>\n');
    process.exitCode = 2;
  } else {
    const swagger: unknown = JSON.parse(readFileSync(source, 'utf8'));
    const target = new URL('../../openapi/evidence-2023.json', import.meta.url);
    writeFileSync(target, renderEvidence(readEvidence(swagger)));
  }
}
