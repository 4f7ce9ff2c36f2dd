import { expect, test } from 'vitest';
import { refusalForMissing } from '../../../src/toolkit/missing-operation.ts';

test('of an account of which nothing is known to be missing, the action is not even looked at', () => {
  const action = {
    get definition(): never {
      throw new Error('It was looked at.');
    },
  };
  expect(refusalForMissing(action, {})).toBeUndefined();
  expect(() => refusalForMissing(action, { missingOperations: new Set(['getSpace']) })).toThrow();
});
