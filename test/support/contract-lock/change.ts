/**
 * What a difference means to those who call: `breaking` takes away or guards otherwise something that they
 * could rely on, `compatible` only adds, `text` is read by a model and checked by nobody.
 */
export type ChangeClass = 'breaking' | 'compatible' | 'text';

/** One difference between two contracts; `undefined` stands for what is not there. */
export interface Change {
  readonly path: string;
  readonly old: unknown;
  readonly new: unknown;
  readonly class: ChangeClass;
}

export type Fields = { readonly [name: string]: unknown };

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keys of either, each once, in order. */
export function keysOf(one: Fields | undefined, other: Fields | undefined): readonly string[] {
  return [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])].sort();
}
