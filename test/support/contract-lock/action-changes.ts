import { isDeepStrictEqual } from 'node:util';
import { type Change, type ChangeClass, type Fields, isFields, keysOf } from './change.ts';

type Rule = (old: unknown, now: unknown) => ChangeClass;

const always =
  (meaning: ChangeClass): Rule =>
  () =>
    meaning;

/** Less of it, or a first bound where there was none, takes something away. */
const ceiling: Rule = (old, now) => (lessOf(old, now) ? 'breaking' : 'compatible');

/** The longer a read may be old, the less a caller may rely on it. */
const staleness: Rule = (old, now) => (Number(now ?? 0) > Number(old ?? 0) ? 'breaking' : 'compatible');

/** What stays in the list keeps its promise. */
const promises: Rule = (old, now) =>
  listOf(old).every((item) => listOf(now).includes(item)) ? 'compatible' : 'breaking';

/** A facility that callers may use, from the moment that there is one. */
const offer: Rule = (old) => (old === true || typeof old === 'string' ? 'breaking' : 'compatible');

/** Clients let a call pass unasked by the hints: towards more danger they were told too little. */
const reassurance: Rule = (_old, now) => (now === true ? 'compatible' : 'breaking');
const warning: Rule = (_old, now) => (now === true ? 'breaking' : 'compatible');

export const hintRules: Readonly<Record<string, Rule>> = {
  readOnlyHint: reassurance,
  destructiveHint: warning,
  idempotentHint: reassurance,
  openWorldHint: warning,
};

/**
 * Facts that are not here are guards (scope, middleware, gate, confirmation, redactions …): any change of
 * theirs stops calls that went through, or lets through what was stopped, and is breaking.
 */
const factRules: Readonly<Record<string, Rule>> = {
  limit: ceiling,
  timeout_ms: ceiling,
  cache_ttl_ms: staleness,
  filters: promises,
  invalidates: promises,
  operations: always('compatible'),
  plan: offer,
  verify: offer,
  paginate: offer,
  fields_of: offer,
  suggests: offer,
  // What helps after an error is advice that a model reads.
  recovery: always('text'),
};

/** The differences between the policy facts of two actions. */
export function actionChanges(old: Fields, now: Fields, path: string): readonly Change[] {
  return keysOf(old, now).flatMap((fact) =>
    fact === 'annotations'
      ? leafChanges(old[fact], now[fact], `${path}.${fact}`, hintRules)
      : leafChanges(old[fact], now[fact], `${path}.${fact}`, { '': factRules[fact] ?? always('breaking') }),
  );
}

/**
 * Differences down to what is no object, each by the rule of its own key, or by the rule `''`.
 * A list is one value.
 */
export function leafChanges(
  old: unknown,
  now: unknown,
  path: string,
  rules: Readonly<Record<string, Rule>>,
): readonly Change[] {
  if (isDeepStrictEqual(old, now)) return [];
  if (isFields(old) && isFields(now)) {
    return keysOf(old, now).flatMap((key) => {
      const rule = rules[key] ?? rules[''] ?? always('breaking');
      return leafChanges(old[key], now[key], `${path}.${key}`, { '': rule });
    });
  }
  const rule = rules[''] ?? always('breaking');
  return [{ path, old, new: now, class: rule(old, now) }];
}

function lessOf(old: unknown, now: unknown): boolean {
  return Number(now ?? Number.POSITIVE_INFINITY) < Number(old ?? Number.POSITIVE_INFINITY);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
