import { describe, expect, test } from 'vitest';
import { type Breaker, createBreaker } from '../../../src/modyo/breaker.ts';
import { createManualClock } from '../../support/manual-clock.ts';

function setUp() {
  const clock = createManualClock();
  const breaker = createBreaker({ failuresMax: 3, windowMs: 30_000, coolDownMs: 15_000, clock });
  return { clock, breaker };
}

function fail(breaker: Breaker, times: number): void {
  for (let count = 0; count < times; count += 1) breaker.record('failed');
}

describe('a breaker', () => {
  test('opens after enough failures in a row and says how long', () => {
    const { breaker, clock } = setUp();
    fail(breaker, 2);
    expect(breaker.admit()).toBe(0);
    fail(breaker, 1);
    expect(breaker.admit()).toBe(15_000);
    clock.advance(5000);
    expect(breaker.admit()).toBe(10_000);
  });

  test('forgets failures that are too old, or were followed by an answer', () => {
    const { breaker, clock } = setUp();
    fail(breaker, 2);
    clock.advance(30_000);
    fail(breaker, 2);
    expect(breaker.admit()).toBe(0);
    breaker.record('answered');
    fail(breaker, 2);
    expect(breaker.admit()).toBe(0);
  });

  test('lets one probe out after the cool-down, and closes when it is answered', () => {
    const { breaker, clock } = setUp();
    fail(breaker, 3);
    clock.advance(15_000);
    expect(breaker.admit()).toBe(0);
    expect(breaker.admit()).toBeGreaterThan(0);
    breaker.record('answered');
    expect([breaker.admit(), breaker.admit()]).toEqual([0, 0]);
  });

  test('stays open for another cool-down when the probe fails', () => {
    const { breaker, clock } = setUp();
    fail(breaker, 3);
    clock.advance(15_000);
    breaker.admit();
    breaker.record('failed');
    expect(breaker.admit()).toBe(15_000);
  });

  test('sends another probe when the caller of the first one left', () => {
    const { breaker, clock } = setUp();
    fail(breaker, 3);
    clock.advance(15_000);
    breaker.admit();
    breaker.record('abandoned');
    expect(breaker.admit()).toBe(0);
  });

  test('does not stay open longer because of stragglers', () => {
    const { breaker, clock } = setUp();
    fail(breaker, 3);
    clock.advance(14_000);
    fail(breaker, 5);
    clock.advance(1000);
    expect(breaker.admit()).toBe(0);
  });
});
