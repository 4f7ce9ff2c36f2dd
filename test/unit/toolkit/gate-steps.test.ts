import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMemoryGateStore } from '../../../src/infrastructure/memory-gate-store.ts';
import { middleware } from '../../../src/toolkit/derivation.ts';
import { gate, machine } from '../../../src/toolkit/machine.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { createManualClock } from '../../support/manual-clock.ts';
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

test('a gated call that proposes what it has opened asks the store three times in all', async () => {
  const passage = machine({
    id: 'passage',
    initial: 'shut',
    states: { shut: { on: { OPEN: 'open' } }, open: { on: { SHUT: 'shut' } } },
  });
  const shape = { input: z.object({}), data: z.object({ done: z.boolean() }), run: () => ok({ done: true }) };
  const gateStore = createMemoryGateStore(createManualClock());
  const asked = [
    vi.spyOn(gateStore, 'load'),
    vi.spyOn(gateStore, 'loadAll'),
    vi.spyOn(gateStore, 'acquire'),
    vi.spyOn(gateStore, 'commit'),
    vi.spyOn(gateStore, 'release'),
  ];
  const offers = ['open', 'shut'].map((what) => ({
    tool: `content-passages-${what}`,
    reason: `The passage can be ${what}`,
  }));
  const host = createToolHost(
    [
      noteKit.tool('content-passages-open', {
        title: 'Open',
        actions: {
          open: noteKit.action({
            ...shape,
            summary: 'Open the passage',
            gate: gate(passage, { in: ['shut'], on: 'OPEN' }),
            present: { suggest: () => offers },
          }),
        },
      }),
      noteKit.tool('content-passages-shut', {
        title: 'Shut',
        actions: {
          shut: noteKit.action({
            ...shape,
            summary: 'Shut the passage',
            gate: gate(passage, { in: ['open'], on: 'SHUT' }),
          }),
        },
      }),
    ],
    { gateStore },
  );
  const { body } = await host.call('content-passages-open');
  expect(body.state?.['next']).toEqual([offers[1]]);
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1, 1, 0]);
});
