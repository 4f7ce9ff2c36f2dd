import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mappedChecks, placesOfChecks, testMap } from '../support/generators/test-map.ts';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(resolve(root, testMap.path), 'utf8');
const mapped = mappedChecks(text);
const places = placesOfChecks();

/** The checks of the tool kit: how many each feature has, and which single ones of the others. */
const numbered = { F1: 6, F2: 7, F3: 5, F4: 7, F5: 7, F6: 7, F7: 17, F8: 7, F9: 11, F10: 8, F11: 6, F12: 5 };
const alsoNumbered = { F15: 7, F17: 4, A: 6 };
const single = ['F13.2', 'F13.3', 'F13.4', 'F14.2', 'F14.3', 'F20.1', 'F23.1', 'N10.1', 'N11.1'];
const required = [
  ...Object.entries({ ...numbered, ...alsoNumbered }).flatMap(([feature, count]) =>
    Array.from({ length: count }, (_, index) => `${feature}.${index + 1}`),
  ),
  ...single,
];

test('the map has every check of the tool kit, each in a row of its own', () => {
  expect(required.filter((id) => !mapped.has(id))).toEqual([]);
  const rows = [...text.matchAll(/^\| ([A-Z]\d*\.\d+) \|/gm)].map(([, id]) => id);
  expect(rows).toEqual([...new Set(rows)]);
  expect(rows).toHaveLength(mapped.size);
});

test('every check has a test whose name begins with it', () => {
  expect([...mapped.keys()].filter((id) => !places.has(id))).toEqual([]);
});

test.each([...mapped])('%s stands where the map says, and only there', (id, files) => {
  expect(files.length).toBeGreaterThan(0);
  expect(places.get(id)).toEqual(files);
});

test('a file that only mentions a check is no place of it', () => {
  expect(text).toContain('F20.1');
  expect([...places.values()].flat()).not.toContain('contract/test-map.test.ts');
});

test('each sentence is its own, and ends', () => {
  const sentences = [...text.matchAll(/^\| [A-Z]\d*\.\d+ \| (.+?) \|/gm)].map(
    ([, sentence = '']) => sentence,
  );
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.filter((sentence) => !sentence.endsWith('.'))).toEqual([]);
});
