import { expect, test } from 'vitest';
import { nearest } from '../../../src/toolkit/nearest.ts';

const names = ['page', 'per_page', 'query', 'identifier'];

test.each([
  ['perPage', 'per_page'],
  ['per-page', 'per_page'],
  ['pag', 'page'],
  ['identifer', 'identifier'],
  ['quary', 'query'],
])('takes %s for a slip of %s', (text, name) => {
  expect(nearest(text, names)).toBe(name);
});

test('two letters that changed places are one slip', () => {
  expect(nearest('lsitar', ['quitar', 'listar'])).toBe('listar');
  expect(nearest('qurey', ['quart', 'query'])).toBe('query');
});

test.each(['colour', '', 'x'.repeat(10_000)])('offers nothing for %j', (text) => {
  expect(nearest(text.slice(0, 100), names)).toBeUndefined();
});
