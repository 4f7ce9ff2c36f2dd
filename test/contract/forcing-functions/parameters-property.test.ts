import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../src/toolkit/json-schema.ts';
import type { ToolRegistry } from '../../../src/toolkit/registry.ts';
import { createProductRegistry, everyTool } from '../../support/every-tool.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { noteTools } from '../../support/note-tools.ts';
import { finalOf, testCall } from '../../support/test-call.ts';
import { createToolHost, testCaller } from '../../support/tool-host.ts';

const runs = 300;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const caller = testCaller(createLogCapture('error'));

const junk = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e9, '', 'x', 'text that is long', [], {}, [null], {
    a: 1,
  }),
  fc.string({ maxLength: 8 }),
  fc.integer(),
);

/** Texts for patterns, some of which fit some patterns. */
const shapedTexts = [
  '2024-02-29',
  '2023-02-29',
  '2024-02-29T10:00:00Z',
  '2024-02-29T10:00:00+02:00',
  'es-CL',
  'a b',
];

/** Values that a schema accepts, but for texts with a pattern, which may miss it. */
function fittingFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fittingFor));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string': {
      const { minLength = 0, maxLength = 20 } = schema;
      if (schema.pattern !== undefined) return fc.constantFrom(...shapedTexts);
      return fc.string({ minLength, maxLength: Math.min(minLength + 20, maxLength) });
    }
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 0 } = schema;
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 200) });
    }
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(fittingFor(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(4, schema.maxItems ?? 4),
      });
    case 'object':
      return schema.additionalProperties === true ? mapsOf(1) : recordsFor(schema);
    default:
      return fc.constant(null);
  }
}

/** Values at and beyond the bounds of a schema, or of another type. */
function straysFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(junk, ...schema.anyOf.map(straysFor));
  switch (schema.type) {
    case 'string': {
      const { minLength = 0, maxLength = 20 } = schema;
      const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
      return fc.oneof(junk, fc.constantFrom(...lengths.map((length) => 'x'.repeat(length))));
    }
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 0 } = schema;
      return fc.oneof(junk, fc.constantFrom(minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1));
    }
    case 'array':
      return fc.oneof(
        junk,
        fc.array(fc.oneof(fittingFor(schema.items ?? {}), straysFor(schema.items ?? {})), { maxLength: 5 }),
      );
    case 'object':
      return schema.additionalProperties === true
        ? fc.oneof(junk, mapsOf(0))
        : fc.oneof(junk, objectsFor(schema));
    default:
      return junk;
  }
}

function mapsOf(keyLengthMin: number) {
  return fc.dictionary(fc.string({ minLength: keyLengthMin, maxLength: 4 }).filter(isHarmless), junk, {
    maxKeys: 3,
  });
}

function recordsFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const shape = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, child]) => [name, fittingFor(child)]),
  );
  return fc.record(shape, { requiredKeys: [...(schema.required ?? [])] });
}

/** Objects that fit, and objects with one thing that does not: a value, a key too many, a key too few. */
function objectsFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fitting = recordsFor(schema);
  const spoiled = Object.entries(schema.properties ?? {}).map(([name, child]) =>
    fc.tuple(fitting, straysFor(child)).map(([record, stray]) => ({ ...record, [name]: stray })),
  );
  const widened = fc
    .tuple(fitting, fc.string({ minLength: 1, maxLength: 6 }).filter(isHarmless), junk)
    .map(([record, name, stray]) => ({ [name]: stray, ...record }));
  const shortened = fc.record(
    Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, child]) => [name, fittingFor(child)]),
    ),
    { requiredKeys: [] },
  );
  return fc.oneof({ weight: spoiled.length + 2, arbitrary: fitting }, ...spoiled, widened, shortened);
}

/** Keys that a server refuses for a reason that JSON Schema cannot say. */
function isHarmless(key: string): boolean {
  return !['__proto__', 'constructor', 'prototype'].includes(key);
}

/** Whether the server takes the arguments, and the messages if it does not. */
async function ask(registry: ToolRegistry, name: string, args: unknown) {
  // A call whose client has left ends right after its arguments were read.
  const result = finalOf(await registry.call(name, args, testCall(caller, { signal: AbortSignal.abort() })));
  const { error } = JSON.parse(result.content[0].text) as {
    error?: { code: string; fields?: readonly { message: string; expected?: string }[] };
  };
  const isRefused = error?.code === 'INVALID_PARAMS' && error.fields !== undefined;
  return { isAccepted: !isRefused, faults: isRefused ? (error?.fields ?? []) : [] };
}

const singles = everyTool.filter((tool) => tool.inputSchema.properties?.['action'] === undefined);
/** Refinements of zod's own types are told with what was expected; rules of ours are not. */
const isRule = (fault: { expected?: string; message: string }) => fault.expected === undefined;

describe('F2.5 the advertised schema and the server agree', () => {
  test.each(singles.map((tool) => [tool.name, tool] as const))('%s', async (name, tool) => {
    const isOurs = noteTools.some((candidate) => candidate.name === name);
    const registry = isOurs ? createToolHost().registry : createProductRegistry();
    const accepts = ajv.compile(tool.inputSchema);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(objectsFor(tool.inputSchema), async (args) => {
        const isAdvertised = accepts(args);
        const { isAccepted, faults } = await ask(registry, name, args);
        if (isAccepted && isAdvertised) accepted += 1;
        if (isAccepted) expect([args, isAdvertised]).toEqual([args, isAdvertised || hasJsonText(args)]);
        if (isAdvertised && !isAccepted)
          expect([args, faults.filter((fault) => !isRule(fault))]).toEqual([args, []]);
      }),
      { numRuns: runs },
    );
    expect(accepted).toBeGreaterThan(runs / 10);
  });
});

/** A text that decision about stringified objects may have turned into one. */
function hasJsonText(args: Record<string, unknown>): boolean {
  return Object.values(args).some((value) => typeof value === 'string' && /^\s*[[{]/.test(value));
}
