const schemeAndToken = /^bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*)$/i;

/**
 * The token of the `Authorization` header. Takes Node's `headersDistinct` value, because `headers` keeps
 * the first of several Authorization headers without a word. Only the three dotted parts of a JWT pass, so
 * neither word of the result can be mistaken for a token.
 */
export function readBearer(values: readonly string[] | undefined): string | 'missing' | 'malformed' {
  if (values === undefined || values.length === 0) return 'missing';
  const [value] = values;
  if (values.length > 1 || value === undefined) return 'malformed';
  return schemeAndToken.exec(value.trim())?.[1] ?? 'malformed';
}
