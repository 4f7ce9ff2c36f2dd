import { describe, expect, test } from 'vitest';
import { createExpiringMap } from '../../../src/infrastructure/expiring-map.ts';
import { createManualClock } from '../../support/manual-clock.ts';

function setUp(entriesMax = 3) {
  const clock = createManualClock();
  return { clock, map: createExpiringMap<number>({ entriesMax, clock }) };
}

describe('an expiring map', () => {
  test('holds a value until its time is over, to the millisecond', () => {
    const { clock, map } = setUp();
    map.set('a', 1, 1000);
    clock.advance(999);
    expect(map.get('a')).toBe(1);
    clock.advance(1);
    expect(map.get('a')).toBeUndefined();
    expect(map.size).toBe(0);
  });

  test('does not live longer because it is read', () => {
    const { clock, map } = setUp();
    map.set('a', 1, 1000);
    clock.advance(600);
    map.get('a');
    clock.advance(600);
    expect(map.get('a')).toBeUndefined();
  });

  test('drops the entry that was used longest ago when it is full', () => {
    const { map } = setUp();
    for (const key of ['a', 'b', 'c']) map.set(key, 1, 1000);
    map.get('a');
    map.set('d', 1, 1000);
    expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([1, undefined, 1, 1]);
    expect(map.size).toBe(3);
  });

  test('replaces a value without pushing another out', () => {
    const { map } = setUp();
    for (const key of ['a', 'b', 'c']) map.set(key, 1, 1000);
    map.set('b', 2, 1000);
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, 2, 1]);
  });

  test.each([0, -5, Number.NaN])('a lifetime of %d leaves nothing behind', (ttlMs) => {
    const { map } = setUp();
    map.set('a', 1, 1000);
    map.set('a', 2, ttlMs);
    expect(map.get('a')).toBeUndefined();
  });

  test('takes hostile names for keys as any other', () => {
    const { map } = setUp();
    expect(map.get('__proto__')).toBeUndefined();
    map.set('__proto__', 7, 1000);
    expect(map.get('__proto__')).toBe(7);
    map.delete('__proto__');
    expect(map.get('__proto__')).toBeUndefined();
  });
});
