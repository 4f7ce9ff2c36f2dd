/** The content languages that a space may enable. A choice of the platform's longer list. */
export const contentLocales: { readonly [locale: string]: string } = {
  de: 'German (Standard)',
  en: 'English',
  'en-gb': 'English (United Kingdom)',
  'en-us': 'English (United States)',
  es: 'Spanish (Spain)',
  'es-ar': 'Spanish (Argentina)',
  'es-cl': 'Spanish (Chile)',
  'es-co': 'Spanish (Colombia)',
  'es-mx': 'Spanish (Mexico)',
  'es-pe': 'Spanish (Peru)',
  fr: 'French (Standard)',
  it: 'Italian (Standard)',
  pt: 'Portuguese (Portugal)',
  'pt-br': 'Portuguese (Brazil)',
};
