import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit, notesList } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const misdeed = (name: string) => createToolHost().call('content-misdeeds-do', { misdeed: name });
const recovering = (tool: string, action?: string) =>
  noteKit.tool('content-lost-find', {
    title: 'Find',
    actions: {
      find: noteKit.query({
        summary: 'Find',
        input: z.object({}),
        data: z.object({}),
        recovery: { NOT_FOUND: [{ tool, ...(action !== undefined && { action }), reason: 'Helps' }] },
        run: () => ok({}),
      }),
    },
  });

describe('F6 results', () => {
  test('F6.1 a failure is JSON in the text, and names what the caller can do instead', async () => {
    const { result, body } = await misdeed('refuses');
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
    expect(body).toEqual({
      error: {
        code: 'CONFLICT',
        message: 'Somebody else changed it.',
        available_actions: [
          { tool: 'content-notes-manage', action: 'publish', reason: 'Publishes what is there' },
        ],
        retry_after_ms: 1_500,
        details: { version: 7 },
        request_id: 'request-1',
      },
    });
  });

  test.each(['bare_object', 'nothing', 'promised_object'])('F6.2 %s is never a success', async (name) => {
    const host = createToolHost();
    const { body } = await host.call('content-misdeeds-do', { misdeed: name });
    expect(body.error).toMatchObject({ code: 'INTERNAL', request_id: 'request-1' });
    expect(host.logs.lines().some((line) => line['level'] === 'error')).toBe(true);
  });

  test('F6.3 what a handler throws is in the log and nowhere else', async () => {
    const host = createToolHost();
    const { result, body } = await host.call('content-misdeeds-do', { misdeed: 'throws' });
    expect(body.error).toMatchObject({ code: 'INTERNAL', request_id: 'request-1' });
    expect(result.content[0].text).not.toMatch(/hunter2|password/);
    expect(host.logs.text()).toContain('the database password is hunter2');
  });

  test('F6.4 an action that is offered and does not exist does not start', () => {
    expect(() => createToolHost([recovering('content-ghosts-list')])).toThrow(
      'content-lost-find.find: offers content-ghosts-list, which does not exist',
    );
    expect(() => createToolHost([recovering('content-notes-list', 'fly'), notesList])).toThrow(
      'content-lost-find.find: offers content-notes-list fly, which does not exist',
    );
    expect(() => createToolHost([recovering('content-notes-list'), notesList])).not.toThrow();
  });

  test('F6.4 an action that the caller does not see is not offered', async () => {
    const host = createToolHost();
    const missing = { identifier: 'nothing' };
    const seen = await host.call('content-notes-manage', missing);
    expect(seen.body.error?.['available_actions']).toEqual([
      { tool: 'content-notes-list', reason: 'Lists the notes with their uids' },
    ]);
    const policy = { toolsDenied: ['content-notes-list'] };
    const unseen = await host.call('content-notes-manage', missing, { policy });
    expect(unseen.body.error).not.toHaveProperty('available_actions');
  });
});
