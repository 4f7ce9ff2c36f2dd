import { z } from 'zod';
import { isFail, ok } from '../../../../toolkit/result.ts';
import { kit } from '../../../kit.ts';
import { query } from '../../../list-parameters.ts';
import { nameText } from '../../../name-parameters.ts';
import { inferredNote } from '../user-arguments.ts';
import { type BulkItem, bulkTargets, changeInBulk, planBulk } from '../user-bulk.ts';
import { targetsMax } from '../user-targets.ts';

const item = z.object({
  index: z.number(),
  user_id: z.number().optional(),
  name: z.string().optional(),
  active: z.boolean().optional(),
  result: z.enum(['changed', 'unchanged', 'failed']),
  code: z.string().optional(),
});

export const bulkAction = kit.mutation({
  summary: 'Activate or deactivate many admin users at once; a preview unless dry_run is false',
  scope: 'modyo:admin',
  idempotent: true,
  dryRunDefault: true,
  input: z
    .object({
      act: z.enum(['activate', 'deactivate']).describe('What is done with the users'),
      ids: z
        .array(z.int().min(1).max(Number.MAX_SAFE_INTEGER))
        .min(1)
        .max(targetsMax)
        .optional()
        .describe('Ids of the users, e.g. [41, 42]'),
      users: z
        .array(nameText)
        .min(1)
        .max(targetsMax)
        .optional()
        .describe('uuids, emails, usernames or names of the users, e.g. ["ana@example.com"]'),
      query: query('names, emails and usernames; every match is meant'),
    })
    .refine(({ ids, users, query: words }) => [ids, users, words].filter(isSent).length === 1, {
      path: ['ids'],
      message: 'Send one of ids, users and query',
    }),
  data: z.object({
    users: z.array(item),
    changed: z.number(),
    unchanged: z.number(),
    failed: z.number(),
  }),
  operations: ['listAdminUsers', 'getAdminUser', 'getProfile', 'bulkAdminUsers'],
  notes: [
    inferredNote,
    'Each user is read again afterwards; the owner of the token of this connection is not deactivated.',
  ],
  confirm: ({ act }) => act === 'deactivate',
  invalidates: ['core-users.*'],
  plan: planBulk,
  async run(input, ctx) {
    const found = await bulkTargets(input, ctx);
    if (isFail(found)) return found;
    const items = await changeInBulk(input.act, found, ctx);
    const [changed, unchanged, failed] = [
      countOf(items, 'changed'),
      countOf(items, 'unchanged'),
      countOf(items, 'failed'),
    ];
    const status = failed > 0 ? 'partial' : changed > 0 ? 'done' : 'unchanged';
    const counts = { returned: items.length, total: items.length };
    return ok({ users: [...items], changed, unchanged, failed }, { state: { status, ...counts } });
  },
});

function isSent(value: unknown): boolean {
  return value !== undefined;
}

function countOf(items: readonly BulkItem[], result: BulkItem['result']): number {
  return items.filter((one) => one.result === result).length;
}
