import { describe, expect, test } from 'vitest';
import { fillPath } from '../../../src/modyo/path.ts';

describe('a path', () => {
  test('takes numbers and texts, each in its own segment', () => {
    expect(
      fillPath('/content/spaces/{space_id}/entries/{entry_uuid}/available_locales', {
        space_id: 31,
        entry_uuid: '3f0d7f7c-0c9d',
      }),
    ).toBe('/content/spaces/31/entries/3f0d7f7c-0c9d/available_locales');
  });

  test.each([
    ['1?x=1', '1%3Fx%3D1'],
    ['1#x', '1%23x'],
    ['1%2F..%2Faccount', '1%252F..%252Faccount'],
    ['%2e%2e', '%252e%252e'],
    ['a b', 'a%20b'],
    ['ñandú', '%C3%B1and%C3%BA'],
    ['...', '...'],
  ])('keeps %j inside its segment', (value, segment) => {
    const path = fillPath('/background_jobs/{uuid}', { uuid: value });
    expect(path).toBe(`/background_jobs/${segment}`);
    expect(new URL(`https://a.example${path}`).pathname.split('/')).toHaveLength(3);
  });

  test.each(['', '.', '..', '1/../../account', '//evil', 'a\\b', 'a\nb', 'a\0', '\ud800', 'x'.repeat(256)])(
    'refuses %j as a segment',
    (value) => {
      expect(() => fillPath('/background_jobs/{uuid}', { uuid: value })).toThrow(/identifier/);
    },
  );

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses the number %d', (value) => {
    expect(() => fillPath('/content/spaces/{space_id}', { space_id: value })).toThrow(/identifier/);
  });

  test('is not made from a value that is missing or inherited', () => {
    expect(() => fillPath('/content/spaces/{space_id}')).toThrow(/lacks/);
    expect(() => fillPath('/x/{constructor}', {})).toThrow(/lacks/);
  });
});
