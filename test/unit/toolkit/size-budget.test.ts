import { describe, expect, test } from 'vitest';
import type { Envelope } from '../../../src/toolkit/envelope.ts';
import { fitAnswer } from '../../../src/toolkit/size-budget.ts';

const platform = { name: 'p', host: 'h' };
const items = (count: number, length = 40) =>
  Array.from({ length: count }, (_, index) => ({ index, text: 'é'.repeat(length) }));

describe('an answer and its budget', () => {
  test('an answer that fits is left alone', () => {
    const envelope: Envelope = { platform, data: { items: items(3) } };
    expect(fitAnswer(envelope, 10_000)?.envelope).toBe(envelope);
  });

  test('trailing items of the largest array go, and the answer says so', () => {
    const envelope: Envelope = {
      platform,
      data: { small: items(3), large: items(100) },
      state: { returned: 100, total: 100, complete: true },
    };
    const fitted = fitAnswer(envelope, 4_096);
    const { small = [], large = [] } = (fitted?.envelope.data ?? {}) as {
      small?: unknown[];
      large?: { index: number }[];
    };
    expect(Buffer.byteLength(fitted?.text ?? '')).toBeLessThanOrEqual(4_096);
    expect(small).toHaveLength(3);
    expect(large.map(({ index }) => index)).toEqual(large.map((_, index) => index));
    expect(fitted?.envelope.state).toEqual({
      returned: large.length,
      total: 100,
      complete: false,
      warnings: [{ code: 'ITEMS_LEFT_OUT', path: 'data.large' }],
    });
    expect(JSON.parse(fitted?.text ?? '')).toEqual(fitted?.envelope);
  });

  test('as many arrays as needed are cut, also inside objects', () => {
    const envelope: Envelope = { platform, data: { a: { list: items(30) }, b: items(30) } };
    const fitted = fitAnswer(envelope, 2_048);
    expect(fitted?.envelope.state?.warnings?.map(({ path }) => path).sort()).toEqual([
      'data.a.list',
      'data.b',
    ]);
  });

  test.each([
    ['one giant item', { items: items(1, 10_000) }],
    ['a giant text', { text: 'x'.repeat(10_000) }],
    ['many arrays with one giant item each', { a: items(2, 3_000), b: items(2, 3_000) }],
  ])('%s cannot be cut', (_name, data) => {
    expect(fitAnswer({ platform, data }, 4_096)).toBeUndefined();
  });
});
