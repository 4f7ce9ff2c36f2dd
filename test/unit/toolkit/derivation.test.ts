import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { middleware, resolver } from '../../../src/toolkit/derivation.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { type NoteContext, noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const seen = z.object({ keys: z.array(z.string()), isFrozen: z.boolean() });
const order: string[] = [];
const first = resolver('first', () => {
  order.push('first');
  return 1;
});
const second = middleware('second', (ctx: NoteContext & { readonly first: number }) => {
  order.push('second');
  return { second: ctx.first + 1 };
});

describe('the context of a handler', () => {
  test('grows step by step, each time as a new frozen object', async () => {
    const action = noteKit.query({
      summary: 'See',
      input: z.object({}),
      data: seen,
      resolve: [first],
      use: [second],
      run: (_input, ctx) => {
        order.push(`run ${ctx.second}`);
        return ok({ keys: Object.keys(ctx), isFrozen: Object.isFrozen(ctx) });
      },
    });
    const host = createToolHost([
      noteKit.tool('content-context-see', { title: 'See', actions: { see: action } }),
    ]);
    const { body } = await host.call('content-context-see');
    expect(order).toEqual(['first', 'second', 'run 2']);
    expect(body.data).toMatchObject({ isFrozen: true });
    expect(body.data?.['keys']).toEqual(
      expect.arrayContaining(['tenant', 'principal', 'signal', 'first', 'second']),
    );
  });

  test.each(['tenant', 'principal', 'caller', 'notes'])('F5.6 never has its %s replaced', async (key) => {
    const impostor = middleware('impostor', () => ({ [key]: 'mine' }));
    const action = noteKit.query({
      summary: 'See',
      input: z.object({}),
      data: z.object({}),
      use: [impostor],
      run: () => ok({}),
    });
    const host = createToolHost([
      noteKit.tool('content-context-see', { title: 'See', actions: { see: action } }),
    ]);
    const { body } = await host.call('content-context-see');
    expect(body.error?.code).toBe('INTERNAL');
    expect(host.logs.text()).toContain(`impostor would replace ${key}`);
  });
});
