import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { middleware } from '../../../src/toolkit/derivation.ts';
import { gate, machine } from '../../../src/toolkit/machine.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { type NoteContext, noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const door = machine({ id: 'door', initial: 'shut', states: { shut: { on: { OPEN: 'open' } }, open: {} } });

test('a call whose time is over before its turn runs nothing, moves nothing and holds nothing', async () => {
  let waits = true;
  let runs = 0;
  let isPast = Promise.resolve();
  const slow = middleware('slow', async (ctx: NoteContext) => {
    if (!waits) return {};
    const aborted = new Promise<void>((resolve) => {
      ctx.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    isPast = aborted;
    await aborted;
    return {};
  });
  const host = createToolHost([
    noteKit.tool('content-doors-open', {
      title: 'Open',
      actions: {
        open: noteKit.action({
          summary: 'Open the door',
          timeoutMs: 40,
          input: z.object({}),
          data: z.object({ opened: z.boolean() }),
          gate: gate(door, { in: ['shut'], on: 'OPEN' }),
          use: [slow],
          run() {
            runs += 1;
            return ok({ opened: true });
          },
        }),
      },
    }),
  ]);
  const late = await host.call('content-doors-open');
  expect(late.body.error).toMatchObject({ code: 'UPSTREAM_ERROR', details: { reason: 'timed_out' } });
  await isPast;
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(runs).toBe(0);
  waits = false;
  const next = await host.call('content-doors-open');
  expect(next.body.data).toEqual({ opened: true });
  expect(runs).toBe(1);
});
