import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFluentBilling, createLedger, type Ledger } from '../support/fluent-billing.ts';
import { type Actor, eras, type Testkit, testkit } from '../support/testkit.ts';

let kit: Testkit;
let ledger: Ledger;
beforeEach(async () => {
  ledger = createLedger();
  kit = await testkit({ tools: createFluentBilling(ledger) });
});
afterEach(() => kit.close());

const namesFor = async (actor: Actor) => (await actor.list()).map(({ name }) => name);
const invoice = (id: string) => ledger.get('andes')?.get(id);

describe.each(eras)('tools written as a chain, in %s', (era) => {
  let ana: Actor;
  beforeEach(() => {
    ana = kit.as().withEra(era);
  });

  test('a name with a dot is listed with a hyphen, under the effect of its verb', async () => {
    const listed = new Map((await ana.list()).map((tool) => [tool.name, tool]));
    expect(listed.get('billing-refund')).toMatchObject({
      title: 'Billing refund',
      annotations: { readOnlyHint: false, destructiveHint: true },
      inputSchema: {
        properties: {
          id: { type: 'string' },
          amount_cents: { type: 'number' },
          reason: { enum: ['duplicate', 'customer_request', 'fraud'] },
        },
      },
    });
    expect(listed.get('billing-refund')?.inputSchema.required).toEqual(['id', 'amount_cents']);
    expect(listed.get('billing-get-profile')?.annotations['readOnlyHint']).toBe(true);
    expect(listed.get('billing-approve')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
  });

  test('a refund is made once somebody has agreed to it', async () => {
    const args = { id: 'inv-1', amount_cents: 1_500, reason: 'duplicate' };
    const asked = await ana.call('billing-refund', args);
    expect(asked.body.control).toMatchObject({ confirmation_required: true });
    expect(invoice('inv-1')?.refunded_cents).toBe(0);
    const token = asked.body.control.confirm_token;
    const { body } = await ana.call('billing-refund', { ...args, confirm_token: token });
    expect(body).toMatchObject({
      data: { id: 'inv-1', amount_cents: 5_000, refunded_cents: 1_500 },
      state: { status: 'done', next: [{ tool: 'billing-list-invoices' }] },
    });
    expect(invoice('inv-1')?.refunded_cents).toBe(1_500);
  });

  test('a failure that a service made is answered as one', async () => {
    const args = { id: 'inv-1', amount_cents: 9_999 };
    const asked = await ana.call('billing-refund', args);
    const token = asked.body.control.confirm_token;
    const { body, result } = await ana.call('billing-refund', { ...args, confirm_token: token });
    expect(result.isError).toBe(true);
    expect(body.error).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('9999') });
  });

  test('a middleware that refuses keeps the handler from running', async () => {
    const eve = kit.as({ subject: 'eve' }).withEra(era);
    const { body } = await eve.call('billing-refund', { id: 'inv-1', amount_cents: 1 });
    expect(body.error.code).toBe('FORBIDDEN');
    expect(invoice('inv-1')?.refunded_cents).toBe(0);
  });

  test('what a middleware derives is there for the handler', async () => {
    const { body } = await kit.as({ subject: 'luis', tenant: 'b' }).withEra(era).call('billing-get-profile');
    expect(body.data).toEqual({ subject: 'luis', tenant: 'pampa' });
  });

  test('what is not found is answered with the tool that helps', async () => {
    const found = await ana.call('billing-get-invoice', { id: 'inv-2' });
    expect(found.body.data).toMatchObject({ id: 'inv-2', amount_cents: 5_000 });
    const { body } = await ana.call('billing-get-invoice', { id: 'inv-9' });
    expect(body.error).toMatchObject({
      code: 'NOT_FOUND',
      message: 'No invoice with that ID',
      available_actions: [{ tool: 'billing-list-invoices' }],
    });
  });

  test('a tool is there only in the state that it is bound to', async () => {
    expect(await namesFor(ana)).not.toContain('billing-discharge');
    const early = await ana.call('billing-discharge');
    expect(early.body.error).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { state: 'open', requires: ['approved'] },
      available_actions: [{ tool: 'billing-approve' }],
    });
    expect((await ana.call('billing-approve')).body).toMatchObject({ data: {}, state: { status: 'done' } });
    expect(await namesFor(ana)).toContain('billing-discharge');
    expect(await namesFor(ana)).not.toContain('billing-approve');
    expect(await namesFor(kit.as({ subject: 'luis' }).withEra(era))).not.toContain('billing-discharge');
    expect((await ana.call('billing-discharge')).body.state.status).toBe('done');
    expect(invoice('inv-1')?.is_discharged).toBe(true);
    expect(await namesFor(ana)).not.toContain('billing-discharge');
  });
});

test('a call that changes what its caller sees says so on its own stream, in the era that has a way', async () => {
  const { notifications } = await kit.as().call('billing-approve');
  expect(notifications.map(({ method }) => method)).toEqual(['notifications/tools/list_changed']);
  const other = await kit.as({ subject: 'luis' }).withEra('2026-07-28').call('billing-approve');
  expect(other.notifications).toEqual([]);
});
