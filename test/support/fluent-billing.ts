import { z } from 'zod';
import type { Caller } from '../../src/tenant/caller.ts';
import { createFluent, fail, succeed, toolError } from '../../src/toolkit/fluent.ts';
import { machine } from '../../src/toolkit/machine.ts';
import { kit } from '../../src/tools/kit.ts';

const invoice = z.object({
  id: z.string(),
  amount_cents: z.number(),
  refunded_cents: z.number(),
  is_discharged: z.boolean(),
});

export type Invoice = z.output<typeof invoice>;

/** Invoices by tenant, in memory. */
export type Ledger = Map<string, Map<string, Invoice>>;

const InvoicePresenter = {
  data: invoice,
  present: {
    suggest: () => [{ tool: 'billing-list-invoices', reason: 'Shows what is left of the others' }],
  },
};

const approval = machine({
  id: 'fluent-billing',
  initial: 'open',
  states: {
    open: { on: { APPROVE: 'approved' } },
    approved: { on: { DISCHARGE: 'discharged' } },
    discharged: {},
  },
});

export function createLedger(): Ledger {
  const invoices = (id: string) =>
    [id, { id, amount_cents: 5_000, refunded_cents: 0, is_discharged: false }] as const;
  return new Map(
    ['andes', 'pampa'].map((tenant) => [tenant, new Map([invoices('inv-1'), invoices('inv-2')])]),
  );
}

/** Billing as a chain of words, over invoices in memory. */
export function createFluentBilling(ledger: Ledger = createLedger()) {
  const f = createFluent(kit, {
    machine: approval,
    context: (ctx) => ({ request: ctx.caller, tenantId: ctx.tenant.id }),
  });
  const invoicesOf = (tenantId: string) => ledger.get(tenantId) ?? new Map<string, Invoice>();
  const auth = {
    verify: async ({ principal, tenant }: Caller) => ({ subject: principal.subject, tenant: tenant.id }),
  };
  const refunds = createRefunds(invoicesOf);
  const requireAuth = f.middleware((ctx) =>
    ctx.request.principal.subject === 'eve'
      ? fail(toolError('FORBIDDEN', { message: 'Billing is closed to this person.' }))
      : { actor: ctx.request.principal.subject },
  );

  const refund = f
    .mutation('billing.refund')
    .describe('Refund an invoice by ID')
    .withString('id', 'Invoice ID')
    .withNumber('amount_cents', 'Amount to refund in CENTS')
    .withOptionalEnum('reason', ['duplicate', 'customer_request', 'fraud'], 'Why the refund is happening')
    .returns(InvoicePresenter)
    .use(requireAuth)
    .handle(async (input, ctx) => {
      const result = await refunds.create(input, ctx.tenantId);
      if (!result.ok) return result.response;
      return result.value;
    });

  const withUser = f.middleware(async (ctx) => {
    const user = await auth.verify(ctx.request);
    return { user };
  });

  const getProfile = f
    .query('billing.get_profile')
    .use(withUser)
    .describe('Get the profile of the person who asks')
    .returns(z.object({ subject: z.string(), tenant: z.string() }))
    .handle((_input, ctx) => ctx.user);

  const getInvoice = f
    .query('billing.get_invoice')
    .describe('Get an invoice by ID')
    .withString('id', 'Invoice ID')
    .returns(invoice)
    .handle(async (input, ctx) => {
      const db = databaseOf(invoicesOf(ctx.tenantId));
      const invoice = await db.invoices.findUnique({ where: { id: input.id } });
      if (!invoice) {
        return fail(
          toolError('NOT_FOUND', {
            message: 'No invoice with that ID',
            availableActions: ['billing.list_invoices'],
          }),
        );
      }
      return succeed(invoice);
    });

  const listInvoices = f
    .query('billing.list_invoices')
    .describe('List the invoices')
    .returns(z.object({ invoices: z.array(invoice) }))
    .handle((_input, ctx) => ({ invoices: [...invoicesOf(ctx.tenantId).values()] }));

  const approve = f
    .action('billing.approve')
    .describe('Approve the open invoices')
    .bindState('open', 'APPROVE')
    .handle(async () => {});

  const discharge = f
    .action('billing.discharge')
    .describe('Discharge an approved invoice')
    .bindState('approved', 'DISCHARGE')
    .handle(async (_input, ctx) => {
      const invoices = invoicesOf(ctx.tenantId);
      for (const [id, standing] of invoices) invoices.set(id, { ...standing, is_discharged: true });
    });

  return [refund, getProfile, getInvoice, listInvoices, approve, discharge];
}

/** A result of another making than the kit's, as a service of one's own may have it. */
type RefundResult =
  | { readonly ok: true; readonly value: Invoice }
  | { readonly ok: false; readonly response: ReturnType<typeof fail> };

function createRefunds(invoicesOf: (tenantId: string) => Map<string, Invoice>) {
  return {
    async create(
      { id, amount_cents: cents }: { readonly id: string; readonly amount_cents: number },
      tenantId: string,
    ): Promise<RefundResult> {
      const standing = invoicesOf(tenantId).get(id);
      const left = standing === undefined ? 0 : standing.amount_cents - standing.refunded_cents;
      if (standing === undefined || cents > left) {
        const message = `No invoice with that ID has ${cents} cents left to refund.`;
        return { ok: false, response: fail(toolError('CONFLICT', { message })) };
      }
      const refunded = { ...standing, refunded_cents: standing.refunded_cents + cents };
      invoicesOf(tenantId).set(id, refunded);
      return { ok: true, value: refunded };
    },
  };
}

function databaseOf(invoices: ReadonlyMap<string, Invoice>) {
  return {
    invoices: {
      findUnique: async ({ where }: { readonly where: { readonly id: string } }) => invoices.get(where.id),
    },
  };
}
