import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../../src/toolkit/json-schema.ts';
import { type Change, type ChangeClass, keysOf } from './change.ts';

/** Callers write what an input schema describes, and read what an output schema does. */
export type Direction = 'input' | 'output';

/** What became of the set of values that a schema admits. */
type Effect = 'narrowed' | 'widened' | 'added' | 'changed' | 'text';

const classes: Readonly<Record<Direction, Readonly<Record<Effect, ChangeClass>>>> = {
  // What was sent yesterday has to be taken today.
  input: {
    narrowed: 'breaking',
    widened: 'compatible',
    added: 'compatible',
    changed: 'breaking',
    text: 'text',
  },
  // What comes today has to be something that could have come yesterday.
  output: {
    narrowed: 'compatible',
    widened: 'breaking',
    added: 'compatible',
    changed: 'breaking',
    text: 'text',
  },
};

interface Place {
  readonly direction: Direction;
  readonly path: string;
}

/** The differences between two schemas of the kind that the kit publishes. */
export function schemaChanges(old: JsonSchema, now: JsonSchema, place: Place): readonly Change[] {
  const changes = [
    ...wordChanges(old, now, ['description', 'default'], place),
    ...typeChanges(old, now, place),
    ...changesBesideBranches(old, now, place),
  ];
  for (const [type, branch] of alternatives(now)) {
    const before = alternatives(old).get(type);
    if (before === undefined) continue;
    changes.push(...branchChanges(before, branch, place));
    if (before !== old && branch !== now) {
      changes.push(...wordChanges(before, branch, ['description', 'default'], place));
    }
  }
  return changes;
}

/** Words that bind every branch of a union; those of a schema that is no union are its own. */
function changesBesideBranches(old: JsonSchema, now: JsonSchema, place: Place): readonly Change[] {
  const [before = {}, after = {}] = [old, now].map(({ anyOf, ...rest }) => (anyOf === undefined ? {} : rest));
  const words = keysOf(before, after).filter((word) => !handledApart.includes(word));
  return wordChanges(before, after, words, place);
}

/** The branches of a union by their type; a schema that is no union is the only one. */
function alternatives(schema: JsonSchema): ReadonlyMap<string, JsonSchema> {
  const branches = new Map<string, JsonSchema>();
  for (const branch of schema.anyOf ?? [schema]) {
    // A whole number is a number: with its bounds it is compared as one.
    const type = branch.type === 'integer' ? 'number' : (branch.type ?? 'any');
    branches.set(branches.has(type) ? `${type} ${branches.size}` : type, branch);
  }
  return branches;
}

function typeChanges(old: JsonSchema, now: JsonSchema, place: Place): readonly Change[] {
  const [before, after] = [alternatives(old), alternatives(now)];
  const lost = [...before.keys()].filter((type) => !after.has(type));
  const won = [...after.keys()].filter((type) => !before.has(type));
  if (lost.length === 0 && won.length === 0) return [];
  const named = (schema: JsonSchema) => (schema.anyOf ?? [schema]).map(({ type }) => type ?? 'any');
  const effect = gainOrLoss(lost.length > 0, won.length > 0);
  return [changeOf(effect, 'type', named(old), named(now), place)];
}

function gainOrLoss(loses: boolean, gains: boolean): Effect {
  if (loses && gains) return 'changed';
  return loses ? 'narrowed' : 'widened';
}

const handledApart = [
  'type',
  'anyOf',
  'description',
  'default',
  'properties',
  'required',
  'items',
  'additionalProperties',
];

/** Two schemas of one type. */
function branchChanges(old: JsonSchema, now: JsonSchema, place: Place): readonly Change[] {
  const words = keysOf(old, now).filter((word) => !handledApart.includes(word));
  const changes = [...wordChanges(old, now, words, place)];
  if (old.type !== now.type) {
    const effect = old.type === 'integer' ? 'widened' : 'narrowed';
    changes.push(changeOf(effect, 'type', old.type, now.type, place));
  }
  changes.push(...propertyChanges(old, now, place), ...restChanges(old, now, place));
  if (old.items !== undefined && now.items !== undefined) {
    changes.push(...schemaChanges(old.items, now.items, { ...place, path: `${place.path}.items` }));
  } else if (old.items !== now.items) {
    changes.push(changeOf('changed', 'items', old.items, now.items, place));
  }
  return changes;
}

function wordChanges(
  old: JsonSchema,
  now: JsonSchema,
  words: readonly string[],
  place: Place,
): readonly Change[] {
  return words.flatMap((word) => {
    const [before, after] = [wordOf(old, word), wordOf(now, word)];
    return isDeepStrictEqual(before, after)
      ? []
      : [changeOf(effectOf(word, before, after), word, before, after, place)];
  });
}

function wordOf(schema: JsonSchema, word: string): unknown {
  return Object.entries(schema).find(([name]) => name === word)?.[1];
}

function effectOf(word: string, before: unknown, after: unknown): Effect {
  if (word === 'description') return 'text';
  // A call that leaves the parameter out means something else from now on.
  if (word === 'default') return 'changed';
  if (Array.isArray(before) && Array.isArray(after)) return choiceEffect(before, after);
  if (before === undefined) return 'narrowed';
  if (after === undefined) return 'widened';
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed';
  const isLower = after < before;
  if (word.startsWith('min')) return isLower ? 'widened' : 'narrowed';
  return word.startsWith('max') && !isLower ? 'widened' : 'narrowed';
}

function choiceEffect(before: readonly unknown[], after: readonly unknown[]): Effect {
  const loses = before.some((value) => !after.includes(value));
  const gains = after.some((value) => !before.includes(value));
  return loses || gains ? gainOrLoss(loses, gains) : 'text';
}

function propertyChanges(old: JsonSchema, now: JsonSchema, place: Place): readonly Change[] {
  return keysOf(old.properties, now.properties).flatMap((name) => {
    const [before, after] = [old.properties?.[name], now.properties?.[name]];
    const wasRequired = old.required?.includes(name) ?? false;
    const isRequired = now.required?.includes(name) ?? false;
    if (before === undefined) {
      const effect = place.direction === 'input' && isRequired ? 'changed' : 'added';
      return [changeOf(effect, `properties.${name}`, before, after, place)];
    }
    if (after === undefined) return [changeOf('changed', `properties.${name}`, before, after, place)];
    const inside = schemaChanges(before, after, at(place, `properties.${name}`));
    if (wasRequired === isRequired) return inside;
    const effect = isRequired ? 'narrowed' : 'widened';
    return [changeOf(effect, `required.${name}`, wasRequired, isRequired, place), ...inside];
  });
}

/** What an object may hold beside its properties. */
function restChanges(old: JsonSchema, now: JsonSchema, place: Place): readonly Change[] {
  const [before, after] = [old.additionalProperties ?? true, now.additionalProperties ?? true];
  if (isDeepStrictEqual(before, after)) return [];
  if (typeof before === 'object' && typeof after === 'object') {
    return schemaChanges(before, after, at(place, 'additionalProperties'));
  }
  const isNarrower = after === false || before === true;
  return [changeOf(isNarrower ? 'narrowed' : 'widened', 'additionalProperties', before, after, place)];
}

function changeOf(effect: Effect, word: string, old: unknown, now: unknown, place: Place): Change {
  return { path: `${place.path}.${word}`, old, new: now, class: classes[place.direction][effect] };
}

function at({ direction, path }: Place, below: string): Place {
  return { direction, path: `${path}.${below}` };
}
