import type { JsonSchema } from '../../src/toolkit/json-schema.ts';
import type { ListedTool } from './every-tool.ts';

/** Values that mean something in the sandbox, by parameter. Any other parameter gets a value that merely fits. */
const known: Readonly<Record<string, unknown>> = {
  space: 31,
  type: 'noticia',
  identifier: 31,
  name: 'Sample',
};

/** Arguments with which a tool can be called: the action, and what it cannot do without. */
export function sampleArguments(tool: ListedTool, action?: string): Record<string, unknown> {
  const required = tool.inputSchema.required ?? [];
  const args = Object.fromEntries(
    required
      .filter((name) => name !== 'action')
      .map((name) => [name, known[name] ?? sampleOf(tool.inputSchema.properties?.[name])]),
  );
  return action === undefined ? args : { ...args, action };
}

export function actionsOf(tool: ListedTool): readonly (string | undefined)[] {
  return (tool.inputSchema.properties?.['action']?.enum as readonly string[] | undefined) ?? [undefined];
}

function sampleOf(schema: JsonSchema = {}): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return sampleOf(first);
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time'
        ? '2030-01-01T00:00:00Z'
        : 'x'.repeat(Math.max(1, schema.minLength ?? 1));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items));
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name])]),
      );
    default:
      return null;
  }
}
