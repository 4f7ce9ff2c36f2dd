import type { Json } from '../errors/app-error.ts';

export type JsonObject = { readonly [key: string]: Json | undefined };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of an array; anything else in it, or no array at all, counts as nothing. */
export function jsonObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function booleanOf(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A whole number, also when it comes as digits in a string, as form-minded clients send it. */
export function integerOf(value: unknown): number | undefined {
  if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) return Number(value);
  return Number.isSafeInteger(value) ? Number(value) : undefined;
}

/** The strings of an array, or undefined if the key was not sent. */
export function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}
