import type { Json } from '../errors/app-error.ts';
import type { Warning } from '../toolkit/result.ts';

/** Says which of the plain attributes sent are not what the re-read found; `undefined` was not sent. */
export function attributeLosses(
  asked: Readonly<Record<string, Json | undefined>>,
  stored: Readonly<Record<string, unknown>>,
): readonly Warning[] {
  return Object.entries(asked).flatMap(([path, value]) => {
    if (value === undefined || isSameAttribute(value, stored[path])) return [];
    return [{ code: 'VALUE_CHANGED', path, message: 'The platform stored another value than the one sent.' }];
  });
}

/** Says which of the named attributes moved although they were not sent; `undefined` before is not known. */
export function otherLosses(
  names: readonly string[],
  asked: Readonly<Record<string, Json | undefined>>,
  before: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): readonly Warning[] {
  return names.flatMap((path) => {
    const previous = before[path];
    if (asked[path] !== undefined || previous === undefined) return [];
    if (isSameAttribute(previous as Json, stored[path])) return [];
    return [
      {
        code: 'OTHER_VALUE_CHANGED',
        path,
        message: 'This attribute was not sent, and its stored value changed.',
      },
    ];
  });
}

function isSameAttribute(asked: Json, stored: unknown): boolean {
  if (!Array.isArray(asked)) return asked === (stored ?? null);
  if (!Array.isArray(stored) || stored.length !== asked.length) return false;
  return asked.every((item) => stored.includes(item));
}
