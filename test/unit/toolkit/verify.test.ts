import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/errors/app-error.ts';
import type { Snapshot } from '../../../src/toolkit/action.ts';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

/** A write whose readings before and after are these, in turn; an error is thrown, a promise waited for. */
function hostOf(...readings: readonly (Snapshot | undefined | Error | Promise<Snapshot>)[]) {
  let reading = 0;
  let writes = 0;
  const saves = noteKit.tool('content-saves-manage', {
    title: 'Saves',
    actions: {
      save: noteKit.action({
        summary: 'Save something',
        timeoutMs: 50,
        input: z.object({}),
        data: z.object({ saved: z.boolean() }),
        snapshot() {
          const found = readings[reading++];
          if (found instanceof Error) throw found;
          return found;
        },
        run() {
          writes += 1;
          return ok({ saved: true });
        },
      }),
    },
  });
  const host = createToolHost([saves]);
  return {
    save: () => host.call('content-saves-manage', { verify: true }),
    writes: () => writes,
  };
}

const failed = [{ code: 'VERIFY_FAILED', path: 'data.after' }];

test('a reading before that fails keeps the write from being made', async () => {
  const host = hostOf(new AppError('It is away.', { code: 'UPSTREAM_ERROR' }));
  const { body } = await host.save();
  expect(body.error?.code).toBe('UPSTREAM_ERROR');
  expect(host.writes()).toBe(0);
});

test.each<[string, Error | Promise<Snapshot>]>([
  ['fails', new AppError('It is away.', { code: 'UPSTREAM_ERROR' })],
  ['breaks', new TypeError('broken')],
  ['finds nobody there', new AppError('It is gone.', { code: 'NOT_FOUND' })],
  ['never ends', new Promise(() => {})],
])('a reading after that %s is said, and no difference is claimed', async (_how, after) => {
  const host = hostOf({ title: 'a' }, after);
  const { body, isError } = await host.save();
  expect(isError).toBe(false);
  expect(body.data).toEqual({ saved: true, before: { title: 'a' } });
  expect(body.state?.['warnings']).toEqual(failed);
  expect(host.writes()).toBe(1);
});

test('two readings that find nothing do not say that nothing changed', async () => {
  const { body } = await hostOf(undefined, undefined).save();
  expect(body.data).toEqual({ saved: true });
  expect(body.state?.['warnings']).toEqual(failed);
});

test('what is gone after the write is told as gone', async () => {
  const { body } = await hostOf({ title: 'a' }, undefined).save();
  expect(body.data).toMatchObject({ before: { title: 'a' }, changed: [{ path: 'title', before: 'a' }] });
  expect(body.state).not.toHaveProperty('warnings');
});

test('differences that are too many to list are counted', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index]));
  const { body } = await hostOf({}, many).save();
  expect(body.data?.['changed']).toHaveLength(200);
  expect(body.data?.['after']).toEqual(many);
  expect(body.state?.['warnings']).toEqual([
    { code: 'CHANGES_CUT', path: 'data.changed', message: expect.stringContaining('200 of 300') },
  ]);
});
