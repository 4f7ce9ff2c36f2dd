import { expect, test } from 'vitest';
import { z } from 'zod';
import { middleware } from '../../../src/toolkit/derivation.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit } from '../../support/note-tools.ts';
import { testCall } from '../../support/test-call.ts';
import { createToolHost } from '../../support/tool-host.ts';

/** Two steps, with the client's departure between them. */
function setUp(verb: 'query' | 'action', leaveAt: 'before' | 'between') {
  const client = new AbortController();
  const deadline = new AbortController();
  const steps: string[] = [];
  const leaving = middleware('leaving', () => {
    if (leaveAt === 'before') client.abort(new DOMException('left', 'AbortError'));
    return {};
  });
  const definition = {
    summary: 'Do two steps',
    input: z.object({}),
    data: z.object({ steps: z.number() }),
    use: [leaving] as const,
    async run(_input: object, ctx: { readonly signal: AbortSignal }) {
      steps.push('first');
      if (leaveAt === 'between') client.abort(new DOMException('left', 'AbortError'));
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
  const call = () =>
    host.registry.call(
      'content-steps-make',
      {},
      testCall(host.caller(), { signal: client.signal, deadline: deadline.signal }),
    );
  const outcomes = () =>
    host.logs
      .lines()
      .filter((line) => line['audit'] === 'tool_call')
      .map((line) => line['outcome']);
  return { call, steps, outcomes, deadline };
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
  const { call, steps, outcomes } = setUp('action', 'before');
  await call();
  expect(steps).toEqual([]);
  expect(outcomes()).toEqual(['aborted']);
});

test('F13.4 a write whose time is over is not audited as done, and says that its state is unknown', async () => {
  const { call, outcomes, deadline } = setUp('action', 'between');
  deadline.abort(new DOMException('over', 'TimeoutError'));
  const result = await call();
  expect('content' in result && JSON.parse(result.content[0].text).error).toMatchObject({
    code: 'UPSTREAM_ERROR',
    message: expect.stringContaining('timed out'),
    details: { reason: 'timed_out', state_unknown: true },
  });
  expect(outcomes()).toEqual(['UPSTREAM_ERROR']);
});
