import type { Json } from '../errors/app-error.ts';
import { upstreamText } from '../modyo/upstream-text.ts';
import { changesBetween } from '../toolkit/comparison.ts';

const nameShownCharactersMax = 80;

/** A name of the account as a sentence for a person may carry it: quoted, one line, not long. */
export function quoted(name: string | undefined): string {
  return `"${upstreamText(name ?? '', nameShownCharactersMax)}"`;
}

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * The version of an element, from whatever of it moves when it changes; what Modyo does not tell is left
 * out, so that a plan is not refused for it.
 */
export function versionMark(...parts: readonly (string | number | boolean | null | undefined)[]): string {
  return parts.map((part) => String(part ?? '')).join('|');
}

/** What an update would change, attribute by attribute, as `verify` tells it afterwards. */
export function plannedChanges(
  before: Readonly<Record<string, Json | undefined>>,
  after: Readonly<Record<string, Json | undefined>>,
): readonly Json[] {
  // Both sides are JSON already; the comparison has no narrower word for what it found.
  return changesBetween(before, after) as unknown as readonly Json[];
}
