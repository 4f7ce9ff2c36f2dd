import { type CompiledTool, discriminator } from './compiled.ts';
import { actionNames } from './description.ts';
import { type RawSchema, walkSchema } from './json-schema.ts';
import { table } from './markdown.ts';

/** Every parameter of every action, those inside objects and arrays too, with its bounds. */
export function parameterTable<Ctx>(tool: CompiledTool<Ctx>): string {
  const choice = [
    discriminator,
    `one of: ${[...tool.wireActions.keys()].join(', ')}`,
    tool.defaultWire === undefined ? 'all' : '',
    'all',
    tool.defaultWire === undefined ? '' : JSON.stringify(tool.defaultWire),
    'What to do',
  ];
  const names = new Set(tool.actions.flatMap((action) => [...action.parameters.keys()]));
  const rows = [...names].flatMap((name) => parameterRows(tool, name));
  return table(
    ['name', 'takes', 'required for', 'for', 'default', 'meaning'],
    tool.hasDiscriminator ? [choice, ...rows] : rows,
  );
}

function parameterRows<Ctx>(tool: CompiledTool<Ctx>, name: string): readonly (readonly string[])[] {
  const owners = tool.actions.filter((action) => action.parameters.has(name));
  const requiring = owners.filter((action) => action.required.has(name));
  const schemas = owners
    .map((action) => action.parameters.get(name))
    .filter((schema) => schema !== undefined);
  const [schema] = schemas;
  if (schema === undefined) return [];
  const nodes = [...walkSchema(schema, name, 'property')].filter(({ role }) => role === 'property');
  return nodes.map((node) => {
    const isWhole = node.path === name;
    return [
      node.path,
      typeText(node.schema),
      isWhole && requiring.length > 0 ? actionNames(requiring, tool.actions) : '',
      isWhole ? actionNames(owners, tool.actions) : '',
      isWhole ? defaultsOf(tool, owners, name) : defaultText(node.schema),
      isWhole ? meaningOf(schemas) : (node.schema.description ?? ''),
    ];
  });
}

/** The default; where actions differ, each one with those that have it. */
function defaultsOf<Ctx>(
  tool: CompiledTool<Ctx>,
  owners: CompiledTool<Ctx>['actions'],
  name: string,
): string {
  const textOf = (action: (typeof owners)[number]) => defaultText(action.parameters.get(name) ?? {});
  const [first = '', ...others] = new Set(owners.map(textOf));
  if (others.length === 0) return first;
  return [first, ...others]
    .map((text) => {
      const having = owners.filter((action) => textOf(action) === text);
      return `${text || 'none'} for: ${actionNames(having, tool.actions)}`;
    })
    .join('; ');
}

function defaultText(schema: RawSchema): string {
  return schema.default === undefined ? '' : JSON.stringify(schema.default);
}

/** What each action says of it, once. */
function meaningOf(schemas: readonly RawSchema[]): string {
  return [...new Set(schemas.flatMap(({ description }) => description ?? []))].join('; ');
}

/** What a parameter takes, with all its bounds. */
function typeText(schema: RawSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' or ');
  if (schema.enum !== undefined) return `one of: ${schema.enum.join(', ')}`;
  if (schema.const !== undefined) return `one of: ${schema.const}`;
  if (schema.type === 'array') {
    const count = bounds('', schema.minItems, schema.maxItems);
    return ['array of', count, typeText(schema.items ?? {})].filter((part) => part !== '').join(' ');
  }
  if (schema['x-tenant-map'] !== undefined) return `object of up to ${schema['x-tenant-map']} keys`;
  if (schema.type === 'string') {
    const length = bounds(' characters', schema.minLength, schema.maxLength);
    const text = [schema.format ?? 'string', length].filter((part) => part !== '').join(' of ');
    // A format says more than the pattern that stands for it.
    const isOwnPattern = schema.pattern !== undefined && schema.format === undefined;
    return isOwnPattern ? `${text} like \`${schema.pattern}\`` : text;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return `${schema.type} ${bounds('', schema.minimum, schema.maximum)}`;
  }
  return schema.type ?? 'any';
}

function bounds(unit: string, from: number | undefined, to: number | undefined): string {
  if (to === undefined || to === Number.MAX_SAFE_INTEGER)
    return from === undefined ? '' : `from ${from}${unit}`;
  return from === undefined ? `up to ${to}${unit}` : `${from} to ${to}${unit}`;
}
