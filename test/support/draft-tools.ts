import { z } from 'zod';
import { resolver } from '../../src/toolkit/derivation.ts';
import { type Identifier, identifier } from '../../src/toolkit/identifier.ts';
import { gate, machine } from '../../src/toolkit/machine.ts';
import { ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { kit, type ModyoToolContext } from '../../src/tools/kit.ts';

const draftMachine = machine({
  id: 'draft',
  initial: 'draft',
  states: {
    draft: { on: { SUBMIT: 'submitted' } },
    submitted: { on: { APPROVE: 'approved', RETURN: 'draft' } },
    approved: { on: { PUBLISH: 'published' } },
    published: {},
  },
});

/** Of each page; it is in no listing. */
const stampMachine = machine({
  id: 'stamp',
  initial: 'unstamped',
  states: { unstamped: { on: { STAMP: 'stamped' } }, stamped: { on: { LIFT: 'unstamped' } } },
});

/** Two spellings of one page. */
const pages = new Map<Identifier, number>([
  ['home', 7],
  [7, 7],
  ['about', 8],
  [8, 8],
]);

const pageOf = resolver('page', ({ page }: { readonly page: Identifier }, _ctx: ModyoToolContext) => ({
  id: pages.get(page) ?? 0,
}));
type WithPage = { readonly page: { readonly id: number } };
const stampOf = (_input: object, { page }: WithPage) => `page:${page.id}`;

const nothing = z.object({});
const answer = z.object({ done: z.boolean() });
const done = () => ok({ done: true });

const look = kit.query({ summary: 'Look at the draft', input: nothing, data: answer, run: done });
const submit = kit.action({
  summary: 'Submit the draft',
  input: nothing,
  data: answer,
  gate: gate(draftMachine, { in: ['draft'], on: 'SUBMIT' }),
  run: done,
});
const approve = kit.action({
  summary: 'Approve the draft',
  input: nothing,
  data: answer,
  gate: gate(draftMachine, { in: ['submitted'], on: 'APPROVE' }),
  run: done,
});
const publish = kit.action({
  summary: 'Publish the draft',
  input: z.object({ headline: z.string().min(1).max(40).optional().describe('A headline, e.g. "News"') }),
  data: answer,
  gate: gate(draftMachine, { in: ['approved'], on: 'PUBLISH' }),
  run: done,
});
const stamp = kit.action({
  summary: 'Stamp a page',
  input: z.object({ page: identifier('Page') }),
  data: answer,
  resolve: [pageOf],
  gate: gate(stampMachine, { in: ['unstamped'], on: 'STAMP', scope: stampOf }),
  run: done,
});
const lift = kit.action({
  summary: 'Lift the stamp of a page',
  input: z.object({ page: identifier('Page') }),
  data: answer,
  resolve: [pageOf],
  gate: gate(stampMachine, { in: ['stamped'], on: 'LIFT', scope: stampOf }),
  run: done,
});

/** A tool whose actions are gated one by one, by the principal's state and by a page's. */
export const draftTools: readonly Tool<ModyoToolContext>[] = [
  kit.tool('content-drafts-manage', {
    title: 'Drafts',
    summary: 'Look at, submit, approve and publish the draft; stamp pages',
    default: 'look',
    actions: { look, submit, approve, publish, stamp, lift },
  }),
  kit.tool('content-drafts-publish', { title: 'Publish', actions: { publish } }),
];
