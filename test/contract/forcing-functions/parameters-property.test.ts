import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exposure } from '../../../src/tenant/policy.ts';
import type { JsonSchema } from '../../../src/toolkit/json-schema.ts';
import type { ToolRegistry } from '../../../src/toolkit/registry.ts';
import { createProductRegistry, type ListedTool } from '../../support/every-tool.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { finalOf, testCall } from '../../support/test-call.ts';
import { createToolHost, testCaller } from '../../support/tool-host.ts';

const runs = 300;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const logs = createLogCapture('error');

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
  'word',
  'other',
  'a@b.example',
  'https://files.example/a.png',
  'image/png',
  'a b',
];

function shapedFor(pattern: RegExp): fc.Arbitrary<string> {
  const fitting = shapedTexts.filter((text) => pattern.test(text));
  const any = fc.constantFrom(...shapedTexts);
  if (fitting.length === 0) return any;
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: any });
}

/** Values that a schema accepts, but for texts with a pattern, which may miss it. */
function fittingFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fittingFor));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string': {
      const { minLength = 0, maxLength = 20 } = schema;
      if (schema.pattern !== undefined) return shapedFor(new RegExp(schema.pattern, 'u'));
      return fc.string({ minLength, maxLength: Math.min(minLength + 20, maxLength) });
    }
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 0 } = schema;
      const least = Math.ceil(minimum);
      return fc.integer({ min: least, max: Math.min(Math.floor(maximum), least + 200) });
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

/** Parameters that the kit adds, and that no rule between parameters is about. */
const kitParameters = ['dry_run', 'verify', 'confirm_token'];

/** Most of them with few optional keys, since a tool with many rules between parameters refuses most that have many. */
function recordsFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const shape = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, child]) => [name, fittingFor(child)]),
  );
  const required = [...(schema.required ?? [])];
  const optional = Object.keys(shape).filter((name) => ![...required, ...kitParameters].includes(name));
  const sparse = fc.subarray(optional, { maxLength: Math.min(3, optional.length) }).chain((chosen) => {
    const kept = Object.entries(shape).filter(([name]) => required.includes(name) || chosen.includes(name));
    return fc.record(Object.fromEntries(kept));
  });
  return fc.oneof(fc.record(shape, { requiredKeys: required }), { weight: 3, arbitrary: sparse });
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

interface Asked {
  readonly registry: ToolRegistry;
  readonly exposure: Exposure;
  readonly name: string;
}

interface Fault {
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
}

/** Whether the server takes the arguments, and the messages if it does not. */
async function ask({ registry, exposure, name }: Asked, args: unknown) {
  const caller = testCaller(logs, { policy: { exposure } });
  // A call whose client has left ends right after its arguments were read.
  const result = finalOf(await registry.call(name, args, testCall(caller, { signal: AbortSignal.abort() })));
  const { error } = JSON.parse(result.content[0].text) as {
    error?: { code: string; fields?: readonly Fault[] };
  };
  const isRefused = error?.code === 'INVALID_PARAMS' && error.fields !== undefined;
  return { isAccepted: !isRefused, faults: isRefused ? (error?.fields ?? []) : [] };
}

const registries = { product: createProductRegistry(), notes: createToolHost().registry };

/** Every tool with one action, which in the exposures beside the grouped one are all. */
const singles = (['flat', 'catalog'] as const).flatMap((exposure) =>
  Object.entries(registries).flatMap(([catalogue, registry]) => {
    const tools = registry.preview({ ...openPolicy, exposure }).tools as unknown as readonly ListedTool[];
    return tools.map(
      (tool) => [`${tool.name} of the ${catalogue}`, { registry, exposure, name: tool.name }, tool] as const,
    );
  }),
);
/** Refinements of zod's own types are told with what was expected; rules of ours, and of all parameters together, are not. */
const isRule = ({ path, expected }: Fault) => expected === undefined || path === '';

describe('F2.5 the advertised schema and the server agree', () => {
  test.each(singles)('%s', async (_title, asked, tool) => {
    const accepts = ajv.compile(tool.inputSchema);
    let accepted = 0;
    let ruledOut = 0;
    await fc.assert(
      fc.asyncProperty(objectsFor(tool.inputSchema), async (args) => {
        const isAdvertised = accepts(args);
        const { isAccepted, faults } = await ask(asked, args);
        if (isAccepted && isAdvertised) accepted += 1;
        if (isAccepted) expect([args, isAdvertised]).toEqual([args, isAdvertised || hasJsonText(args)]);
        if (!isAdvertised || isAccepted) return;
        ruledOut += 1;
        expect([args, faults.filter((fault) => !isRule(fault))]).toEqual([args, []]);
      }),
      { numRuns: runs },
    );
    // What the tool's own rules refuse has been looked at too.
    expect(accepted + ruledOut).toBeGreaterThan(runs / 10);
    expect(accepted).toBeGreaterThan(0);
  });
});

/** A text that decision about stringified objects may have turned into one. */
function hasJsonText(args: Record<string, unknown>): boolean {
  return Object.values(args).some((value) => typeof value === 'string' && /^\s*[[{]/.test(value));
}
