import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { gate, machine } from '../../../src/toolkit/machine.ts';
import { ok } from '../../../src/toolkit/result.ts';
import type { JsonObject } from '../../../src/toolkit/tool-call.ts';
import { noteKit, noteTools } from '../../support/note-tools.ts';
import { pageTools } from '../../support/page-tools.ts';
import { type CallerOptions, createToolHost, type ToolHost } from '../../support/tool-host.ts';

const review = machine({
  id: 'review',
  initial: 'open',
  states: { open: { on: { CLOSE: 'closed' } }, closed: {} },
});

const close = noteKit.action({
  summary: 'Close a review',
  gate: gate(review, { in: ['closed'], visibility: 'call' }),
  input: z.object({ remark: z.string().max(99).optional().describe('Why, e.g. "done"') }),
  data: z.object({}),
  run: () => ok({}),
});

const archive = noteKit.mutation({
  summary: 'Archive all notes',
  confirm: 'never',
  input: z.object({ remark: z.string().max(99).optional().describe('Why, e.g. "old"') }),
  data: z.object({ archived: z.number() }),
  plan: (_sent, ctx) => ({ changes: { notes: ctx.notes.all().length } }),
  run: (_sent, ctx) => ok({ archived: ctx.notes.all().length }),
});

const tools = [
  ...noteTools,
  ...pageTools,
  noteKit.tool('content-reviews-close', {
    title: 'Close',
    actions: {
      close,
      look: noteKit.query({ summary: 'Look', input: z.object({}), data: z.object({}), run: () => ok({}) }),
    },
    summary: 'Reviews',
  }),
  noteKit.tool('content-archive-do', { title: 'Archive', actions: { do: archive } }),
];

const auditLines = (host: ToolHost) => host.logs.lines().filter((line) => line['audit'] === 'tool_call');

type Row = readonly [what: string, tool: string, args: unknown, outcome: string, options?: CallerOptions];

const rows: readonly Row[] = [
  ['that succeeds', 'content-notes-manage', { identifier: 1 }, 'ok'],
  ['with a fault in its arguments', 'content-notes-list', { page: 'x' }, 'INVALID_PARAMS'],
  ['without an object of arguments', 'content-notes-list', [1], 'INVALID_PARAMS'],
  ['of an action that does not exist', 'content-notes-manage', { action: 'fly' }, 'INVALID_PARAMS'],
  ['of what is not there', 'content-notes-manage', { identifier: 99 }, 'NOT_FOUND'],
  ['that the handler refuses', 'content-misdeeds-do', { misdeed: 'refuses' }, 'CONFLICT'],
  ['that the handler declines', 'content-pages-update', { identifier: 1 }, 'INVALID_PARAMS'],
  ['that a middleware refuses', 'content-slow-wait', { forever: false }, 'FORBIDDEN', { subject: 'eva' }],
  ['that crashes', 'content-misdeeds-do', { misdeed: 'throws' }, 'INTERNAL'],
  ['that breaks its own contract', 'content-misdeeds-do', { misdeed: 'own_shape' }, 'INTERNAL'],
  ['that Modyo answers oddly', 'content-misdeeds-do', { misdeed: 'foreign_shape' }, 'UPSTREAM_ERROR'],
  ['that is too large', 'content-misdeeds-do', { misdeed: 'one_giant' }, 'RESULT_TOO_LARGE'],
  ['that takes too long', 'content-slow-wait', {}, 'UPSTREAM_ERROR'],
  ['that a gate stops', 'content-reviews-close', { action: 'close' }, 'STATE_CONFLICT'],
  [
    'that writes in read-only mode',
    'content-notes-manage',
    { title: 'x' },
    'control',
    { policy: { readOnly: true } },
  ],
  ['that only shows what it would do', 'content-archive-do', { dry_run: true }, 'control'],
  [
    'through an executor of the catalog',
    'tools-read',
    { name: 'content-notes-list', arguments: {} },
    'ok',
    { policy: { exposure: 'catalog' } },
  ],
];

describe('the audit line', () => {
  test.each(rows.map(([what, tool, args, outcome, options]) => ({ what, tool, args, outcome, options })))(
    'F14.2 of a call $what is one, and says how it ended',
    async ({ tool, args, outcome, options }) => {
      const host = createToolHost(tools);
      await host.call(tool, args, options);
      const lines = auditLines(host);
      expect(lines.map((line) => line['outcome'])).toEqual([outcome]);
      expect(lines[0]).toMatchObject({
        tenant: 'andes',
        request_id: 'request-1',
        subject_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        arguments_hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        duration_ms: expect.any(Number),
      });
      expect(host.observed).toHaveLength(1);
    },
  );

  test('F14.2 through an executor names the action that ran, not the executor', async () => {
    const host = createToolHost(tools);
    const policy = { exposure: 'catalog' } as const;
    await host.call('tools-read', { name: 'content-notes-list', arguments: {} }, { policy });
    expect(auditLines(host)).toMatchObject([{ tool: 'content-notes-list', action: 'list', verb: 'query' }]);
  });
});

const canary = 'zq7canary';
const email = `${canary}@mail.example.com`;
const token = `eyJhbGciOiJub25lIn0.eyJzdWIiOiJ${canary}.x`;
const planted: readonly (readonly [string, JsonObject])[] = [
  ['content-notes-manage', { title: `${canary} title`, labels: { [`${canary}-label`]: email } }],
  ['content-notes-manage', { identifier: 1, title: email, verify: true }],
  ['content-notes-manage', { identifier: `${canary}-uid` }],
  ['content-notes-manage', { identifier: 1, [canary]: token }],
  ['content-notes-manage', { action: canary }],
  ['content-notes-list', { query: canary, note_status: canary, page: canary }],
  ['content-pages-manage', { title: canary, preview_token: token, id: canary }],
  ['content-reviews-close', { action: 'close', remark: email }],
  ['content-archive-do', { remark: token }],
  ['content-misdeeds-do', { misdeed: 'throws', [email]: token }],
];

test('F14.3 no value of an argument, no token and no address of a person is in any line of the log', async () => {
  const host = createToolHost(tools);
  for (const [tool, args] of planted) await host.call(tool, args, { subject: email });
  expect(auditLines(host)).toHaveLength(planted.length);
  expect(host.logs.text()).not.toContain(canary);
  expect(host.logs.text()).not.toContain('sandbox-token');
});
