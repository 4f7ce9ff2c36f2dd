import type { FieldFault } from '../../errors/app-error.ts';

/** What is read of a space to know its languages. */
export interface SpaceLocales {
  readonly default_locale: string;
  readonly locales?: readonly string[] | null | undefined;
}

export type ChosenLocale =
  | { readonly ok: true; readonly locale: string }
  | { readonly ok: false; readonly fault: FieldFault };

/**
 * The locale that a call works in: the one asked for, in Modyo's spelling (`es-cl`), or the space's
 * default. One that the space does not have is a fault that lists the ones it has.
 */
export function chooseLocale(space: SpaceLocales, asked: string | undefined): ChosenLocale {
  if (asked === undefined) return { ok: true, locale: space.default_locale };
  const valid = localesOf(space);
  const locale = normaliseLocale(asked);
  if (valid.includes(locale)) return { ok: true, locale };
  const fault = {
    path: 'locale',
    message: 'The space does not have this locale.',
    expected: `one of: ${valid.join(', ')}`,
  };
  return { ok: false, fault };
}

/** The default language first, then the others. */
export function localesOf(space: SpaceLocales): readonly string[] {
  return [...new Set([space.default_locale, ...(space.locales ?? [])])];
}

/** Modyo writes locales in lower case with a hyphen; callers also write `es_CL` and `es-CL`. */
export function normaliseLocale(locale: string): string {
  return locale.trim().toLowerCase().replaceAll('_', '-');
}

/** The locales that a space has after some are added and others taken out; the default one always stays. */
export function chooseLocales(
  space: SpaceLocales,
  added: readonly string[],
  removed: readonly string[],
): readonly string[] {
  const leaving = removed.map(normaliseLocale);
  const wanted = new Set([...localesOf(space), ...added.map(normaliseLocale)]);
  return [...wanted].filter((locale) => locale === space.default_locale || !leaving.includes(locale));
}
