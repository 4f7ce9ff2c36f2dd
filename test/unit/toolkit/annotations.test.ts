import { describe, expect, test } from 'vitest';
import { annotationsOf, forbiddenOverrides, mergeAnnotations } from '../../../src/toolkit/annotations.ts';

const query = annotationsOf('query', {});

describe('verbs', () => {
  test.each([
    ['query', {}, [true, false, true, false]],
    ['query', { openWorld: true }, [true, false, true, true]],
    ['action', {}, [false, false, false, false]],
    ['action', { idempotent: true }, [false, false, true, false]],
    ['mutation', {}, [false, true, false, false]],
    ['mutation', { destructive: false, idempotent: true, openWorld: true }, [false, false, true, true]],
  ] as const)('%s with %o publishes all four hints', (verb, overrides, expected) => {
    expect(Object.values(annotationsOf(verb, overrides))).toEqual(expected);
  });

  test('a query and a mutation together are as careful as the mutation', () => {
    expect(mergeAnnotations([query, annotationsOf('mutation', {})])).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    });
  });

  test('a verb does not give up what makes it that verb', () => {
    expect(forbiddenOverrides('query', { destructive: true, idempotent: false })).toEqual([
      'destructive',
      'idempotent',
    ]);
    expect(forbiddenOverrides('action', { destructive: true })).toEqual(['destructive']);
    expect(forbiddenOverrides('mutation', { destructive: false })).toEqual([]);
  });
});
