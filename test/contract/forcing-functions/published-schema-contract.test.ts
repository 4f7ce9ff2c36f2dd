import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foreign, tenantMap } from '../../../src/toolkit/foreign.ts';
import type { JsonSchema } from '../../../src/toolkit/json-schema.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { everyTool } from '../../support/every-tool.ts';
import { noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';
import { expectBounds, expectEnvelope, offenders } from '../../support/tool-rules.ts';

const tools = everyTool.map((tool) => [tool.name, tool] as const);
const words = new Set([
  ...[
    'type',
    'description',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'anyOf',
    'enum',
    'default',
  ],
  ...[
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'maxProperties',
  ],
]);
const formats = ['date', 'date-time', 'email', 'uri', 'uuid'];
const isStructure = (schema: JsonSchema) => schema.type === 'object' || schema.type === 'array';

const tryData =
  (data: z.ZodObject, others: Record<string, z.ZodObject> = {}) =>
  () =>
    createToolHost([
      noteKit.tool('content-data-try', {
        title: 'Data',
        summary: 'Try data',
        actions: Object.fromEntries(
          Object.entries({ first: data, ...others }).map(([name, schema]) => [
            name,
            noteKit.query({ summary: 'Try', input: z.object({}), data: schema, run: () => ok({} as never) }),
          ]),
        ),
      }),
    ]);

describe('schemas that every client understands', () => {
  test.each(tools)('%s uses the common words of JSON Schema only', (_name, tool) => {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(offenders(schema, (node) => Object.keys(node).some((word) => !words.has(word)))).toEqual([]);
      expect(offenders(schema, (node) => Array.isArray(node.type))).toEqual([]);
      expect(
        offenders(schema, (node) => node.format !== undefined && !formats.includes(node.format)),
      ).toEqual([]);
      expect(offenders(schema, (node) => node.type === 'array' && node.items === undefined)).toEqual([]);
      expect(offenders(schema, (node) => node.type === 'object' && node.properties === undefined)).toEqual(
        [],
      );
    }
  });

  test.each(tools)('%s has an input that no client drops', (name, tool) => {
    const { inputSchema } = tool;
    expect(name).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
    expect(Buffer.byteLength(JSON.stringify(inputSchema))).toBeLessThanOrEqual(16_384);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(inputSchema).not.toHaveProperty('anyOf');
    expect(offenders(inputSchema, (node) => (node.anyOf ?? []).filter(isStructure).length > 1)).toEqual([]);
    expect(offenders(inputSchema, (node) => node.items?.anyOf !== undefined)).toEqual([]);
  });

  test.each(tools)('F2.7 %s bounds every text, number and array of its input', (_name, tool) => {
    expectBounds(tool);
  });
});

describe('F9 structured output', () => {
  test.each(tools)(
    'F9.1 %s publishes one object in the envelope, without unions of structures',
    (_name, tool) => expectEnvelope(tool),
  );

  test.each(tools)('%s compiles under AJV in strict mode', (_name, tool) => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false });
    expect(() => ajv.compile(tool.outputSchema)).not.toThrow();
    expect(() => ajv.compile(tool.inputSchema)).not.toThrow();
  });

  test.each(tools)('%s publishes keys of data as optional where not every answer has them', (_name, tool) => {
    const isSingleRead =
      tool.annotations['readOnlyHint'] && tool.inputSchema.properties?.['action'] === undefined;
    if (!isSingleRead) expect(tool.outputSchema.properties?.['data']).not.toHaveProperty('required');
  });

  test.each([
    ['bad_resource', 'INTERNAL'],
    ['own_shape', 'INTERNAL'],
    ['forgotten_key', 'INTERNAL'],
    ['foreign_shape', 'UPSTREAM_ERROR'],
  ])('F9.3 %s is %s, and only the log says where', async (misdeed, code) => {
    const host = createToolHost();
    const { result, body } = await host.call('content-misdeeds-do', { misdeed });
    expect(body.error?.code).toBe(code);
    expect(result.content[0].text).not.toMatch(/note\.id|resource\.id|seven|many/);
    expect(host.logs.lines().some((line) => typeof line['path'] === 'string')).toBe(true);
  });

  test('what is not declared does not leave', async () => {
    const { body } = await createToolHost().call('content-misdeeds-do', { misdeed: 'undeclared_key' });
    expect(body.data).toEqual({ count: 1 });
  });

  test('F9.4 control has empty data and is no error', async () => {
    const host = createToolHost();
    await host.call('content-notes-manage', { action: 'publish', identifier: 1 });
    const { result, body } = await host.call('content-notes-manage', { action: 'delete', identifier: 1 });
    expect(body).toEqual({
      platform: { name: 'andes', host: 'andes.sandbox.invalid' },
      data: {},
      control: { cancelled: true, message: 'The note is published.' },
    });
    expect(result).not.toHaveProperty('isError');
    expect(result.structuredContent).toEqual(body);
  });

  test.each(tools)('F9.5 %s publishes no message without a code beside it', (_name, tool) => {
    const data = tool.outputSchema.properties?.['data'] ?? {};
    expect(
      offenders(
        data,
        (node) => node.properties?.['message'] !== undefined && node.properties['code'] === undefined,
      ),
    ).toEqual([]);
  });

  test('F9.5 a message without a code does not start, at any depth; a tenant may call its field so', () => {
    const nested = z.object({ results: z.array(z.object({ message: z.string() })) });
    expect(tryData(nested)).toThrow(
      'content-data-try.first.data.results[]: has a message without a code beside it',
    );
    expect(tryData(z.object({ echo: foreign({ message: z.string() }) }))).toThrow(
      'has a message without a code',
    );
    expect(
      tryData(z.object({ findings: z.array(z.object({ code: z.string(), message: z.string() })) })),
    ).not.toThrow();
    expect(tryData(z.object({ fields: tenantMap() }))).not.toThrow();
  });

  test('F9.6 one key with two types does not start, and both actions are named', () => {
    expect(tryData(z.object({ entry: z.string() }), { second: z.object({ entry: z.number() }) })).toThrow(
      'content-data-try.second.data.entry: has another type than in first',
    );
  });

  test.each(tools)('F9.7 %s speaks of this call only in state.status', (_name, tool) => {
    const state = tool.outputSchema.properties?.['state'];
    expect(state?.properties?.['status']?.enum).toEqual(['done', 'unchanged', 'partial', 'accepted']);
    expect(Object.keys(state?.properties ?? {})).toEqual([
      'status',
      'returned',
      'total',
      'searched',
      'page',
      'per_page',
      'complete',
      'next',
      'invalidates',
      'warnings',
    ]);
  });

  test('F9.8 a list with filters that does not say how much it searched is our fault', async () => {
    const action = noteKit.query({
      summary: 'List',
      filters: ['query'],
      input: z.object({ query: z.string().max(9).optional().describe('Words, e.g. "a"') }),
      data: z.object({}),
      run: () => ok({}, { state: { returned: 0, total: 0 } }),
    });
    const host = createToolHost([
      noteKit.tool('content-silent-list', { title: 'List', actions: { list: action } }),
    ]);
    expect((await host.call('content-silent-list')).body.error?.code).toBe('INTERNAL');
  });

  test('F9.8 a page that left something out is not complete, be it the last one', async () => {
    const host = createToolHost();
    const states = await Promise.all(
      [{ per_page: 2 }, { per_page: 2, page: 2 }, {}].map(
        async (args) => (await host.call('content-notes-list', args)).body.state,
      ),
    );
    expect(states).toMatchObject([
      { returned: 2, total: 3, searched: 3, page: 1, per_page: 2, complete: false },
      { returned: 1, total: 3, page: 2, complete: false },
      { returned: 3, total: 3, complete: true },
    ]);
  });

  test('union of structures, references and tuples do not start', () => {
    type Tree = { readonly children: readonly Tree[] };
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree) }));
    expect(tryData(z.object({ a: z.union([z.object({}), z.array(z.string())]) }))).toThrow(
      'is a union of structures',
    );
    expect(tryData(z.object({ tree }))).toThrow(/\$ref|\$defs/);
    expect(tryData(z.object({ pair: z.tuple([z.string(), z.number()]) }))).toThrow('prefixItems');
    expect(tryData(z.object({ at: z.date() }))).toThrow('data has no JSON Schema');
  });
});
