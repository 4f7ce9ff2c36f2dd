import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { identifier } from '../../../src/toolkit/identifier.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { createProductRegistry, everyTool } from '../../support/every-tool.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { noteKit, noteTools } from '../../support/note-tools.ts';
import { finalOf, testCall } from '../../support/test-call.ts';
import { createToolHost, testCaller } from '../../support/tool-host.ts';
import { undescribedIn } from '../../support/tool-rules.ts';

const product = createProductRegistry();
const host = createToolHost();

/** Calls any tool of the product or of the test catalogue; getting as far as a handler is a failure. */
async function callAny(name: string, args: unknown) {
  const registry = noteTools.some((tool) => tool.name === name) ? host.registry : product;
  const contextsBefore = host.contexts();
  const result = finalOf(await registry.call(name, args, testCall(testCaller(createLogCapture()))));
  expect(host.contexts()).toBe(contextsBefore);
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty('structuredContent');
  return JSON.parse(result.content[0].text).error as {
    code: string;
    message: string;
    fields: readonly { path: string; message: string; expected?: string; suggestion?: string }[];
  };
}

const names = everyTool.map((tool) => tool.name);
const tryInput = (input: z.ZodObject) => () =>
  createToolHost([
    noteKit.tool('content-inputs-try', {
      title: 'Inputs',
      actions: { try: noteKit.query({ summary: 'Try', input, data: z.object({}), run: () => ok({}) }) },
    }),
  ]);
const described = <T extends z.ZodType>(schema: T) => schema.describe('Something, e.g. "x"');

describe('F2 parameters', () => {
  test('F2.1 a wrong type, a bad choice and an unknown key are told at once, and nothing runs', async () => {
    const error = await callAny('content-shapes-echo', { text: 7, choice: 'onee', texts: 'x' });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields).toEqual([
      { path: 'texts', message: 'is not a parameter; did you mean `text`?', suggestion: 'text' },
      { path: 'text', message: expect.stringContaining('expected string'), expected: 'string' },
      { path: 'choice', message: expect.any(String), expected: 'one of: one, two', suggestion: 'one' },
    ]);
  });

  test('F2.1 faults inside an object are told by their path', async () => {
    const error = await callAny('content-shapes-echo', {
      text: 'abc',
      owner: { nam: 'Ana' },
      tags: ['a', 1],
    });
    expect(error.fields.map(({ path }) => path).sort()).toEqual(['owner.nam', 'owner.name', 'tags.1']);
    expect(error.fields).toContainEqual(expect.objectContaining({ path: 'owner.nam', suggestion: 'name' }));
  });

  test('F2.1 a name that the caller made up is repeated cut, and without control and direction characters', async () => {
    const error = await callAny('content-shapes-echo', {
      text: 'abc',
      'a\u001b[31m\u0000\u202e': 1,
      [`<b>${'x'.repeat(100_000)}`]: 1,
      fields: { '__proto__\u0007': 1, constructor: 1 },
    });
    expect(error.fields.map(({ path }) => path)).toEqual([
      'a\ufffd[31m\ufffd\ufffd',
      `<b>${'x'.repeat(61)}…`,
      'fields.constructor',
    ]);
    expect(JSON.stringify(error)).not.toMatch(/\\u00|\u202e/);
  });

  test.each(names)('F2.1 %s refuses a key that it does not have', async (name) => {
    const error = await callAny(name, { zzzzzz: 1 });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields).toContainEqual(expect.objectContaining({ path: 'zzzzzz' }));
  });

  test.each(names)('F2.1 %s refuses arguments that are no object', async (name) => {
    for (const args of [null, [], 'text', 7])
      expect(await callAny(name, args)).toMatchObject({ code: 'INVALID_PARAMS' });
  });

  const paged = everyTool.filter((tool) => tool.inputSchema.properties?.['per_page'] !== undefined);

  test.each(paged.map((tool) => tool.name))('F2.2 %s keeps pages within bounds', async (name) => {
    const actions = everyTool.find((tool) => tool.name === name)?.inputSchema.properties?.['action']?.enum;
    const action = actions?.includes('list') ? { action: 'list' } : {};
    for (const wrong of [{ per_page: 0 }, { per_page: 101 }, { page: 1.5 }, { page: 0 }]) {
      const error = await callAny(name, { ...action, ...wrong });
      expect(error.fields).toContainEqual(expect.objectContaining({ path: Object.keys(wrong)[0] }));
    }
  });

  test('F2.2 a handler sees page 1 of 30 when nothing is said', async () => {
    const { body } = await host.call('content-notes-list');
    expect(body.state).toMatchObject({ page: 1, per_page: 30 });
  });

  test('F2.3 a parameter without description does not start, at any depth', () => {
    const nested = described(z.strictObject({ inner: z.string().max(3) }));
    expect(tryInput(z.object({ bare: z.boolean() }))).toThrow(
      'content-inputs-try.try.bare: has no description',
    );
    expect(tryInput(z.object({ outer: nested }))).toThrow(
      'content-inputs-try.try.outer.inner: has no description',
    );
  });

  test('F2.3 every parameter of every tool is described, at any depth', () => {
    expect(everyTool.flatMap(undescribedIn)).toEqual([]);
  });

  test.each([
    '{"__proto__":{"polluted":true}}',
    '{"constructor":1}',
    '{"prototype":{}}',
    '{"text":"abc","fields":{"a":{"__proto__":{"polluted":true}}}}',
    '{"text":"abc","fields":"{\\"__proto__\\":{\\"polluted\\":true}}"}',
    '{"text":"abc","owner":{"name":"Ana","constructor":{"prototype":{"polluted":true}}}}',
  ])('F2.4 %s is refused and changes no prototype', async (json) => {
    const error = await callAny('content-shapes-echo', JSON.parse(json));
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.some(({ message }) => message === 'is not allowed as a name')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test.each(names)('F2.4 %s refuses them too', async (name) => {
    const error = await callAny(name, JSON.parse('{"__proto__":{},"constructor":1}'));
    expect(error.fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['__proto__', 'constructor']),
    );
  });

  test('arguments that are too deep or too many are refused before anything looks at them', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
    expect(await callAny('content-shapes-echo', { text: 'abc', fields: deep })).toMatchObject({
      fields: [{ message: 'is nested deeper than 32 levels' }],
    });
    const many = Array.from({ length: 30_000 }, () => 1);
    expect(await callAny('content-shapes-echo', { text: 'abc', tags: many })).toMatchObject({
      fields: [{ message: 'the arguments hold more than 20000 values' }],
    });
    const wide = Object.fromEntries(many.map((_, index) => [`key${index}`, 1]));
    expect((await callAny('content-shapes-echo', wide)).fields.length).toBeLessThanOrEqual(32);
  });

  test.each([
    ['is nested deeper than 32 levels', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['is nested deeper than 32 levels', '['.repeat(1_000_000)],
    ['the arguments hold more than 20000 values', `{"a":[${'0,'.repeat(500_000)}0]}`],
  ])('nor does a JSON text bring in what %s', async (message, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    const error = await callAny('content-shapes-echo', { text: 'abc', fields: text });
    const parsed = parse.mock.calls.map(([json]) => json);
    parse.mockRestore();
    expect(error.fields).toEqual([{ path: 'fields', message }]);
    expect(parsed).not.toContain(text);
  });

  test('F2.6 a rule between fields names its field', async () => {
    const error = await callAny('content-notes-manage', {
      action: 'publish',
      identifier: 1,
      publish_at: '2030-01-02T00:00:00Z',
      unpublish_at: '2030-01-01T00:00:00Z',
    });
    expect(error.fields).toEqual([{ path: 'unpublish_at', message: 'has to be later than publish_at' }]);
  });

  test.each([
    ['a text without a greatest length', { a: described(z.string()) }, 'is a text without a greatest length'],
    ['a number without bounds', { a: described(z.number()) }, 'is a number without bounds'],
    [
      'an array without a greatest length',
      { a: described(z.array(z.boolean())) },
      'is an array without a greatest length',
    ],
    ['free text without an example', { a: z.string().max(3).describe('A name') }, 'is free text'],
    ['an open object', { a: described(z.object({ b: described(z.boolean()) })) }, 'is an open object'],
    ['any value', { a: described(z.unknown()) }, 'has no type'],
    ['a name that is not snake_case', { aB: described(z.boolean()) }, 'is not in snake_case'],
    [
      'a union of structures',
      { a: described(z.union([z.array(z.boolean()).max(2), z.strictObject({})])) },
      'is a union of structures',
    ],
    [
      'a union of a structure and a text',
      { a: described(z.union([z.array(z.boolean()).max(2), z.string().max(2)])) },
      'is a union of a structure and a plain value',
    ],
    [
      'a union in an array',
      { a: described(z.array(identifier('Note')).max(2)) },
      'is a union inside an array',
    ],
    ['an unusual format', { a: described(z.ipv4().max(15)) }, 'has the format ipv4'],
    ['an exclusive bound', { a: described(z.number().gt(0).max(1)) }, 'uses exclusiveMinimum'],
    ['a date object', { a: described(z.date()) }, 'input has no JSON Schema'],
    ['a command', { a: z.boolean().describe('A switch. Always set it.') }, 'a sentence begins with Always'],
  ] as const)('F2.7 %s does not start', (_name, shape, fault) => {
    expect(tryInput(z.object(shape))).toThrow(fault);
  });

  test('F2.7 every fault of every tool is told at once', () => {
    expect(tryInput(z.object({ a: z.string(), b: z.number() }))).toThrow(/try\.a: [\s\S]*try\.b: /);
  });
});

describe('what clients send', () => {
  test('the keys that some clients add are dropped', async () => {
    const { body } = await host.call('content-shapes-echo', {
      text: 'abc',
      toolCallId: 'x',
      sessionKey: 'y',
    });
    expect(body.data).toEqual({ received: { text: 'abc', count: 3 } });
  });

  test('a JSON text where an object or an array is expected is parsed', async () => {
    const { body } = await host.call('content-shapes-echo', {
      text: '[1]',
      tags: ' ["a","b"]',
      owner: '{"name":"Ana"}',
      fields: '{"n":[1,{"m":null}]}',
    });
    expect(body.data).toEqual({
      received: {
        text: '[1]',
        count: 3,
        tags: ['a', 'b'],
        owner: { name: 'Ana' },
        fields: { n: [1, { m: null }] },
      },
    });
  });

  test('a text that is no JSON is refused as what it is', async () => {
    const error = await callAny('content-shapes-echo', { text: 'abc', owner: '{name: Ana}' });
    expect(error.fields).toEqual([{ path: 'owner', message: expect.any(String), expected: 'object' }]);
  });
});
