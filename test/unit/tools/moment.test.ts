import { describe, expect, test } from 'vitest';
import { isAfter, moment } from '../../../src/tools/moment.ts';

describe('a point in time', () => {
  test.each(['2026-12-24T09:00:00-03:00', '2026-12-24T09:00Z', '2026-12-24T09:00:00.000+05:30'])(
    'is %s',
    (text) => {
      expect(moment('When').safeParse(text).success).toBe(true);
    },
  );

  test.each([
    '2026-12-24T09:00:00',
    '2026-12-24',
    'tomorrow at nine',
    '2026-12-24 09:00:00-03:00',
    '2026-12-24T09:00:00 America/Santiago',
    '1766566800',
    '2026-12-24T09:00:00Z; drop',
  ])('is not %s', (text) => {
    expect(moment('When').safeParse(text).success).toBe(false);
  });

  test('comes after another whatever their offsets', () => {
    expect(isAfter('2026-12-24T09:00:00-03:00', '2026-12-24T11:59:59Z')).toBe(true);
    expect(isAfter('2026-12-24T09:00:00-03:00', '2026-12-24T12:00:00Z')).toBe(false);
  });
});
