import type { JsonObject } from './catalogue.ts';

/** Narrows a value that came out of `JSON.parse`; of any other value it would claim too much. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
