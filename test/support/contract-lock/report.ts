import { canonicalJson } from '../../../src/infrastructure/canonical-json.ts';
import type { Change, ChangeClass } from './change.ts';

/** Characters of a value that are shown. */
const shownMax = 240;
/** Characters around the first difference of two long texts. */
const contextLength = 40;

const classNames: readonly ChangeClass[] = ['breaking', 'compatible', 'text'];

/** One paragraph for each change, then how many of each class there are. */
export function reportOf(changes: readonly Change[]): string {
  const paragraphs = changes.map((change) => {
    const [old, now] = shown(change.old, change.new);
    return `${change.class}: ${change.path}\n  old: ${old}\n  new: ${now}\n`;
  });
  const counts = classNames
    .map((name) => `${changes.filter((change) => change.class === name).length} ${name}`)
    .join(', ');
  return `${paragraphs.join('')}${counts}\n`;
}

/** Both values, cut to where they differ. */
function shown(old: unknown, now: unknown): readonly [string, string] {
  const [before, after] = [textOf(old), textOf(now)];
  if (before.length <= shownMax && after.length <= shownMax) return [before, after];
  const start = Math.max(0, commonLength(before, after) - contextLength);
  return [cut(before, start), cut(after, start)];
}

function textOf(value: unknown): string {
  return value === undefined ? 'absent' : canonicalJson(value);
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function cut(text: string, start: number): string {
  const part = text.slice(start, start + shownMax);
  return `${start > 0 ? '…' : ''}${part}${start + shownMax < text.length ? '…' : ''}`;
}
