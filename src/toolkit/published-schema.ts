import { isDeepStrictEqual } from 'node:util';
import type { ReportFault } from './compile.ts';
import { type CompiledAction, type CompiledTool, discriminator } from './compiled.ts';
import { envelopeSchema } from './envelope.ts';
import { type JsonSchema, type RawSchema, toPublished } from './json-schema.ts';

/**
 * The input schema of a tool: one flat object, whatever the number of actions. What belongs to which
 * action is said in the description and checked by the server.
 * @param visible the actions that the caller may see, all of one tool
 */
export function inputSchemaOf<Ctx>(
  tool: CompiledTool<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  if (tool.hasDiscriminator) {
    const values = [...new Set(visible.map((action) => action.wire))];
    const fallback = values.find((value) => value === tool.defaultWire);
    properties[discriminator] = {
      type: 'string',
      enum: values,
      description: 'What to do',
      ...(fallback !== undefined && { default: fallback }),
    };
    if (fallback === undefined) required.push(discriminator);
  }
  for (const action of visible) {
    for (const [name, schema] of action.parameters) {
      properties[name] = withCommonDefault(properties[name], toPublished(schema));
    }
  }
  for (const name of Object.keys(properties)) {
    if (visible.every((action) => action.required.has(name))) required.push(name);
  }
  return {
    type: 'object',
    properties,
    // An empty list is refused by validators of the older drafts.
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/**
 * A default that another action does not share is not published: a client that fills it in would change
 * what it did not mean to.
 */
function withCommonDefault(earlier: JsonSchema | undefined, schema: JsonSchema): JsonSchema {
  if (earlier === undefined) return schema;
  if (isDeepStrictEqual(earlier.default, schema.default)) return earlier;
  const { default: _own, ...shared } = earlier;
  return shared;
}

/** The output schema of a tool: the envelope around the keys of all actions that the caller may see. */
export function outputSchemaOf<Ctx>(visible: readonly CompiledAction<Ctx>[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const action of visible) {
    for (const [name, schema] of Object.entries(action.rawData.properties ?? {})) {
      properties[name] ??= toPublished(schema);
    }
  }
  const [only, ...others] = visible;
  // A write can be answered by `control` with empty data, and two actions seldom share all keys.
  const isSingleRead = others.length === 0 && only?.definition.verb === 'query';
  const required = isSingleRead ? only.rawData.required : undefined;
  const isOpen = visible.some(({ rawData }) => typeof rawData.additionalProperties === 'object');
  return envelopeSchema({
    type: 'object',
    properties,
    ...(required?.length && { required }),
    additionalProperties: isOpen,
  });
}

/** Reports a name that two actions of the tool use for different types. */
export function lintSharedNames<Ctx>(tool: CompiledTool<Ctx>, report: ReportFault): void {
  lintShared(
    tool.actions.map((action) => [action.name, action.rawInput.properties ?? {}]),
    (name, first, second) => report(`${tool.name}.${second}.${name}`, `has another type than in ${first}`),
  );
  lintShared(
    tool.actions.map((action) => [action.name, action.rawData.properties ?? {}]),
    (name, first, second) =>
      report(`${tool.name}.${second}.data.${name}`, `has another type than in ${first}`),
  );
}

function lintShared(
  declarations: readonly (readonly [action: string, properties: Parameters<typeof withoutDescription>[0]])[],
  differ: (name: string, first: string, second: string) => void,
): void {
  const seen = new Map<string, { readonly action: string; readonly schema: unknown }>();
  for (const [action, properties] of declarations) {
    for (const [name, schema] of Object.entries(withoutDescription(properties))) {
      const earlier = seen.get(name);
      if (earlier === undefined) seen.set(name, { action, schema });
      else if (!isDeepStrictEqual(earlier.schema, schema)) differ(name, earlier.action, action);
    }
  }
}

/** What makes the type of a parameter; its text, its default and what the kit alone reads do not. */
function withoutDescription(properties: { readonly [name: string]: RawSchema }) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const {
        description: _text,
        default: _default,
        'x-changes': _changes,
        'x-read-only': _readOnly,
        ...type
      } = schema;
      return [name, type];
    }),
  );
}
