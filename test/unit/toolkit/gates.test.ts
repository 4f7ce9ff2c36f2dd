import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../src/infrastructure/clock.ts';
import { createMemoryGateStore } from '../../../src/infrastructure/memory-gate-store.ts';
import { compileTools } from '../../../src/toolkit/compile-tools.ts';
import type { ToolContext } from '../../../src/toolkit/context.ts';
import type { AnyGate, Machine, StoredGate } from '../../../src/toolkit/gate.ts';
import { createGatedActions } from '../../../src/toolkit/gated-actions.ts';
import { createGates } from '../../../src/toolkit/gates.ts';
import { gate, heldGate, machine } from '../../../src/toolkit/machine.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { createToolkit } from '../../../src/toolkit/toolkit.ts';

const kit = createToolkit<ToolContext>();
const shape = {
  input: z.object({}),
  data: z.object({ done: z.boolean() }),
  run: () => ok({ done: true }),
} as const;

function tool(
  name: string,
  gates: Readonly<Record<string, AnyGate | undefined>>,
  verb: 'action' | 'query' = 'action',
) {
  return kit.tool(name, {
    title: name,
    summary: 'Do things',
    actions: Object.fromEntries(
      Object.entries(gates).map(([action, own]) => [
        action,
        kit[verb]({
          ...shape,
          summary: `Do ${action}`,
          ...(own && { gate: own as StoredGate<unknown, unknown> }),
        }),
      ]),
    ),
  });
}

const order = machine({
  id: 'order',
  initial: 'cart',
  states: {
    cart: { on: { PAY: 'paid', DROP: 'dropped' } },
    paid: { on: { SEND: 'sent', REFUND: 'cart' } },
    sent: { on: { RETURN: 'paid' } },
    dropped: {},
  },
});
const pay = gate(order, { in: ['cart'], on: 'PAY' });
const drop = gate(order, { in: ['cart'], on: 'DROP' });
const send = gate(order, { in: ['paid'], on: 'SEND' });
const review = gate(order, { in: ['sent'] });

describe('the way to an open gate', () => {
  const actions = createGatedActions(
    compileTools([tool('core-orders-manage', { pay, drop, send }), tool('core-orders-review', { review })]),
  );

  test('begins with the action that leads on, by whatever number of steps', () => {
    const first = { tool: 'core-orders-manage', action: 'pay', reason: 'Leads from cart to paid' };
    expect(actions.stepsTowards(send, 'cart')).toEqual([first]);
    expect(actions.stepsTowards(review, 'cart')).toEqual([first]);
    expect(actions.stepsTowards(review, 'paid')).toMatchObject([{ action: 'send' }]);
  });

  test('does not exist from where no tool performs a step', () => {
    expect(actions.stepsTowards(pay, 'sent')).toEqual([]);
    expect(actions.stepsTowards(send, 'dropped')).toEqual([]);
  });

  test('the gates of a listing are those of the principal, with all the actions behind them', () => {
    const shared = compileTools([
      tool('core-orders-manage', { pay, look: undefined }),
      tool('core-orders-settle', { settle: pay }),
      tool('core-orders-stamp', {
        stamp: gate(order, { in: ['cart'], scope: () => 'order:7' }),
        hold: gate(order, { in: ['cart'], visibility: 'call' }),
      }),
    ]);
    const gated = createGatedActions(shared);
    expect(gated.listed).toEqual([pay]);
    expect(gated.idsBehind(new Set([pay]))).toEqual(
      new Set(['core-orders-manage.pay', 'core-orders-settle.settle']),
    );
    expect(gated.toolNames).toEqual(['core-orders-manage', 'core-orders-settle', 'core-orders-stamp']);
  });
});

describe('tools with gates do not start', () => {
  const stray = (changes: Partial<StoredGate<never, never>>) => ({ ...pay, ...changes }) as AnyGate;
  const of = (changes: Partial<Machine>) => stray({ machine: { ...order, ...changes } });

  test.each([
    ['open in no state', stray({ in: [] }), 'the gate is open in no state'],
    [
      'held, and open in no state',
      heldGate({ in: [], state: () => 'a' as const }),
      'the gate is open in no state',
    ],
    ['open in a state that is none', stray({ in: ['lost'] }), 'order has no state lost'],
    ['moved by an event that leads nowhere', stray({ in: ['sent'] }), 'order has no event PAY in sent'],
    [
      'moved by a name of every object',
      stray({ on: 'constructor' }),
      'order has no event constructor in cart',
    ],
    ['of a machine without a good id', of({ id: 'a:{b}' }), "the machine's id does not match"],
    [
      'of a machine that begins nowhere',
      of({ initial: 'lost' }),
      'order begins with lost, which is none of its states',
    ],
    [
      'of a machine that leads nowhere',
      of({ states: { cart: { on: { PAY: 'lost' } } } }),
      'order goes from cart by PAY to lost, no state of it',
    ],
  ])('that are %s', (_what, faulty, message) => {
    expect(() => compileTools([tool('core-orders-pay', { pay: faulty })])).toThrow(
      `core-orders-pay.pay: ${message}`,
    );
  });

  test('whose machines share an id', () => {
    const twin = gate(machine({ id: 'order', initial: 'a', states: { a: {} } }), { in: ['a'] });
    expect(() =>
      compileTools([tool('core-orders-pay', { pay }), tool('core-orders-look', { look: twin })]),
    ).toThrow('core-orders-look.look: order is the id of two machines');
  });

  test('that would move a state by reading', () => {
    expect(() => compileTools([tool('core-orders-pay', { pay }, 'query')])).toThrow(
      'core-orders-pay.pay: a query cannot fire PAY',
    );
    expect(() => compileTools([tool('core-orders-review', { review }, 'query')])).not.toThrow();
  });

  test('without a store for their states, and start with gates that Modyo holds', () => {
    const held = heldGate({ in: ['a'], state: () => 'a' as const });
    const options = { clock: systemClock };
    const stored = compileTools([tool('core-orders-pay', { pay }), tool('core-orders-look', { look: held })]);
    expect(() => createGates(stored, options)).toThrow(
      'There is no store for the states of these tools: core-orders-pay',
    );
    const gates = createGates(stored, { ...options, gateStore: createMemoryGateStore(systemClock) });
    expect(gates.listChanges).toBe(true);
    expect(createGates(compileTools([tool('core-orders-look', { look: held })]), options).listChanges).toBe(
      false,
    );
  });
});
