import type { ReportFault } from './compile.ts';
import type { CompiledAction } from './compiled.ts';
import { type RawSchema, type SchemaNode, walkSchema } from './json-schema.ts';

/** Words of JSON Schema that every client of the field understands. */
const publishedWords = new Set([
  ...[
    'type',
    'description',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'anyOf',
    'enum',
    'const',
  ],
  ...['default', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...[
    'propertyNames',
    'x-foreign',
    'x-tenant-map',
    'x-read-only',
    'x-changes',
    'x-secret',
    'x-secret-fields',
    'x-read-only-fields',
  ],
]);
const formats = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);
/** Formats whose texts cannot be long. */
const boundedFormats = new Set(['date', 'date-time', 'uuid']);
const parameterName = /^[a-z][a-z0-9_]{0,63}$/;
const saysHowItLooks = /\be\.g\.|\bfor example\b|\bexamples?:|\bformat\b/i;

type Check = (node: SchemaNode) => string | undefined;

const structureOf = (schema: RawSchema) => schema.type === 'object' || schema.type === 'array';

const inPublishedWords: Check = ({ schema }) => {
  const words = Object.keys(schema).filter((word) => !publishedWords.has(word));
  return words.length === 0 ? undefined : `uses ${words.join(', ')}, which some clients refuse`;
};

const oneStructureAtMost: Check = ({ schema }) =>
  (schema.anyOf ?? []).filter(structureOf).length > 1 ? 'is a union of structures' : undefined;

const typed: Check = ({ schema }) =>
  schema.type === undefined && schema.anyOf === undefined ? 'has no type' : undefined;

const knownFormat: Check = ({ schema }) =>
  schema.format === undefined || formats.has(schema.format) ? undefined : `has the format ${schema.format}`;

const described: Check = ({ schema, role }) =>
  role === 'property' && !schema.description?.trim() ? 'has no description' : undefined;

const boundedText: Check = ({ schema }) => {
  if (schema.type !== 'string' || schema.enum !== undefined || schema.const !== undefined) return undefined;
  if (schema.maxLength !== undefined || boundedFormats.has(schema.format ?? '')) return undefined;
  return 'is a text without a greatest length';
};

const boundedNumber: Check = ({ schema }) => {
  if (schema.type !== 'number' && schema.type !== 'integer') return undefined;
  if (schema.const !== undefined || schema.enum !== undefined) return undefined;
  return schema.minimum === undefined || schema.maximum === undefined
    ? 'is a number without bounds'
    : undefined;
};

const boundedArray: Check = ({ schema }) =>
  schema.type === 'array' && schema.maxItems === undefined
    ? 'is an array without a greatest length'
    : undefined;

const itemsDeclared: Check = ({ schema }) =>
  schema.type === 'array' && schema.items === undefined ? 'is an array without items' : undefined;

const closed: Check = ({ schema, role }) => {
  if (role === 'root' || schema.type !== 'object' || schema['x-tenant-map'] !== undefined) return undefined;
  return schema.additionalProperties === false
    ? undefined
    : 'is an open object; use z.strictObject or tenantMap';
};

const noUnionInItems: Check = ({ schema, role }) =>
  role === 'items' && schema.anyOf !== undefined ? 'is a union inside an array' : undefined;

const unionOnlyWithNull: Check = ({ schema }) => {
  const branches = schema.anyOf ?? [];
  if (!branches.some(structureOf)) return undefined;
  return branches.every((branch) => structureOf(branch) || branch.type === 'null')
    ? undefined
    : 'is a union of a structure and a plain value';
};

const freeTextShown: Check = ({ schema, role }) => {
  if (role !== 'property' || schema.type !== 'string') return undefined;
  if (schema.enum ?? schema.const ?? schema.format ?? schema.pattern) return undefined;
  return saysHowItLooks.test(schema.description ?? '')
    ? undefined
    : 'is free text; its description needs an example (e.g. …) or its format';
};

const named: Check = ({ path, role }) => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return role === 'property' && !parameterName.test(name) ? 'is not in snake_case' : undefined;
};

const messageHasCode: Check = ({ schema }) =>
  schema.properties?.['message'] !== undefined && schema.properties['code'] === undefined
    ? 'has a message without a code beside it'
    : undefined;

const inputChecks: readonly Check[] = [
  inPublishedWords,
  oneStructureAtMost,
  typed,
  knownFormat,
  described,
  boundedText,
  boundedNumber,
  boundedArray,
  itemsDeclared,
  closed,
  noUnionInItems,
  unionOnlyWithNull,
  freeTextShown,
  named,
];

const dataChecks: readonly Check[] = [inPublishedWords, oneStructureAtMost, itemsDeclared, messageHasCode];

/** Reports what a client of the field or the response contract would trip over. */
export function lintSchemas<Ctx>(action: CompiledAction<Ctx>, report: ReportFault): void {
  const where = `${action.tool}.${action.name}`;
  runChecks(action.rawInput, where, inputChecks, report);
  runChecks(action.rawData, `${where}.data`, dataChecks, report);
}

function runChecks(root: RawSchema, where: string, checks: readonly Check[], report: ReportFault): void {
  for (const node of walkSchema(root)) {
    for (const check of checks) {
      const fault = check(node);
      if (fault !== undefined) report(node.path === '' ? where : `${where}.${node.path}`, fault);
    }
  }
}
