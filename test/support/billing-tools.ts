import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { middleware } from '../../src/toolkit/derivation.ts';
import { gate, machine } from '../../src/toolkit/machine.ts';
import { fail, ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { kit, type ModyoToolContext } from '../../src/tools/kit.ts';

/** Each person's billing goes from open to approved to discharged. */
const billingMachine = machine({
  id: 'billing',
  initial: 'open',
  states: {
    open: { on: { APPROVE: 'approved' } },
    approved: { on: { DISCHARGE: 'discharged' } },
    discharged: {},
  },
});

const invoice = z.object({ id: z.string(), amount_cents: z.number(), refunded_cents: z.number() });
type Invoice = z.output<typeof invoice>;

type Deed = 'approve' | 'discharge' | 'refund';

/** What the tools do to the world: nothing but what stands here. */
export interface BillingDesk {
  /** What was done, in order. */
  readonly deeds: Deed[];
  /** What happens while the next deed of a kind is under way, once. */
  readonly during: Map<Deed, (signal: AbortSignal) => Promise<void> | void>;
  readonly invoices: Map<string, Invoice>;
}

export function createBillingDesk(): BillingDesk {
  const invoices = [
    { id: 'F-100', amount_cents: 120_000, refunded_cents: 0 },
    { id: 'F-101', amount_cents: 45_500, refunded_cents: 0 },
  ];
  return { deeds: [], during: new Map(), invoices: new Map(invoices.map((one) => [one.id, one])) };
}

/** Long enough for calls that were sent together to meet. */
const deedMs = 30;
const dischargeTimeoutMs = 400;

const invoiceId = z.string().min(1).max(40).describe('Number of the invoice, e.g. "F-100"');
const offersInvoices = [{ tool: 'billing-list-invoices', reason: 'Lists the invoices with their numbers' }];

const requireAuth = middleware('require_auth', (ctx: ModyoToolContext) =>
  ctx.principal.subject === 'anonymous' ? fail('FORBIDDEN', 'Only for people with a name.') : {},
);
const withUser = middleware('with_user', (ctx: ModyoToolContext) => ({
  user: { id: ctx.principal.subject, account: ctx.tenant.id },
}));

async function perform(desk: BillingDesk, deed: Deed, signal: AbortSignal): Promise<void> {
  const during = desk.during.get(deed);
  desk.during.delete(deed);
  await during?.(signal);
  await pause(deedMs);
  signal.throwIfAborted();
  desk.deeds.push(deed);
}

/** Five tools over a desk in memory: two read, one overwrites, two move the machine. */
export function createBillingTools(desk: BillingDesk): readonly Tool<ModyoToolContext>[] {
  const refund = kit.mutation({
    summary: 'Refund an invoice',
    input: z.object({
      id: invoiceId,
      amount_cents: z.int().min(1).max(10_000_000).describe('Amount to refund, in cents'),
      reason: z
        .enum(['duplicate', 'customer_request', 'fraud'])
        .optional()
        .describe('Why the refund is happening'),
    }),
    data: z.object({ invoice }),
    use: [requireAuth],
    confirm: 'never',
    recovery: { NOT_FOUND: offersInvoices },
    async run({ id, amount_cents: amount }, ctx) {
      const known = desk.invoices.get(id);
      if (known === undefined) return fail('NOT_FOUND', 'No invoice has that number.');
      await perform(desk, 'refund', ctx.signal);
      const refunded = { ...known, refunded_cents: known.refunded_cents + amount };
      desk.invoices.set(id, refunded);
      return ok({ invoice: refunded }, { resource: { type: 'invoice', id } });
    },
  });

  const getProfile = kit.query({
    summary: 'Show whose billing this is',
    input: z.object({}),
    data: z.object({ user: z.object({ id: z.string(), account: z.string() }) }),
    use: [withUser],
    run: (_input, ctx) => ok({ user: ctx.user }),
  });

  const listInvoices = kit.query({
    summary: 'List the invoices',
    input: z.object({}),
    data: z.object({ invoices: z.array(invoice) }),
    run() {
      const invoices = [...desk.invoices.values()];
      return ok({ invoices }, { state: { returned: invoices.length, total: invoices.length } });
    },
  });

  const approve = kit.action({
    summary: 'Approve the billing, so that it can be discharged',
    idempotent: true,
    timeoutMs: dischargeTimeoutMs,
    input: z.object({}),
    data: z.object({ approved: z.boolean() }),
    gate: gate(billingMachine, { in: ['open'], on: 'APPROVE' }),
    plan: () => ({ changes: { billing_status: 'approved' } }),
    async run(_input, ctx) {
      await perform(desk, 'approve', ctx.signal);
      if (desk.invoices.size === 0) return fail('CONFLICT', 'There is no invoice to approve.');
      return ok({ approved: true });
    },
  });

  const discharge = kit.action({
    summary: 'Discharge the approved billing',
    timeoutMs: dischargeTimeoutMs,
    input: z.object({}),
    data: z.object({ discharged: z.boolean() }),
    gate: gate(billingMachine, { in: ['approved'], on: 'DISCHARGE' }),
    plan: () => ({ changes: { billing_status: 'discharged' } }),
    async run(_input, ctx) {
      await perform(desk, 'discharge', ctx.signal);
      return ok({ discharged: true });
    },
  });

  return [
    kit.tool('billing-refund', { title: 'Refund', module: 'core', actions: { refund } }),
    kit.tool('billing-get-profile', { title: 'Profile', module: 'core', actions: { get: getProfile } }),
    kit.tool('billing-list-invoices', { title: 'Invoices', module: 'core', actions: { list: listInvoices } }),
    kit.tool('billing-approve', { title: 'Approve', module: 'core', actions: { approve } }),
    kit.tool('billing-discharge', { title: 'Discharge', module: 'core', actions: { discharge } }),
  ];
}
