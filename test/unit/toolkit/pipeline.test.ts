import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ok } from '../../../src/toolkit/result.ts';
import { noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const auditLines = (host: ReturnType<typeof createToolHost>) =>
  host.logs.lines().filter((line) => line['audit'] === 'tool_call');

describe('manage', () => {
  test('an identifier without changes reads', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-manage', { identifier: 'note-2' });
    expect(body).toEqual({
      platform: { name: 'andes', host: 'andes.sandbox.invalid' },
      data: { note: { id: 2, uid: 'note-2', title: 'Note 2', note_status: 'draft', owner: { name: 'Ana' } } },
      resource: { type: 'note', id: 2, uid: 'note-2', name: 'Note 2' },
    });
    expect(host.notes.calls).toEqual(['find']);
  });

  test('an identifier with changes updates', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-manage', { identifier: 2, title: 'Two' });
    expect(body.data).toMatchObject({ note: { id: 2, title: 'Two' } });
    expect(body.state).toEqual({ status: 'done' });
  });

  test('changes without an identifier create', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-manage', { action: 'manage', title: 'New' });
    expect(body.resource).toMatchObject({ id: 4, name: 'New' });
  });

  test('nothing at all creates nothing, and asks for the identifier', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-manage', {});
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'identifier', message: 'is required' }],
    });
    expect(host.notes.calls).toEqual([]);
  });

  test('its parts keep their own names in the audit line', async () => {
    const host = createToolHost();
    await host.call('content-notes-manage', { identifier: 2 });
    await host.call('content-notes-manage', { identifier: 2, title: 'Two' });
    await host.call('content-notes-manage', { title: 'New' });
    expect(auditLines(host).map((line) => line['action'])).toEqual(['get', 'update', 'create']);
  });

  test.each([
    [{ identifier: 2 }, 'modyo:read'],
    [{ identifier: 2, title: 'x' }, 'modyo:write'],
    [{ title: 'x' }, 'modyo:write'],
    [{ action: 'list' }, 'modyo:read'],
    [{ action: 'publish', identifier: 2 }, 'modyo:write'],
    [{ action: 'delete', identifier: 2 }, 'modyo:admin'],
    [{ action: 'nothing' }, 'modyo:read'],
    [undefined, 'modyo:read'],
    ['text', 'modyo:read'],
  ])('%j needs %s', (args, scope) => {
    const { registry, caller } = createToolHost();
    expect(registry.requiredScopes('content-notes-manage', args, caller())).toEqual([scope]);
  });

  test('an unknown name needs no scope', () => {
    const { registry, caller } = createToolHost();
    expect(registry.requiredScopes('content-nothing-manage', {}, caller())).toEqual([]);
  });
});

describe('verify', () => {
  test('shows before, after and the difference, from readings', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-notes-manage', { identifier: 1, title: 'One', verify: true });
    expect(body.data).toMatchObject({
      before: { title: 'Note 1' },
      after: { title: 'One' },
      changed: [{ path: 'title', before: 'Note 1', after: 'One' }],
    });
  });

  test('a creation has nothing before', async () => {
    const { body } = await createToolHost().call('content-notes-manage', { title: 'New', verify: true });
    expect(body.data).toMatchObject({ after: { title: 'New' }, changed: [{ path: 'title', after: 'New' }] });
    expect(body.data).not.toHaveProperty('before');
  });

  test('a second reading that fails is a warning: the write is done', async () => {
    const host = createToolHost();
    host.notes.storeInstead((note) => ({ ...note, id: note.id, uid: 'gone' }));
    const { body, isError } = await host.call('content-notes-manage', {
      identifier: 'note-1',
      title: 'One',
      verify: true,
    });
    expect(isError).toBe(false);
    expect(body.state).toMatchObject({ warnings: [{ code: 'VERIFY_FAILED', path: 'data.after' }] });
    expect(body.data).not.toHaveProperty('after');
  });
});

describe('middleware', () => {
  test('adds to the context of the handler', async () => {
    const { body } = await createToolHost().call('content-slow-wait', { forever: false });
    expect(body.data).toEqual({ waited: true, staff: 'ana' });
  });

  test('that refuses stops the call, and the audit line says which', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-slow-wait', { forever: false }, { subject: 'eve' });
    expect(body.error).toMatchObject({ code: 'FORBIDDEN' });
    expect(host.notes.calls).toEqual([]);
    expect(auditLines(host)).toMatchObject([{ outcome: 'FORBIDDEN', refused_by: 'staff_only' }]);
  });
});

describe('the end of a call', () => {
  test('a handler that takes too long is a timeout that says what is not known', async () => {
    const host = createToolHost();
    const { body } = await host.call('content-slow-wait', {});
    expect(body.error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      details: { reason: 'timed_out', state_unknown: true },
    });
    expect(auditLines(host)).toMatchObject([{ outcome: 'UPSTREAM_ERROR' }]);
  });

  test('a client that leaves is no error in the audit line', async () => {
    const host = createToolHost();
    const controller = new AbortController();
    const answer = host.call('content-slow-wait', {}, { signal: controller.signal });
    controller.abort();
    await answer;
    expect(auditLines(host)).toMatchObject([{ outcome: 'aborted' }]);
    expect(host.observed).toMatchObject([{ outcome: 'aborted', verb: 'action' }]);
  });
});

describe('the audit line', () => {
  test('is one a call, whatever became of it', async () => {
    const host = createToolHost();
    await host.call('content-notes-manage', { identifier: 1 });
    await host.call('content-notes-manage', { action: 'delete', identifier: 1 });
    await host.call('content-notes-manage', { action: 'fly' });
    await host.call('content-misdeeds-do', { misdeed: 'throws' });
    await host.call('content-notes-manage', { title: 'x' }, { policy: { readOnly: true } });
    expect(auditLines(host).map((line) => [line['action'], line['outcome']])).toEqual([
      ['get', 'ok'],
      ['delete', 'ok'],
      ['unknown', 'INVALID_PARAMS'],
      ['do', 'INTERNAL'],
      ['create', 'control'],
    ]);
  });

  test('knows arguments by name and hash, never by value', async () => {
    const host = createToolHost();
    await host.call('content-notes-manage', { title: 'canary-title', 'canary-key': 1 });
    await host.call('content-notes-manage', { title: 'canary-title', 'canary-key': 1 });
    await host.call('content-notes-manage', { title: 'canary-other' });
    const [first, second, third] = auditLines(host);
    expect(host.logs.text()).not.toContain('canary');
    expect(first).toMatchObject({ argument_names: ['title'], tenant: 'andes', request_id: 'request-1' });
    expect(first?.['arguments_hash']).toBe(second?.['arguments_hash']);
    expect(first?.['arguments_hash']).not.toBe(third?.['arguments_hash']);
    expect(first?.['subject_hash']).not.toContain('ana');
  });
});

describe('a rule that breaks', () => {
  test('is masked like any other fault of ours, and audited', async () => {
    const broken = noteKit.query({
      summary: 'Break',
      input: z.object({}).refine(() => {
        throw new Error('canary in a rule');
      }),
      data: z.object({}),
      run: () => ok({}),
    });
    const host = createToolHost([
      noteKit.tool('content-rules-break', { title: 'Break', actions: { break: broken } }),
    ]);
    const { body, result } = await host.call('content-rules-break');
    expect(body.error?.code).toBe('INTERNAL');
    expect(result.content[0].text).not.toContain('canary');
    expect(auditLines(host)).toMatchObject([{ action: 'break', outcome: 'INTERNAL' }]);
  });
});

describe('a large answer', () => {
  test('loses trailing items and says so', async () => {
    const { result, body } = await createToolHost().call('content-misdeeds-do', { misdeed: 'many_items' });
    expect(Buffer.byteLength(result.content[0].text)).toBeLessThanOrEqual(80 * 1024);
    expect(body.state).toMatchObject({ total: 400, complete: false });
    expect(body.state?.['returned']).toBe(Array.from(body.data?.['items'] as Iterable<unknown>).length);
    expect(result.structuredContent).toEqual(body);
  });

  test('that cannot be cut is an error that says how to ask for less', async () => {
    const { body } = await createToolHost().call('content-misdeeds-do', { misdeed: 'one_giant' });
    expect(body.error?.code).toBe('RESULT_TOO_LARGE');
  });
});
