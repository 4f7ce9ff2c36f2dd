import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../../src/toolkit/json-schema.ts';
import { schemaChanges } from '../../../support/contract-lock/schema-changes.ts';

const text: JsonSchema = { type: 'string' };
const objectOf = (properties: JsonSchema['properties'] = {}, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...rest,
});

/** The changes as an input and as an output, without their values: `path class`. */
function changes(old: JsonSchema, now: JsonSchema) {
  const [input, output] = (['input', 'output'] as const).map((direction) =>
    schemaChanges(old, now, { direction, path: 's' }).map((change) => `${change.path} ${change.class}`),
  );
  return { input, output };
}

describe('F11.2 the class of a change of a schema', () => {
  test.each<[string, JsonSchema, JsonSchema, string, 'breaking' | 'compatible', 'breaking' | 'compatible']>([
    [
      'a type that is taken beside the other',
      text,
      { anyOf: [text, { type: 'integer' }] },
      's.type',
      'compatible',
      'breaking',
    ],
    [
      'a type that is not taken any more',
      { anyOf: [text, { type: 'integer' }] },
      text,
      's.type',
      'breaking',
      'compatible',
    ],
    ['another type', text, { type: 'boolean' }, 's.type', 'breaking', 'breaking'],
    [
      'any number where whole ones were',
      { type: 'integer' },
      { type: 'number' },
      's.type',
      'compatible',
      'breaking',
    ],
    [
      'whole numbers where any were',
      { type: 'number' },
      { type: 'integer' },
      's.type',
      'breaking',
      'compatible',
    ],
    [
      'a choice more',
      { type: 'string', enum: ['a'] },
      { type: 'string', enum: ['a', 'b'] },
      's.enum',
      'compatible',
      'breaking',
    ],
    [
      'a choice less',
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', enum: ['a'] },
      's.enum',
      'breaking',
      'compatible',
    ],
    [
      'a choice for another',
      { type: 'string', enum: ['a'] },
      { type: 'string', enum: ['b'] },
      's.enum',
      'breaking',
      'breaking',
    ],
    ['choices where any text was', text, { type: 'string', enum: ['a'] }, 's.enum', 'breaking', 'compatible'],
    [
      'any text where choices were',
      { type: 'string', enum: ['a'] },
      text,
      's.enum',
      'compatible',
      'breaking',
    ],
    [
      'a lower ceiling',
      { type: 'string', maxLength: 9 },
      { type: 'string', maxLength: 8 },
      's.maxLength',
      'breaking',
      'compatible',
    ],
    [
      'a higher ceiling',
      { type: 'string', maxLength: 8 },
      { type: 'string', maxLength: 9 },
      's.maxLength',
      'compatible',
      'breaking',
    ],
    ['a first ceiling', text, { type: 'string', maxLength: 9 }, 's.maxLength', 'breaking', 'compatible'],
    ['no ceiling any more', { type: 'string', maxLength: 9 }, text, 's.maxLength', 'compatible', 'breaking'],
    [
      'a higher floor',
      { type: 'integer', minimum: 0 },
      { type: 'integer', minimum: 1 },
      's.minimum',
      'breaking',
      'compatible',
    ],
    [
      'a lower floor',
      { type: 'integer', minimum: 1 },
      { type: 'integer', minimum: 0 },
      's.minimum',
      'compatible',
      'breaking',
    ],
    ['a format', text, { type: 'string', format: 'date' }, 's.format', 'breaking', 'compatible'],
    [
      'another pattern',
      { type: 'string', pattern: 'a' },
      { type: 'string', pattern: 'b' },
      's.pattern',
      'breaking',
      'breaking',
    ],
    [
      'another default',
      { type: 'integer', default: 30 },
      { type: 'integer', default: 20 },
      's.default',
      'breaking',
      'breaking',
    ],
    [
      'a property that must be there',
      objectOf({ a: text }),
      objectOf({ a: text }, { required: ['a'] }),
      's.required.a',
      'breaking',
      'compatible',
    ],
    [
      'a property that may be missing',
      objectOf({ a: text }, { required: ['a'] }),
      objectOf({ a: text }),
      's.required.a',
      'compatible',
      'breaking',
    ],
    ['a property less', objectOf({ a: text }), objectOf(), 's.properties.a', 'breaking', 'breaking'],
    [
      'an optional property more',
      objectOf(),
      objectOf({ a: text }),
      's.properties.a',
      'compatible',
      'compatible',
    ],
    [
      'a required property more',
      objectOf(),
      objectOf({ a: text }, { required: ['a'] }),
      's.properties.a',
      'breaking',
      'compatible',
    ],
    [
      'no other keys any more',
      objectOf(),
      objectOf({}, { additionalProperties: false }),
      's.additionalProperties',
      'breaking',
      'compatible',
    ],
    [
      'any other keys',
      objectOf({}, { additionalProperties: text }),
      objectOf(),
      's.additionalProperties',
      'compatible',
      'breaking',
    ],
    [
      'a type inside the other keys',
      objectOf({}, { additionalProperties: text }),
      objectOf({}, { additionalProperties: { type: 'boolean' } }),
      's.additionalProperties.type',
      'breaking',
      'breaking',
    ],
    [
      'a type inside a list',
      { type: 'array', items: text },
      { type: 'array', items: { type: 'boolean' } },
      's.items.type',
      'breaking',
      'breaking',
    ],
    [
      'items that were not described',
      { type: 'array' },
      { type: 'array', items: text },
      's.items',
      'breaking',
      'breaking',
    ],
    [
      'a ceiling in one branch of a union',
      { anyOf: [text, { type: 'integer', maximum: 9 }] },
      { anyOf: [text, { type: 'integer', maximum: 8 }] },
      's.maximum',
      'breaking',
      'compatible',
    ],
    [
      'a format in the second branch of its type',
      { anyOf: [text, { type: 'string', format: 'date' }] },
      { anyOf: [text, { type: 'string', format: 'uuid' }] },
      's.format',
      'breaking',
      'breaking',
    ],
    [
      'a choice less beside a union',
      { anyOf: [text, { type: 'number' }], enum: ['a', 1] },
      { anyOf: [text, { type: 'number' }], enum: ['a'] },
      's.enum',
      'breaking',
      'compatible',
    ],
    [
      'another default in a branch of a union',
      { anyOf: [{ type: 'string', default: 'a' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string', default: 'b' }, { type: 'integer' }] },
      's.default',
      'breaking',
      'breaking',
    ],
    [
      'a word that nobody knows',
      text,
      { ...text, ...{ contentEncoding: 'base64' } },
      's.contentEncoding',
      'breaking',
      'compatible',
    ],
  ])('%s', (_what, old, now, path, asInput, asOutput) => {
    expect(changes(old, now)).toEqual({ input: [`${path} ${asInput}`], output: [`${path} ${asOutput}`] });
  });

  test('words for the model are text, wherever they stand', () => {
    const described = (description: string) =>
      objectOf({ list: { type: 'array', items: objectOf({ a: { ...text, description } }) } });
    const path = 's.properties.list.items.properties.a.description text';
    expect(changes(described('one'), described('two'))).toEqual({ input: [path], output: [path] });
  });

  test('words in a branch of a union are text, and are told beside another change', () => {
    const described = (description: string, maximum: number): JsonSchema => ({
      anyOf: [
        { type: 'string', description },
        { type: 'integer', maximum },
      ],
    });
    expect(changes(described('one', 9), described('two', 8)).input).toEqual([
      's.description text',
      's.maximum breaking',
    ]);
  });

  test('the same choices in another order are text', () => {
    const change = 's.enum text';
    expect(changes({ type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a'] })).toEqual({
      input: [change],
      output: [change],
    });
  });

  test('every difference of a schema is told, with both values', () => {
    const old = objectOf({ a: { type: 'string', maxLength: 9 }, b: text }, { required: ['b'] });
    const now = objectOf({ a: { type: 'string', maxLength: 8, description: 'A' }, c: text });
    expect(schemaChanges(old, now, { direction: 'input', path: 's' })).toEqual([
      { path: 's.properties.a.description', old: undefined, new: 'A', class: 'text' },
      { path: 's.properties.a.maxLength', old: 9, new: 8, class: 'breaking' },
      { path: 's.properties.b', old: text, new: undefined, class: 'breaking' },
      { path: 's.properties.c', old: undefined, new: text, class: 'compatible' },
    ]);
  });

  test('a schema does not differ from itself', () => {
    const schema = objectOf({ a: { anyOf: [text, { type: 'integer' }] }, b: { type: 'array', items: text } });
    expect(changes(schema, structuredClone(schema))).toEqual({ input: [], output: [] });
  });
});
