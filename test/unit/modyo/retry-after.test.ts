import { describe, expect, test } from 'vitest';
import { readRetryAfterMs } from '../../../src/modyo/retry-after.ts';

const nowMs = Date.parse('2026-11-30T12:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['0', 0],
    ['7', 7000],
    ['Mon, 30 Nov 2026 12:00:30 GMT', 30_000],
    ['999999999', 3_600_000],
    ['Sat, 30 Nov 2097 12:00:30 GMT', 3_600_000],
  ])('%s is a wait of %d ms', (value, waitMs) => {
    expect(readRetryAfterMs(value, nowMs)).toBe(waitMs);
  });

  test.each([
    undefined,
    '',
    '-5',
    '1.5',
    '1e3',
    'soon',
    '9'.repeat(40),
    'Mon, 30 Nov 2026 11:00:00 GMT',
    'Xyz, 99 Foo 2026 99:99:99 GMT',
  ])('%s is no wait', (value) => {
    expect(readRetryAfterMs(value, nowMs)).toBeUndefined();
  });
});
