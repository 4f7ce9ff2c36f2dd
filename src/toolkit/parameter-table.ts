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
  const schema = owners[0]?.parameters.get(name) ?? {};
  const nodes = [...walkSchema(schema, name, 'property')].filter(({ role }) => role === 'property');
  return nodes.map((node) => {
    const isWhole = node.path === name;
    return [
      node.path,
      typeText(node.schema),
      isWhole && requiring.length > 0 ? actionNames(requiring, tool.actions) : '',
      isWhole ? actionNames(owners, tool.actions) : '',
      node.schema.default === undefined ? '' : JSON.stringify(node.schema.default),
      node.schema.description ?? '',
    ];
  });
}

/** What a parameter takes, with all its bounds. */
function typeText(schema: RawSchema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' or ');
  if (schema.enum !== undefined) return `one of: ${schema.enum.join(', ')}`;
  if (schema.type === 'array') {
    return `array of ${bounds('', schema.minItems, schema.maxItems)} ${typeText(schema.items ?? {})}`;
  }
  if (schema['x-tenant-map'] !== undefined) return `object of up to ${schema['x-tenant-map']} keys`;
  if (schema.type === 'string') {
    const length = bounds(' characters', schema.minLength, schema.maxLength);
    return [schema.format ?? 'string', length].filter((part) => part !== '').join(' of ');
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
