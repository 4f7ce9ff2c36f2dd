import { describe, expect, test } from 'vitest';
import { readMoment, showMoment, timeZoneParameter, zonedMoment } from '../../../src/tools/zoned-moment.ts';

const santiago = 'America/Santiago';

describe('a time of a zone', () => {
  test.each([
    ['2026-12-24T09:00', '2026-12-24T09:00:00-03:00'],
    ['2026-07-24T09:00:00', '2026-07-24T09:00:00-04:00'],
    ['2026-12-24T09:00:00Z', '2026-12-24T09:00:00Z'],
  ])('%s is read as %s', (text, at) => {
    expect(readMoment(text, santiago)).toEqual({ ok: true, at });
  });

  test('is refused without a zone', () => {
    expect(readMoment('2026-12-24T09:00', undefined)).toEqual({
      ok: false,
      message: expect.stringContaining('time_zone'),
    });
  });

  test('is refused where the clocks skip it', () => {
    expect(readMoment('2026-09-06T00:30', santiago)).toEqual({
      ok: false,
      message: expect.stringMatching(/does not exist in America\/Santiago.*2026-09-06T01:30:00-03:00/),
    });
  });

  test('is refused where the clocks show it twice, with both meanings', () => {
    expect(readMoment('2026-10-25T02:30', 'Europe/Madrid')).toEqual({
      ok: false,
      message: expect.stringMatching(/twice.*2026-10-25T02:30:00\+02:00 or 2026-10-25T02:30:00\+01:00/),
    });
  });

  test.each([
    ['2026-12-24T12:00:00Z', santiago, '2026-12-24T09:00:00-03:00', santiago],
    ['2026-12-24T09:00:00.000-03:00', undefined, '2026-12-24T09:00:00-03:00', 'UTC-3'],
  ])('is shown as an instant and as a local time: %s in %s', (text, zone, local, shown) => {
    expect(showMoment(text, zone)).toEqual({ utc: '2026-12-24T12:00:00Z', local, zone: shown });
  });
});

describe('the parameters', () => {
  test.each(['2026-12-24', 'tomorrow', '2026-02-30T09:00', '2026-12-24T25:00', '2026-12-24T09:00 Z'])(
    'take no time like %s',
    (text) => {
      expect(zonedMoment('When').safeParse(text).success).toBe(false);
    },
  );

  test.each(['Mars/Base', '+03:00', 'UTC+3', '../etc', '', 'A'.repeat(1_000_000)])(
    'take no zone like %.20s',
    (name) => {
      expect(timeZoneParameter.safeParse(name).success).toBe(false);
    },
  );
});
