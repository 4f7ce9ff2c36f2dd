/**
 * Every value of one header as it came in. `headers` keeps only the first of two `Host` or `Authorization`
 * lines and does not tell that there was a second.
 * @param rawHeaders names and values in turn, as Node gives them
 * @param name in lower case
 */
export function rawHeaderValues(rawHeaders: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? '');
  }
  return values;
}
