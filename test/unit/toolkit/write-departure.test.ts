import { expect, test } from 'vitest';
import { z } from 'zod';
import { middleware } from '../../../src/toolkit/derivation.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { type NoteContext, noteKit } from '../../support/note-tools.ts';
import { finalOf, testCall } from '../../support/test-call.ts';
import { createToolHost } from '../../support/tool-host.ts';

type End = 'before' | 'between' | 'overdue' | 'overdue_before';

/** Two steps, with the client's departure or the end of its time between them. */
function setUp(verb: 'query' | 'action', end: End) {
  const call = new AbortController();
  let isIgnored = false;
  const leave = () => {
    if (!isIgnored) call.abort(new DOMException('left', 'AbortError'));
  };
  const expire = () => call.abort(new DOMException('over', 'TimeoutError'));
  const steps: string[] = [];
  /** The signal of what is read before the run. */
  let reading: AbortSignal | undefined;
  const leaving = middleware('leaving', (ctx: NoteContext) => {
    reading = ctx.signal;
    if (end === 'before') leave();
    if (end === 'overdue_before') expire();
    return {};
  });
  const definition = {
    summary: 'Do two steps',
    input: z.object({}),
    data: z.object({ steps: z.number() }),
    use: [leaving] as const,
    async run(_input: object, ctx: { readonly signal: AbortSignal }) {
      steps.push('first');
      if (end === 'between') leave();
      if (end === 'overdue') expire();
      await new Promise((resolve) => setImmediate(resolve));
      ctx.signal.throwIfAborted();
      steps.push('second');
      return ok({ steps: 2 });
    },
  };
  const action = verb === 'query' ? noteKit.query(definition) : noteKit.action(definition);
  const host = createToolHost([
    noteKit.tool('content-steps-make', { title: 'Steps', actions: { make: action } }),
  ]);
  const ignoreDeparture = () => {
    isIgnored = true;
  };
  const request = testCall(host.caller(), { signal: call.signal, ignoreDeparture });
  const run = async () => {
    const { content } = finalOf(await host.registry.call('content-steps-make', {}, request));
    return { body: JSON.parse(content[0].text) };
  };
  const outcomes = () =>
    host.logs
      .lines()
      .filter((line) => line['audit'] === 'tool_call')
      .map((line) => line['outcome']);
  return { call: run, steps, outcomes, reading: () => reading };
}

test('F13.3 a read ends when its client leaves, and is audited as aborted', async () => {
  const { call, steps, outcomes } = setUp('query', 'between');
  await call();
  expect(steps).toEqual(['first']);
  expect(outcomes()).toEqual(['aborted']);
});

test('F13.4 a write that has begun runs to its end though its client left, and is audited as what it became', async () => {
  const { call, steps, outcomes } = setUp('action', 'between');
  await call();
  expect(steps).toEqual(['first', 'second']);
  expect(outcomes()).toEqual(['ok']);
});

test('F13.4 a write whose client left before it began does nothing, and is audited as aborted', async () => {
  const { call, steps, outcomes, reading } = setUp('action', 'before');
  const { body } = await call();
  expect(reading()?.aborted).toBe(true);
  expect(steps).toEqual([]);
  expect(body.error).toMatchObject({ details: { reason: 'cancelled' } });
  expect(body.error.details).not.toHaveProperty('state_unknown');
  expect(outcomes()).toEqual(['aborted']);
});

test('F13.4 a write whose time is over is not audited as done, and says that its state is unknown', async () => {
  const { call, steps, outcomes } = setUp('action', 'overdue');
  const { body } = await call();
  expect(steps).toEqual(['first']);
  expect(body.error).toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: expect.stringContaining('timed out'),
    details: { reason: 'timed_out', state_unknown: true },
  });
  expect(outcomes()).toEqual(['UPSTREAM_ERROR']);
});

test('F13.4 a write whose time is over before it begins says that nothing was changed', async () => {
  const { call, steps } = setUp('action', 'overdue_before');
  const { body } = await call();
  expect(steps).toEqual([]);
  expect(body.error).toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: expect.stringMatching(/timed out; nothing was changed/),
  });
  expect(body.error.details).toEqual({ reason: 'timed_out' });
});
