import { describe, expect, test } from 'vitest';
import { createRouter } from '../../../src/sandbox/router.ts';
import { routes } from '../../../src/sandbox/routes.ts';

const match = createRouter();

describe('the routing table', () => {
  test('names each operation, and each method and path, once', () => {
    expect(new Set(routes.map(({ operation }) => operation)).size).toBe(routes.length);
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
  });

  test.each(routes.map((route) => [route.method, route.path, route] as const))(
    '%s %s is reached',
    (_m, _p, route) => {
      const path = route.path.replaceAll(/\{(\w+)\}/g, '7');
      expect(match(route.method, path)?.operation).toBe(route.operation);
    },
  );

  test('a literal segment wins over a placeholder', () => {
    expect(match('GET', '/content/spaces/locale_list')?.operation).toBe('spaces.locales');
    expect(match('POST', '/content/spaces/31/entries/bulk')?.operation).toBe('entries.bulk');
    expect(match('GET', '/content/spaces/31/entries/a%20b')?.params).toEqual({
      space_id: '31',
      entry_id: 'a b',
    });
  });

  test.each([
    '',
    '/',
    '/nothing',
    '/content/spaces/31/',
    '/content/spaces/31/entries/1/2/3',
    '/content/spaces/%zz/x',
  ])('%j is no route', (path) => {
    expect(match('GET', path)).toBeUndefined();
  });
});
