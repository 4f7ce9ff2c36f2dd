import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolContext } from '../../../src/toolkit/context.ts';
import { resolver } from '../../../src/toolkit/derivation.ts';
import { type Identifier, identifier } from '../../../src/toolkit/identifier.ts';
import { gate, heldGate, machine } from '../../../src/toolkit/machine.ts';
import { fail, ok } from '../../../src/toolkit/result.ts';
import { createToolkit } from '../../../src/toolkit/toolkit.ts';

const kit = createToolkit<ToolContext>();

const review = machine({
  id: 'review',
  initial: 'draft',
  states: {
    draft: { on: { APPROVE: 'approved' } },
    approved: { on: { PUBLISH: 'published', REJECT: 'draft' } },
    published: {},
  },
});

const pageOf = resolver('page', (_input: { readonly identifier: Identifier }, _ctx: ToolContext) => ({
  id: 7,
  page_status: 'approved' as 'draft' | 'approved',
}));

type Input = { readonly identifier: Identifier };
type WithPage = { readonly page: { readonly id: number; readonly page_status: 'draft' | 'approved' } };

const shape = {
  summary: 'Publish a page',
  input: z.object({ identifier: identifier('Page') }),
  data: z.object({ done: z.boolean() }),
  resolve: [pageOf],
} as const;

describe('the words for gates', () => {
  test('a scope sees the arguments and what was resolved from them', () => {
    const action = kit.action({
      ...shape,
      gate: gate(review, {
        in: ['approved'],
        on: 'PUBLISH',
        scope: (input: Input, ctx: WithPage) => `page:${ctx.page.id}:${input.identifier}`,
      }),
      run: () => ok({ done: true }),
    });
    const stored = action.gate;
    if (stored?.kind !== 'stored' || stored.scope === 'principal') return expect.fail('no scoped gate');
    const scope = stored.scope as (input: object, ctx: object) => string;
    expect(scope({ identifier: 'home' }, { page: { id: 7 } })).toBe('page:7:home');
    expect(stored).toMatchObject({ in: ['approved'], on: 'PUBLISH', visibility: 'call' });
  });

  test('a gate of the principal leaves the listing unless it is told to stay', () => {
    expect(gate(review, { in: ['approved'] })).toMatchObject({ scope: 'principal', visibility: 'list' });
    expect(gate(review, { in: ['approved'], visibility: 'call' })).toMatchObject({ visibility: 'call' });
    expect(review.owner).toBe('subject');
  });

  test('a held gate reads its state from the resolved entity', async () => {
    const action = kit.action({
      ...shape,
      gate: heldGate({
        in: ['approved'],
        state: (_input: object, ctx: WithPage) => ctx.page.page_status,
        how: 'The page',
      }),
      run: () => ok({ done: true }),
    });
    expect(action.gate).toMatchObject({ kind: 'held', in: ['approved'], how: 'The page' });
  });

  test('each mistake in a state or an event is a compile error', () => {
    const run = () => fail('INTERNAL', '');
    type WithSite = { readonly site: { readonly uid: string } };
    const mistakes = [
      // @ts-expect-error there is no state archived
      () => gate(review, { in: ['archived'] }),
      // @ts-expect-error there is no event DELETE
      () => gate(review, { in: ['approved'], on: 'DELETE' }),
      () =>
        machine({
          id: 'loop',
          initial: 'a',
          // @ts-expect-error there is no state c to go to
          states: { a: { on: { GO: 'c' } }, b: {} },
        }),
      // @ts-expect-error there is no state c to begin with
      () => machine({ id: 'loop', initial: 'c', states: { a: { on: { GO: 'b' } }, b: {} } }),
      // @ts-expect-error a listing has no arguments to know the resource by
      () => gate(review, { in: ['approved'], scope: () => 'page', visibility: 'list' }),
      // @ts-expect-error the state is never archived
      () => heldGate({ in: ['archived'], state: () => 'draft' as 'draft' | 'approved' }),
      () =>
        kit.action({
          ...shape,
          // @ts-expect-error site was not resolved
          gate: gate(review, { in: ['approved'], scope: (_input: object, ctx: WithSite) => ctx.site.uid }),
          run,
        }),
    ];
    expect(mistakes).toHaveLength(7);
  });
});
