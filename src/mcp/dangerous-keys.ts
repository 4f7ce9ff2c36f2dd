import { dangerousKeys } from '../toolkit/dangerous-keys.ts';

/**
 * Whether a parsed value has an own key that could reach a prototype. `JSON.parse` keeps such keys as
 * plain own properties, and whoever copies or merges the value later may not.
 * The depth of the value is bounded by whoever parsed it.
 */
export function hasDangerousKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasDangerousKey);
  return Object.entries(value).some(([key, child]) => dangerousKeys.has(key) || hasDangerousKey(child));
}
