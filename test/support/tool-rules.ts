import { expect } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '../../src/toolkit/json-schema.ts';
import type { ToolSpec } from '../../src/toolkit/tool.ts';
import type { ListedTool } from './every-tool.ts';

/** Every schema inside of one, with its path. */
function* nodesOf(schema: JsonSchema, path: string): Generator<readonly [path: string, schema: JsonSchema]> {
  yield [path, schema];
  for (const [name, child] of Object.entries(schema.properties ?? {}))
    yield* nodesOf(child, `${path}.${name}`);
  if (schema.items !== undefined) yield* nodesOf(schema.items, `${path}[]`);
  if (typeof schema.additionalProperties === 'object')
    yield* nodesOf(schema.additionalProperties, `${path}.*`);
  for (const branch of schema.anyOf ?? []) yield* nodesOf(branch, path);
}

/** Paths of the nodes that a rule finds fault with. */
export function offenders(schema: JsonSchema, isWrong: (schema: JsonSchema) => boolean): readonly string[] {
  return [...nodesOf(schema, '')].filter(([, node]) => isWrong(node)).map(([path]) => path);
}

const isStructure = (schema: JsonSchema) => schema.type === 'object' || schema.type === 'array';

export function expectFourHints(tool: ListedTool): void {
  expect(tool.title).toMatch(/\S/);
  expect(Object.keys(tool.annotations).sort()).toEqual([
    'destructiveHint',
    'idempotentHint',
    'openWorldHint',
    'readOnlyHint',
  ]);
  for (const hint of Object.values(tool.annotations)) expect(hint).toBeTypeOf('boolean');
}

export function expectHintsOfVerbs(tool: ListedTool, spec: ToolSpec<never> | undefined): void {
  const parts = partsOf(spec);
  expect([tool.name, parts.length]).not.toEqual([tool.name, 0]);
  expect([tool.name, tool.annotations]).toEqual([
    tool.name,
    {
      readOnlyHint: parts.every(({ verb }) => verb === 'query'),
      destructiveHint: parts.some(
        ({ verb, overrides }) => verb === 'mutation' && overrides.destructive !== false,
      ),
      idempotentHint: parts.every(({ verb, overrides }) => verb === 'query' || overrides.idempotent === true),
      openWorldHint: parts.some(({ overrides }) => overrides.openWorld === true),
    },
  ]);
}

/** Paths of parameters that say nothing of themselves, at any depth. */
export function undescribedIn(tool: ListedTool): readonly string[] {
  const visit = (schema: JsonSchema, path: string): readonly string[] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, child]) => [
      ...(child.description?.trim() ? [] : [`${path}.${key}`]),
      ...visit(child, `${path}.${key}`),
    ]),
    ...(schema.items === undefined ? [] : visit(schema.items, `${path}[]`)),
  ];
  return visit(tool.inputSchema, tool.name);
}

export function expectBounds(tool: ListedTool): void {
  const isUnbounded = (node: JsonSchema) => {
    if (node.enum !== undefined || ['date', 'date-time', 'uuid'].includes(node.format ?? '')) return false;
    if (node.type === 'string') return node.maxLength === undefined;
    if (node.type === 'array') return node.maxItems === undefined;
    const isNumber = node.type === 'number' || node.type === 'integer';
    return isNumber && (node.minimum === undefined || node.maximum === undefined);
  };
  expect(offenders(tool.inputSchema, isUnbounded)).toEqual([]);
}

export function expectEnvelope({ outputSchema }: ListedTool): void {
  expect(outputSchema).toMatchObject({
    type: 'object',
    required: ['platform', 'data'],
    additionalProperties: false,
  });
  expect(Object.keys(outputSchema.properties ?? {})).toEqual([
    'platform',
    'data',
    'resource',
    'state',
    'control',
  ]);
  expect(outputSchema).not.toHaveProperty('$schema');
  expect(offenders(outputSchema, (node) => (node.anyOf ?? []).filter(isStructure).length > 1)).toEqual([]);
}

/** What every action requires is required, and an action only where none is the default. */
export function expectRequired(tool: ListedTool, spec: ToolSpec<never> | undefined): void {
  const requiredBy = (input: z.ZodObject) =>
    Object.entries(input.shape)
      .filter(([, schema]) => !z.safeParse(schema as z.ZodType, undefined).success)
      .map(([parameter]) => parameter);
  const [first = [], ...others] = partsOf(spec).map(({ input }) => requiredBy(input));
  const common = first.filter((parameter) => others.every((names) => names.includes(parameter)));
  const isChosen = Object.keys(spec?.actions ?? {}).length > 1 && spec?.default === undefined;
  expect([...(tool.inputSchema.required ?? [])].sort()).toEqual(
    [...common, ...(isChosen ? ['action'] : [])].sort(),
  );
  expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  for (const word of ['oneOf', 'anyOf', 'allOf']) expect(tool.inputSchema).not.toHaveProperty(word);
}

/** The actions of a tool, and in place of `manage` its parts. */
function partsOf(spec: ToolSpec<never> | undefined) {
  return Object.values(spec?.actions ?? {}).flatMap((entry) =>
    entry.kind === 'manage'
      ? [entry.get, entry.create, entry.update].filter((part) => part !== undefined)
      : [entry],
  );
}

/** Names at the top level of a line: what stands in parentheses is said about them. */
export function namesIn(line: string): readonly string[] {
  return line
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none');
}

export function lineOf(tool: ListedTool, label: string): string {
  return new RegExp(`^\\*\\*${label}\\*\\*: (.+)$`, 'm').exec(tool.description)?.[1] ?? '';
}

/** The full form names each parameter and no other. */
export function expectNamedParameters(tool: ListedTool): void {
  expect([...namesIn(lineOf(tool, 'Params'))].sort()).toEqual(
    Object.keys(tool.inputSchema.properties ?? {}).sort(),
  );
}
