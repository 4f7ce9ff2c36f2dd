import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../../src/toolkit/comparison.ts';

describe('the difference between two readings', () => {
  test('is empty for equal readings', () => {
    expect(changesBetween({ a: { b: [1, 2] } }, { a: { b: [1, 2] } })).toEqual([]);
  });

  test('names each leaf that changed, appeared or went', () => {
    const before = { title: 'a', meta: { tags: ['x', 'y'], old: 1 } };
    const after = { title: 'b', meta: { tags: ['x', 'z'], young: 2 } };
    expect(changesBetween(before, after)).toEqual([
      { path: 'title', before: 'a', after: 'b' },
      { path: 'meta.tags.1', before: 'y', after: 'z' },
      { path: 'meta.old', before: 1 },
      { path: 'meta.young', after: 2 },
    ]);
  });

  test('shows an array of another length, a null and another kind whole', () => {
    const changes = changesBetween({ a: [1], b: null, c: {} }, { a: [1, 2], b: { x: 1 }, c: [] });
    expect(changes.map(({ path }) => path)).toEqual(['a', 'b', 'c']);
  });

  test('is whole', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
    expect(changesBetween({}, many)).toHaveLength(1_000);
  });
});
