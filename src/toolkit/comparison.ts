import { isDeepStrictEqual } from 'node:util';
import type { Snapshot } from './action.ts';

export interface Change {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * What differs between two readings, leaf by leaf. Arrays of different length are one difference: item
 * by item they would all look changed.
 */
export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  const changes: Change[] = [];
  collect(before, after, '', changes);
  return changes;
}

type Container = { readonly [key: string]: unknown };

function collect(before: unknown, after: unknown, path: string, changes: Change[]): void {
  if (isDeepStrictEqual(before, after)) return;
  if (!isContainer(before) || !isContainer(after) || !areAlike(before, after)) {
    changes.push({
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    collect(before[key], after[key], path === '' ? key : `${path}.${key}`, changes);
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Whether the difference lies inside the two, and not in what they are. */
function areAlike(before: Container, after: Container): boolean {
  if (!Array.isArray(before) && !Array.isArray(after)) return true;
  return Array.isArray(before) && Array.isArray(after) && before.length === after.length;
}
