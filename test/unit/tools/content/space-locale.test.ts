import { expect, test } from 'vitest';
import { chooseLocale } from '../../../../src/tools/content/space-locale.ts';

const space = { default_locale: 'en', locales: ['en', 'es-cl'] };

test('no locale means the default of the space', () => {
  expect(chooseLocale(space, undefined)).toEqual({ ok: true, locale: 'en' });
});

test.each(['es-cl', 'es-CL', 'es_CL', ' es-cl '])('%j is the locale es-cl', (asked) => {
  expect(chooseLocale(space, asked)).toEqual({ ok: true, locale: 'es-cl' });
});

test('the default counts even if the list leaves it out', () => {
  expect(chooseLocale({ default_locale: 'en', locales: ['es-cl'] }, 'en')).toEqual({
    ok: true,
    locale: 'en',
  });
});

test('a locale that the space does not have is refused with those it has', () => {
  expect(chooseLocale(space, 'pt-br')).toEqual({
    ok: false,
    fault: { path: 'locale', message: 'The space does not have this locale.', expected: 'one of: en, es-cl' },
  });
});
