import { readFileSync } from 'node:fs';
import type { Evidence, OperationEvidence } from './evidence.ts';

/** A document that a test changes before it is served. */
export interface SwaggerDocument {
  [key: string]: unknown;
  paths: { [path: string]: { [method: string]: SwaggerOperation } };
}

export interface SwaggerOperation {
  parameters?: SwaggerParameter[];
  [key: string]: unknown;
}

export interface SwaggerParameter {
  name: string;
  in: string;
  [key: string]: unknown;
}

interface Schema {
  type?: string;
  properties?: { [name: string]: Schema };
  items?: Schema;
}

/** What the 2023 file is known to say, as an account of that time would serve it: Swagger 2.0. */
export function swaggerOf2023(): SwaggerDocument {
  const { base_path, operations } = readEvidence();
  return {
    swagger: '2.0',
    info: { title: 'Admin API', version: '1.0.0' },
    basePath: base_path,
    paths: pathsOf(operations, (operation) => ({
      parameters: [
        ...parametersOf(operation),
        ...(operation.body_keys.length === 0
          ? []
          : [{ name: 'body', in: 'body', schema: schemaOf(operation.body_keys) }]),
      ],
    })),
  };
}

/** The same as OpenAPI 3.1, with every body behind a reference. */
export function openApiOf2023(): SwaggerDocument {
  const { base_path, operations } = readEvidence();
  const schemas: { [name: string]: Schema } = {};
  const paths = pathsOf(operations, (operation) => {
    if (operation.body_keys.length === 0) return { parameters: parametersOf(operation) };
    const name = `Body${Object.keys(schemas).length}`;
    schemas[name] = schemaOf(operation.body_keys);
    const schema = { $ref: `#/components/schemas/${name}` };
    return {
      parameters: parametersOf(operation),
      requestBody: { content: { 'application/json': { schema } } },
    };
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Admin API', version: '1.0.0' },
    servers: [{ url: `https://example.modyo.cloud${base_path}` }],
    paths,
    components: { schemas },
  };
}

function readEvidence(): Evidence {
  const url = new URL('../../openapi/evidence-2023.json', import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Evidence;
}

function pathsOf(
  operations: readonly OperationEvidence[],
  render: (operation: OperationEvidence) => SwaggerOperation,
): SwaggerDocument['paths'] {
  const paths: SwaggerDocument['paths'] = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method.toLowerCase()] = render(operation);
    paths[operation.path] = item;
  }
  return paths;
}

function parametersOf(operation: OperationEvidence): SwaggerParameter[] {
  const named = (place: string, names: readonly string[]) =>
    names.map((name) => ({ name, in: place, type: 'string' }));
  return [
    ...named('path', [...operation.in_path, ...operation.misplaced]),
    ...named('query', operation.in_query),
    ...named('formData', operation.in_form),
  ];
}

/** `fields[].name` as an array of objects with a name. */
function schemaOf(keys: readonly string[]): Schema {
  const root: Schema = { type: 'object' };
  for (const key of keys) key.split('.').reduce(schemaBelow, root);
  return root;
}

function schemaBelow(parent: Schema, step: string): Schema {
  const isList = step.endsWith('[]');
  const name = isList ? step.slice(0, -2) : step;
  parent.properties ??= {};
  const own = parent.properties[name] ?? {};
  parent.properties[name] = own;
  if (!isList) return own;
  own.items ??= {};
  return own.items;
}
