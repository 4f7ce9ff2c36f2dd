import { isDeepStrictEqual } from 'node:util';
import type { Contract, ToolContract } from '../../../src/toolkit/contract.ts';
import type { JsonSchema } from '../../../src/toolkit/json-schema.ts';
import { actionChanges, hintRules, leafChanges } from './action-changes.ts';
import { type Change, type ChangeClass, type Fields, isFields, keysOf } from './change.ts';
import { formsOf } from './listed-forms.ts';
import { type Direction, schemaChanges } from './schema-changes.ts';

/** Every difference between two contracts, each with what it means to a caller. */
export function contractChanges(old: Contract, now: Contract): readonly Change[] {
  return keysOf(old, now).flatMap((name) => {
    const [before, after] = [old[name], now[name]];
    if (before === undefined || after === undefined) return [comingOrGoing(name, before, after)];
    return [...listedChanges(name, before, after), ...changesOfActions(name, before, after)];
  });
}

function comingOrGoing(path: string, before: unknown, after: unknown): Change {
  return { path, old: before, new: after, class: after === undefined ? 'breaking' : 'compatible' };
}

/** A difference that shows in several forms alike is told once, at the first of them. */
function listedChanges(name: string, old: ToolContract, now: ToolContract): readonly Change[] {
  const told: { readonly inForm: string; readonly change: Change }[] = [];
  for (const form of formsOf(old.listed, now.listed)) {
    const path = `${name}.listed.${form}`;
    const [before, after] = [old.listed[form], now.listed[form]];
    const found =
      before === undefined || after === undefined
        ? [comingOrGoing(path, before, after)]
        : entryChanges(before, after, path);
    for (const change of found) {
      const inForm = change.path.slice(path.length);
      const isTold = told.some(
        (other) => other.inForm === inForm && isSameStep(other.change, change) && inForm !== '',
      );
      if (!isTold) told.push({ inForm, change });
    }
  }
  return told.map(({ change }) => change);
}

function isSameStep(one: Change, other: Change): boolean {
  return isDeepStrictEqual([one.old, one.new], [other.old, other.new]);
}

/** Two objects of `tools/list` with one name. */
function entryChanges(old: Fields, now: Fields, path: string): readonly Change[] {
  return keysOf(old, now).flatMap((member) =>
    isDeepStrictEqual(old[member], now[member])
      ? []
      : memberChanges(member, old[member], now[member], `${path}.${member}`),
  );
}

function memberChanges(member: string, before: unknown, after: unknown, path: string): readonly Change[] {
  const asText = [{ path, old: before, new: after, class: 'text' as const }];
  if (member === 'title' || member === 'description') return asText;
  if (member === 'annotations') return leafChanges(before, after, path, hintRules);
  const direction = directions.get(member);
  if (direction === undefined || !isSchema(before) || !isSchema(after)) {
    return leafChanges(before, after, path, {});
  }
  const changes = schemaChanges(before, after, { direction, path });
  // Two schemas that mean the same and are written in another order.
  return changes.length > 0 ? changes : asText;
}

const directions: ReadonlyMap<string, Direction> = new Map([
  ['inputSchema', 'input'],
  ['outputSchema', 'output'],
]);

function isSchema(value: unknown): value is JsonSchema {
  return isFields(value);
}

function changesOfActions(name: string, old: ToolContract, now: ToolContract): readonly Change[] {
  return keysOf(old.actions, now.actions).flatMap((action) => {
    const path = `${name}.actions.${action}`;
    const [before, after] = [old.actions[action], now.actions[action]];
    return before === undefined || after === undefined
      ? [comingOrGoing(path, before, after)]
      : actionChanges(before, after, path);
  });
}

const order: readonly ChangeClass[] = ['breaking', 'compatible', 'text'];

/** The worst first, and by path among equals. */
export function bySeverity(changes: readonly Change[]): readonly Change[] {
  return order.flatMap((meaning) => changes.filter((change) => change.class === meaning));
}
