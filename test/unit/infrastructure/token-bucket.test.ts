import { describe, expect, test } from 'vitest';
import { createTokenBucket } from '../../../src/infrastructure/token-bucket.ts';
import { createManualClock } from '../../support/manual-clock.ts';

function setUp(keysMax = 100) {
  const clock = createManualClock();
  return { clock, bucket: createTokenBucket({ clock, keysMax }) };
}

describe('a token bucket', () => {
  test.each([1, 2, 7, 60, 600])('with %i a minute admits exactly that many at once', (rate) => {
    const { bucket } = setUp();
    for (let call = 1; call <= rate; call += 1) expect(bucket.take('a', rate)).toEqual({ admitted: true });
    expect(bucket.take('a', rate)).toMatchObject({ admitted: false });
  });

  test('says how long to wait, and admits one when that time is over', () => {
    const { clock, bucket } = setUp();
    for (let call = 0; call < 6; call += 1) bucket.take('a', 6);
    expect(bucket.take('a', 6)).toEqual({ admitted: false, retryAfterMs: 10_000 });
    clock.advance(9_999);
    expect(bucket.take('a', 6)).toEqual({ admitted: false, retryAfterMs: 1 });
    clock.advance(1);
    expect(bucket.take('a', 6)).toEqual({ admitted: true });
    expect(bucket.take('a', 6)).toEqual({ admitted: false, retryAfterMs: 10_000 });
  });

  test('is full again after a minute of rest, and not fuller', () => {
    const { clock, bucket } = setUp();
    for (let call = 0; call < 3; call += 1) bucket.take('a', 3);
    clock.advance(600_000);
    const admitted = Array.from({ length: 5 }, () => bucket.take('a', 3).admitted);
    expect(admitted).toEqual([true, true, true, false, false]);
  });

  test('does not charge those whom it turns away', () => {
    const { clock, bucket } = setUp();
    bucket.take('a', 1);
    for (let call = 0; call < 50; call += 1) bucket.take('a', 1);
    clock.advance(60_000);
    expect(bucket.take('a', 1)).toEqual({ admitted: true });
  });

  test('takes a batch whole or not at all', () => {
    const { bucket } = setUp();
    expect(bucket.take('a', 10, 8)).toEqual({ admitted: true });
    expect(bucket.take('a', 10, 3)).toMatchObject({ admitted: false, retryAfterMs: 6_000 });
    expect(bucket.take('a', 10, 2)).toEqual({ admitted: true });
    expect(bucket.take('b', 10, 11)).toMatchObject({ admitted: false });
  });

  test('keeps keys apart, and forgets the one that rested longest when there are too many', () => {
    const { bucket } = setUp(2);
    expect(bucket.take('a', 1).admitted).toBe(true);
    expect(bucket.take('b', 1).admitted).toBe(true);
    expect(bucket.take('b', 1).admitted).toBe(false);
    expect(bucket.take('c', 1).admitted).toBe(true);
    expect(bucket.take('b', 1).admitted).toBe(false);
    expect(bucket.take('a', 1).admitted).toBe(true);
  });
});
