import { expect, test } from 'vitest';
import { readTimestamp, toTimestamp } from '../../../src/sandbox/timestamp.ts';

test('writes milliseconds and the offset of the account', () => {
  const epochMs = Date.parse('2026-08-22T13:57:36.001Z');
  expect(toTimestamp(epochMs, -180)).toBe('2026-08-22T10:57:36.001-03:00');
  expect(toTimestamp(epochMs, 330)).toBe('2026-08-22T19:27:36.001+05:30');
});

test('reads zones, days and local times, and refuses the rest', () => {
  expect(readTimestamp('2026-08-22T10:00:00-05:00', -180)).toBe(Date.parse('2026-08-22T15:00:00Z'));
  expect(readTimestamp('2026-08-22', -180)).toBe(Date.parse('2026-08-22T03:00:00Z'));
  expect(readTimestamp('2026-08-22T10:00:00', -180)).toBe(Date.parse('2026-08-22T13:00:00Z'));
  for (const text of ['tomorrow', '2026-13-40', '', 12, null]) {
    expect(readTimestamp(text, -180)).toBeUndefined();
  }
});
