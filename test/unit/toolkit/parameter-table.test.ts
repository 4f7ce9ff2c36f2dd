import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit, noteTools } from '../../support/note-tools.ts';
import { type CallerOptions, createToolHost } from '../../support/tool-host.ts';

const data = z.object({});
const run = () => ok({});
const query = (input: z.ZodObject = z.object({})) => noteKit.query({ summary: 'Try', input, data, run });
const remove = (dryRunDefault: boolean) =>
  noteKit.mutation({
    summary: 'Try',
    confirm: 'never',
    input: z.object({}),
    data,
    dryRunDefault,
    plan: () => ({ changes: {} }),
    run,
  });

type Actions = Parameters<typeof noteKit.tool>[1]['actions'];

/** The page of a tool with these actions. */
function pageOf(actions: Actions, spec: { readonly default?: string } = {}, options: CallerOptions = {}) {
  const name = 'content-pages-try';
  const host = createToolHost([noteKit.tool(name, { title: 'Try', summary: 'Try', actions, ...spec })]);
  return host.registry.document(`modyo://mcp-content/tools/${name}`, host.caller(options))?.text ?? '';
}

/** The cells of the row of a parameter. */
function rowOf(page: string, parameter: string): readonly string[] {
  const rows = page
    .split(/[\n\r\u2028]/)
    .map((line) => line.split(/(?<!\\)(?:\\\\)*\|/).map((cell) => cell.trim()));
  const found = rows.filter(([, first]) => first === parameter);
  expect(found).toHaveLength(1);
  return found[0]?.slice(1, -1) ?? [];
}

describe('the parameters on the page of a tool', () => {
  const input = z.object({
    shaped: z
      .string()
      .regex(/^[a-z|]+$/)
      .max(5)
      .describe('A shape'),
    only: z.literal('x').describe('One value'),
    when: z.iso.date().describe('A day'),
    flags: z.array(z.boolean()).max(5).describe('Flags'),
    choice: z.enum(['p|q', 'r']).describe('A bar \\| and\r\na break\u2028or two'),
  });
  const page = pageOf({ try: query(input) });

  test.each([
    ['shaped', 'string of up to 5 characters like `^[a-z\\|]+$`'],
    ['only', 'one of: x'],
    ['when', 'date'],
    ['flags', 'array of up to 5 boolean'],
    ['choice', 'one of: p\\|q, r'],
  ])('%s takes what its schema takes: %s', (parameter, takes) => {
    expect(rowOf(page, parameter)[1]).toBe(takes);
  });

  test('no text breaks a row or a column', () => {
    for (const parameter of Object.keys(input.shape)) expect(rowOf(page, parameter)).toHaveLength(6);
    expect(rowOf(page, 'choice')[5]).toBe('A bar \\\\\\| and a break or two');
  });

  test('a default that actions do not share is told for each', () => {
    expect(rowOf(pageOf({ one: remove(false), two: remove(false) }), 'dry_run')[4]).toBe('false');
    expect(rowOf(pageOf({ one: remove(false), bulk: remove(true) }), 'dry_run')[4]).toBe(
      'false for: one; true for: bulk',
    );
  });

  test('what each action says of a parameter is told once', () => {
    const said = (text: string) => query(z.object({ flag: z.boolean().describe(text) }));
    const page = pageOf({ one: said('Deep'), two: said('Wide'), three: said('Deep') });
    expect(rowOf(page, 'flag')[5]).toBe('Deep; Wide');
  });

  test('a default action that the policy hides is none', () => {
    const actions = { first: query(), second: query(), third: query() };
    const spec = { default: 'second' };
    expect(rowOf(pageOf(actions, spec), 'action')).toMatchObject({ 2: '', 4: '"second"' });
    const hidden = pageOf(actions, spec, { policy: { toolsDenied: ['content-pages-try-second'] } });
    expect(rowOf(hidden, 'action')).toMatchObject({ 1: 'one of: first, third', 2: 'all', 4: '' });
    expect(hidden).not.toContain('second');
  });
});

describe('what helps after an error, on the page of a tool', () => {
  const helpOn = (name: string, policy: CallerOptions['policy'] = {}) => {
    const host = createToolHost(noteTools);
    const page = host.registry.document(`modyo://docs/tools/${name}`, host.caller({ policy }));
    return page?.text.split('\n').filter((line) => line.startsWith('- `NOT_FOUND`'));
  };

  test('is named as this reader can call it', () => {
    expect(helpOn('content-notes-manage')).toEqual([
      '- `NOT_FOUND`: content-notes-list: Lists the notes with their uids',
    ]);
    expect(helpOn('content-notes-get', { exposure: 'flat' })).toEqual([
      '- `NOT_FOUND`: content-notes-list: Lists the notes with their uids',
    ]);
    expect(helpOn('content-notes-get', { exposure: 'catalog' })).toEqual([
      '- `NOT_FOUND`: tools-read `{"name":"content-notes-list"}`: Lists the notes with their uids',
    ]);
  });

  test('is nothing that the policy hides', () => {
    expect(helpOn('content-notes-manage', { toolsDenied: ['content-notes-list'] })).toEqual([]);
    expect(helpOn('content-notes-manage')).toHaveLength(1);
  });
});
