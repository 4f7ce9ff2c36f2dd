import { expect, test } from 'vitest';
import { canonicalJson } from '../../../src/infrastructure/canonical-json.ts';

test('the order of keys does not tell two values apart, at any depth', () => {
  const one = { b: 1, a: { d: [{ y: 1, x: 2 }], c: 'é' } };
  const other = { a: { c: 'é', d: [{ x: 2, y: 1 }] }, b: 1 };
  expect(canonicalJson(one)).toBe('{"a":{"c":"é","d":[{"x":2,"y":1}]},"b":1}');
  expect(canonicalJson(other)).toBe(canonicalJson(one));
});

test('a key without a value is no key', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
});

test.each([
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: '1' }],
  [{ a: null }, {}],
  [JSON.parse('{"b":1,"__proto__":{"x":1}}'), { b: 1 }],
  ['{"a":1}', { a: 1 }],
])('%j and %j stay apart', (one, other) => {
  expect(canonicalJson(one)).not.toBe(canonicalJson(other));
});

test('nothing is written like null', () => {
  expect(canonicalJson(undefined)).toBe('null');
});

test('what was given stays as it was', () => {
  const value = { b: 1, a: 2 };
  canonicalJson(value);
  expect(Object.keys(value)).toEqual(['b', 'a']);
});
