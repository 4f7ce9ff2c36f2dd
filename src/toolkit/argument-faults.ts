import type { z } from 'zod';
import type { FieldFault } from '../errors/app-error.ts';
import { type CompiledAction, discriminator } from './compiled.ts';
import { type RawSchema, schemasAlong } from './json-schema.ts';
import { nearest } from './nearest.ts';

/** Longest name of the caller's that is repeated in an answer. */
const shownNameLengthMax = 64;
/** Unknown keys of one object that are reported. */
const unknownKeysMax = 16;

/**
 * A parameter that the action does not have: it belongs to another action, is a slip, or nothing.
 * @param visible the actions of the tool that the caller may see
 */
export function unknownParameter<Ctx>(
  name: string,
  action: CompiledAction<Ctx>,
  visible: readonly CompiledAction<Ctx>[],
): FieldFault {
  if (action.readOnlyNames.has(name))
    return { path: shown(name), message: 'is read-only', expected: `no ${name}` };
  const owners = visible.filter((other) => other.parameters.has(name));
  if (owners.length > 0) {
    const names = [...new Set(owners.map((owner) => owner.name))].join(', ');
    return {
      path: shown(name),
      message: `\`${name}\` is for: ${names}`,
      expected: `no ${name} for ${action.name}`,
    };
  }
  const known = [...action.parameters.keys(), ...(name === discriminator ? [] : [discriminator])];
  return unknownKey([], name, known);
}

/** The faults that zod found, in our words and under our parameter names. */
export function faultsOf(issues: readonly z.core.$ZodIssue[], root: RawSchema): readonly FieldFault[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [faultOf(issue, root)];
    const known = keysAt(root, issue.path);
    return issue.keys.slice(0, unknownKeysMax).map((key) => unknownKey(issue.path, key, known));
  });
}

function faultOf(issue: z.core.$ZodIssue, root: RawSchema): FieldFault {
  const path = issue.path.map(String).map(shown).join('.');
  if (issue.code === 'custom') return { path, message: issue.message };
  const expected = expectation(schemasAlong(root, issue.path).at(-1));
  const suggestion = issue.code === 'invalid_value' ? nearestValue(issue) : undefined;
  return {
    path,
    message: messageOf(issue, expected),
    ...(expected !== undefined && { expected }),
    ...(suggestion !== undefined && { suggestion }),
  };
}

function messageOf(issue: z.core.$ZodIssue, expected: string | undefined): string {
  if (issue.input === undefined) return 'is required';
  // zod says of a union only that nothing fitted.
  if (issue.code === 'invalid_union' && expected !== undefined) return `Invalid input: expected ${expected}`;
  return issue.message;
}

function nearestValue(issue: z.core.$ZodIssueInvalidValue): string | undefined {
  return typeof issue.input === 'string' ? nearest(issue.input, issue.values.map(String)) : undefined;
}

/** A key that nothing has, with the nearest that something has. */
export function unknownKey(path: readonly PropertyKey[], key: string, known: Iterable<string>): FieldFault {
  const suggestion = nearest(key, known);
  return {
    path: [...path.map(String), key].map(shown).join('.'),
    message:
      suggestion === undefined ? 'is not a parameter' : `is not a parameter; did you mean \`${suggestion}\`?`,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function keysAt(root: RawSchema, path: readonly PropertyKey[]): readonly string[] {
  return Object.keys(schemasAlong(root, path).at(-1)?.properties ?? {});
}

/** What a parameter takes, in a few words. */
function expectation(schema: RawSchema | undefined): string | undefined {
  if (schema === undefined) return undefined;
  if (schema.anyOf !== undefined) {
    return [...new Set(schema.anyOf.map(expectation).filter((text) => text !== undefined))].join(' or ');
  }
  if (schema.enum !== undefined) return `one of: ${schema.enum.join(', ')}`;
  if (schema.type === 'integer' || schema.type === 'number') return rangeOf(schema.type, schema);
  return schema.format ?? schema.type;
}

function rangeOf(type: string, { minimum, maximum }: RawSchema): string {
  const lower = minimum === undefined ? '' : ` from ${minimum}`;
  const upper = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`;
  return `${type}${lower}${upper}`;
}

/** A name of the caller's as an answer may repeat it: cut, and without what a terminal or a reader would obey. */
export function shown(name: string): string {
  const start = name.slice(0, shownNameLengthMax).replace(/\p{C}/gu, '\uFFFD');
  return name.length > shownNameLengthMax ? `${start}…` : start;
}
