import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Action } from '../../src/toolkit/action.ts';
import { middleware, resolver } from '../../src/toolkit/derivation.ts';
import { gate, machine } from '../../src/toolkit/machine.ts';
import type { AnyPresentation } from '../../src/toolkit/presentation.ts';
import { contractOfTools } from '../../src/toolkit/registry.ts';
import { ok } from '../../src/toolkit/result.ts';
import type { ToolSpec } from '../../src/toolkit/tool.ts';
import type { ChangeClass } from '../support/contract-lock/change.ts';
import { acceptedLock, reviewContract } from '../support/contract-lock/review.ts';
import { type NoteContext, noteKit } from '../support/note-tools.ts';

/** What another value of a part means, and the end of the path that is named; found by changing that part alone. */
type Row<Part> = readonly [value: Part, meaning: ChangeClass, where: string];

const name = 'content-boxes-manage';
const input = z.object({
  box: z.int().min(1).max(9).describe('Number of the box'),
  colour: z.enum(['red', 'blue']).optional().describe('Colour of the box'),
});
const box = z.object({ id: z.number(), label: z.string() });

const empty = noteKit.mutation({
  summary: 'Empty a box',
  input,
  data: z.object({ boxes: z.array(box) }),
  present: { limit: 500 },
  run: () => ok({ boxes: [] }),
});
const list = noteKit.query({
  summary: 'List boxes',
  input: z.object({}),
  data: z.object({}),
  run: () => ok({}),
});
const spec: ToolSpec<NoteContext> = { title: 'Boxes', summary: 'Boxes', actions: { empty, list } };

const stage = middleware('stage', () => ({ stage: 1 }));
const quota = middleware('quota', () => ({ quota: 1 }));
const cellar = resolver('cellar', () => ({ id: 1, name: 'North' }));
const shelf = machine({
  id: 'shelf',
  initial: 'full',
  states: { full: { on: { EMPTY: 'void' } }, void: {} },
});
const advice = { NOT_FOUND: [{ tool: name, action: 'list', reason: 'Lists them' }] };

/** `kind` and `run` apart, for the one is no choice and the other is code. */
type ActionParts = Omit<Action<NoteContext>, 'kind' | 'run'>;

const actionRows: { readonly [Part in keyof ActionParts]: Row<ActionParts[Part]> } = {
  verb: ['action', 'breaking', 'actions.empty.verb'],
  overrides: [{ idempotent: true }, 'compatible', 'annotations.idempotentHint'],
  summary: ['Clear a box', 'text', '.description'],
  input: [
    input.refine(() => true, { path: ['colour'], message: 'has to fit the box' }),
    'breaking',
    'actions.empty.rules',
  ],
  data: [z.object({ boxes: z.array(box.omit({ label: true })) }), 'breaking', '.items.properties.label'],
  paginate: [true, 'compatible', 'actions.empty.paginate'],
  filters: [['colour'], 'compatible', 'actions.empty.filters'],
  resolve: [[cellar], 'breaking', 'actions.empty.resolve'],
  use: [[stage], 'breaking', 'actions.empty.middleware'],
  scope: ['modyo:admin', 'breaking', 'actions.empty.scope'],
  timeoutMs: [100, 'breaking', 'actions.empty.timeout_ms'],
  operations: [['listSpaces'], 'compatible', 'actions.empty.operations'],
  recovery: [advice, 'text', 'actions.empty.recovery'],
  notes: [['It takes a minute'], 'text', '.description'],
  snapshot: [() => ({}), 'compatible', 'actions.empty.verify'],
  gate: [gate(shelf, { in: ['full'], on: 'EMPTY' }), 'breaking', 'actions.empty.gate'],
  present: [{ limit: 499 }, 'breaking', 'actions.empty.limit'],
  skip: [['quota'], 'breaking', 'actions.empty.skip'],
  cacheTtlMs: [1_000, 'breaking', 'actions.empty.cache_ttl_ms'],
  invalidates: [['content-boxes.list'], 'compatible', 'actions.empty.invalidates'],
  confirm: ['always', 'breaking', 'actions.empty.confirm'],
  dryRunDefault: [true, 'breaking', 'actions.empty.dry_run_default'],
  plan: [() => ({ changes: {} }), 'compatible', 'actions.empty.plan'],
};

const presentRows: { readonly [Part in keyof AnyPresentation]-?: Row<NonNullable<AnyPresentation[Part]>> } = {
  limit: [501, 'compatible', 'actions.empty.limit'],
  redact: [['boxes.label'], 'breaking', 'actions.empty.redact'],
  fieldsOf: ['boxes', 'compatible', 'actions.empty.fields_of'],
  fieldsParameter: ['keys', 'breaking', 'inputSchema.properties.fields'],
  suggest: [() => [], 'compatible', 'actions.empty.suggests'],
};

const toolRows: { readonly [Part in keyof ToolSpec<NoteContext>]-?: Row<ToolSpec<NoteContext>[Part]> } = {
  title: ['Crates', 'text', 'grouped/full.title'],
  summary: ['Crates', 'text', 'grouped/full.description'],
  module: ['core', 'breaking', 'actions.empty.module'],
  default: ['list', 'breaking', 'inputSchema.properties.action.default'],
  notes: [['It takes a minute'], 'text', 'grouped/full.description'],
  describe: ['compact', 'text', 'grouped/full.description'],
  recovery: [advice, 'text', 'actions.empty.recovery'],
  use: [[stage], 'breaking', 'actions.empty.middleware'],
  actions: [{ empty }, 'breaking', 'actions.list'],
};

/** With a middleware of the module, which an action may do without. */
function lockedAndNow(now: ToolSpec<NoteContext>, before = spec) {
  const use = { modules: { content: [quota], core: [quota] } };
  const [old, built] = [before, now].map((each) => contractOfTools([{ name, spec: each }], use));
  return reviewContract(acceptedLock('', old ?? {}).text, built ?? {});
}

const withAction = (changes: object): ToolSpec<NoteContext> => ({
  ...spec,
  actions: { ...spec.actions, empty: { ...empty, ...changes } },
});

function expectChange(changes: ReturnType<typeof lockedAndNow>, meaning: ChangeClass, where: string): void {
  const named = changes.filter(({ path }) => path.endsWith(where));
  expect(named.map((change) => change.class)).toContain(meaning);
  for (const { old, new: now } of named) expect(now).not.toEqual(old);
}

describe('F11.1 another value of any part of a definition fails the check, with its class', () => {
  test('F11.1 and nothing is found where nothing was changed', () => {
    expect(lockedAndNow(withAction({}))).toEqual([]);
  });

  test.each(Object.entries(actionRows))('F11.1 of an action: %s', (part, [value, meaning, where]) => {
    expectChange(lockedAndNow(withAction({ [part]: value })), meaning, where);
  });

  test.each(Object.entries(presentRows))('F11.1 of a presenter: %s', (part, [value, meaning, where]) => {
    const before = part === 'fieldsParameter' ? { fieldsOf: 'boxes' } : {};
    const old = withAction({ present: { ...empty.present, ...before } });
    const now = withAction({ present: { ...empty.present, ...before, [part]: value } });
    expectChange(lockedAndNow(now, old), meaning, where);
  });

  test.each(Object.entries(toolRows))('F11.1 of a tool: %s', (part, [value, meaning, where]) => {
    expectChange(lockedAndNow({ ...spec, [part]: value }), meaning, where);
  });
});
