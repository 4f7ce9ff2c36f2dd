/**
 * JSON in one form: the keys of every object in order, keys without a value left out. Equal values give
 * equal texts, in whatever order a client wrote them. For hashes and keys; not for reading.
 * @param value any JSON; `undefined` is written like `null`
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, inOrder) ?? 'null';
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  if (isSorted(names)) return value;
  // Built from entries, so that a key `__proto__` stays a key.
  return Object.fromEntries(names.sort().map((name) => [name, members[name]]));
}

function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] ?? '') > (names[index] ?? '')) return false;
  }
  return true;
}
