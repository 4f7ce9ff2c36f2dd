import { describe, expect, test } from 'vitest';
import { actionChanges } from '../../../support/contract-lock/action-changes.ts';
import type { ChangeClass } from '../../../support/contract-lock/change.ts';

describe('F11.2 the class of a change of policy', () => {
  test.each<[string, unknown, unknown, ChangeClass]>([
    ['scope', 'modyo:write', 'modyo:admin', 'breaking'],
    ['scope', 'modyo:admin', 'modyo:write', 'breaking'],
    ['verb', 'action', 'mutation', 'breaking'],
    ['middleware', ['one', 'two'], ['one'], 'breaking'],
    ['middleware', ['one', 'two'], ['two', 'one'], 'breaking'],
    ['middleware', ['one'], ['one', 'two'], 'breaking'],
    ['skip', [], ['quota'], 'breaking'],
    ['confirm', 'always', 'never', 'breaking'],
    ['redact', ['*.token'], undefined, 'breaking'],
    ['limit', 100, 50, 'breaking'],
    ['limit', undefined, 50, 'breaking'],
    ['limit', 50, 100, 'compatible'],
    ['limit', 50, undefined, 'compatible'],
    ['timeout_ms', 500, 400, 'breaking'],
    ['timeout_ms', 400, undefined, 'compatible'],
    ['cache_ttl_ms', undefined, 5_000, 'breaking'],
    ['cache_ttl_ms', 5_000, 1_000, 'compatible'],
    ['invalidates', ['a.list', 'b.list'], ['a.list'], 'breaking'],
    ['invalidates', ['a.list'], ['a.list', 'b.list'], 'compatible'],
    ['operations', ['getSpace'], [], 'compatible'],
    ['plan', true, false, 'breaking'],
    ['plan', false, true, 'compatible'],
    ['verify', true, false, 'breaking'],
    ['fields_of', undefined, 'entries', 'compatible'],
    ['fields_of', 'entries', undefined, 'breaking'],
    ['module', 'content', 'core', 'breaking'],
    ['resolve', ['space'], ['space', 'type'], 'breaking'],
    ['rules', undefined, ['until'], 'breaking'],
    ['suggests', undefined, true, 'compatible'],
    ['suggests', true, undefined, 'breaking'],
    ['recovery', [{ code: 'NOT_FOUND' }], undefined, 'text'],
    ['dry_run_default', true, false, 'breaking'],
  ])('%s from %j to %j', (fact, old, now, meaning) => {
    expect(actionChanges({ [fact]: old }, { [fact]: now }, 'a.actions.list')).toEqual([
      { path: `a.actions.list.${fact}`, old, new: now, class: meaning },
    ]);
  });

  test.each<[string, boolean, ChangeClass]>([
    ['readOnlyHint', false, 'breaking'],
    ['readOnlyHint', true, 'compatible'],
    ['destructiveHint', true, 'breaking'],
    ['destructiveHint', false, 'compatible'],
    ['idempotentHint', false, 'breaking'],
    ['openWorldHint', true, 'breaking'],
  ])('%s becomes %s', (hint, now, meaning) => {
    expect(actionChanges({ annotations: { [hint]: !now } }, { annotations: { [hint]: now } }, 'a')).toEqual([
      { path: `a.annotations.${hint}`, old: !now, new: now, class: meaning },
    ]);
  });

  test('a gate is compared part by part', () => {
    const gate = {
      kind: 'stored',
      in: ['open'],
      machine: { id: 'case', states: { open: { approve: 'approved' } } },
    };
    const moved = { ...gate, machine: { ...gate.machine, states: { open: { approve: 'done' } } } };
    expect(actionChanges({ gate }, { gate: moved }, 'a')).toEqual([
      { path: 'a.gate.machine.states.open.approve', old: 'approved', new: 'done', class: 'breaking' },
    ]);
    expect(actionChanges({ gate }, {}, 'a')).toEqual([
      { path: 'a.gate', old: gate, new: undefined, class: 'breaking' },
    ]);
  });
});
