import { expect, test } from 'vitest';
import { attributeLosses, otherLosses } from '../../../src/tools/attribute-losses.ts';

test('an attribute that was stored differently is named by our parameter', () => {
  const asked = { name: 'Hi', slug: 'hi', tags: ['a', 'b'], private: undefined };
  const stored = { name: 'Hi', slug: 'hi-2', tags: ['b', 'a'], private: true };
  expect(attributeLosses(asked, stored).map((warning) => warning.path)).toEqual(['slug']);
});

test('an attribute that moved without being sent is named, and one that was sent or not known before is not', () => {
  const before = { name: 'Hi', uid: 'hi', single: undefined, locales: ['en'] };
  const stored = { name: 'Ho', uid: 'ho', single: true, locales: ['en'] };
  const losses = otherLosses(['name', 'uid', 'single', 'locales'], { uid: 'ho' }, before, stored);
  expect(losses.map(({ code, path }) => [code, path])).toEqual([['OTHER_VALUE_CHANGED', 'name']]);
});
