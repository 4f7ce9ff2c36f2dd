import {
  type BodyShape,
  createSchemaReader,
  type DocumentNode,
  list,
  node,
  type SchemaReader,
  textOf,
} from './catalogue-schema.ts';
import { basePath } from './request.ts';

export interface CatalogueName {
  readonly name: string;
  /** Where the knowledge of this name comes from, if not from where its operation's does. */
  readonly evidence: string | undefined;
  readonly isRequired: boolean;
}

/** One operation of the Admin API, as a catalogue describes it. */
export interface CatalogueOperation {
  readonly id: string | undefined;
  readonly method: string;
  /** Below `/api/admin`. */
  readonly path: string;
  /** The path with every parameter as `{}`: equal for paths that differ in the names of those alone. */
  readonly shape: string;
  readonly evidence: string | undefined;
  readonly query: readonly CatalogueName[];
  /** Declared elsewhere than in the query or the body; in the path only what the template has no place for. */
  readonly elsewhere: readonly { readonly name: string; readonly place: string }[];
  /** Keys of the body, or the parts of the form that it is. */
  readonly body: BodyShape;
  /** Whether the body is sent as a form. */
  readonly isForm: boolean;
  /** False where it declares no parameter of its own at all: that it takes none is then not said either. */
  readonly isDescribed: boolean;
}

export interface Catalogue {
  readonly operations: readonly CatalogueOperation[];
}

const operationsMax = 10_000;
const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Reads a Swagger 2.0 or an OpenAPI 3.x document.
 * @throws {Error} saying why it is no catalogue of the Admin API
 */
export function readCatalogue(document: unknown): Catalogue {
  const root = node(document);
  const version = textOf(root['swagger']) ?? textOf(root['openapi']);
  if (version === undefined || !/^(2\.0|3\.\d)/.test(version)) {
    throw new Error('It is no Swagger 2.0 or OpenAPI 3 document.');
  }
  const paths = Object.entries(node(root['paths']));
  if (paths.length === 0) throw new Error('It is a catalogue without operations.');
  const place = placer(
    baseOf(root),
    paths.map(([path]) => path),
  );
  const schemas = createSchemaReader(root);
  const operations = paths.flatMap(([written, value]) => {
    const path = place(written);
    const item = schemas.resolve(value);
    return path === undefined
      ? []
      : methods
          .filter((method) => method in item)
          .map((method) => readOperation(schemas, path, method, item));
  });
  if (operations.length === 0)
    throw new Error(`It is the catalogue of another API: nothing in it lies below ${basePath}.`);
  if (operations.length > operationsMax) throw new Error(`It has more than ${operationsMax} operations.`);
  return { operations };
}

/** The path that every path of the document begins with. */
function baseOf(root: DocumentNode): string {
  const base = textOf(root['basePath']) ?? textOf(node(list(root['servers'])[0])['url']) ?? '';
  return base.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/+$/, '');
}

/** Puts a path of the document below `/api/admin`, or says `undefined` for one that lies elsewhere. */
function placer(base: string, paths: readonly string[]): (path: string) => string | undefined {
  const isBelow = (path: string) => path.startsWith(`${basePath}/`);
  const isRelative = base === '' && !paths.some(isBelow);
  return (written) => {
    const path = written.replace(/(.)\/+$/, '$1');
    if (isRelative) return path;
    const whole = `${base}${path}`;
    return isBelow(whole) ? whole.slice(basePath.length) : undefined;
  };
}

function shapeOfPath(path: string): string {
  return path.replace(/\{[^{}/]*\}/g, '{}');
}

function readOperation(
  schemas: SchemaReader,
  path: string,
  method: string,
  item: DocumentNode,
): CatalogueOperation {
  const declared = node(item[method]);
  const parameters = [...list(item['parameters']), ...list(declared['parameters'])].map(schemas.resolve);
  const inPlace = (place: string) => parameters.filter((parameter) => parameter['in'] === place);
  const inTemplate = (name: string) => path.includes(`{${name}}`);
  const media = node(schemas.resolve(declared['requestBody'])['content']);
  const bodies = [...inPlace('body'), ...Object.values(media).map(node)].map(({ schema }) => schema);
  const parts = inPlace('formData');
  return {
    id: textOf(declared['operationId']),
    method: method.toUpperCase(),
    path,
    shape: shapeOfPath(path),
    evidence: textOf(declared['x-evidence']),
    query: inPlace('query').map(nameOf),
    elsewhere: ['path', 'header'].flatMap((place) =>
      inPlace(place)
        .map((parameter) => ({ name: String(parameter['name']), place }))
        .filter(({ name }) => place !== 'path' || !inTemplate(name)),
    ),
    body: schemas.shapeOf([...bodies, formSchema(parts)]),
    isForm: parts.length > 0 || 'multipart/form-data' in media,
    isDescribed: declared['parameters'] !== undefined || declared['requestBody'] !== undefined,
  };
}

/** The parts of a form of Swagger 2.0, as the schema that they would be in OpenAPI 3. */
function formSchema(parts: readonly DocumentNode[]): DocumentNode {
  return {
    properties: Object.fromEntries(parts.map((part) => [String(part['name']), part])),
    required: parts.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

function nameOf(parameter: DocumentNode): CatalogueName {
  return {
    name: String(parameter['name']),
    evidence: textOf(parameter['x-evidence']),
    isRequired: parameter['required'] === true,
  };
}
