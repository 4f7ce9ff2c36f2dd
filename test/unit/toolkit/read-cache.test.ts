import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/errors/app-error.ts';
import { createMemoryStore } from '../../../src/infrastructure/memory-store.ts';
import type { SharedStore } from '../../../src/infrastructure/shared-store.ts';
import { createModyoCredential } from '../../../src/modyo/credential.ts';
import type { Caller } from '../../../src/tenant/caller.ts';
import { foreign } from '../../../src/toolkit/foreign.ts';
import { createReadCache } from '../../../src/toolkit/read-cache.ts';
import { control, fail, ok } from '../../../src/toolkit/result.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { type NoteContext, noteKit } from '../../support/note-tools.ts';
import { testCall } from '../../support/test-call.ts';
import { type CallerOptions, createToolHost } from '../../support/tool-host.ts';

const outcomes = [
  ...['ok', 'unchanged', 'fail', 'control', 'throws'],
  ...['unknown', 'says_unknown', 'crashes', 'nothing'],
] as const;

/** How a write ends that changes nothing, or does not say so. */
const refusals = {
  fail: () => fail('CONFLICT', 'No.'),
  control: () => control({ cancelled: true, message: 'No.' }),
  throws: () => {
    throw new AppError('No.', { code: 'CONFLICT' });
  },
  unknown: () => {
    throw new AppError('Lost.', { code: 'UPSTREAM_ERROR', details: { state_unknown: true } });
  },
  says_unknown: () => fail('UPSTREAM_ERROR', 'Lost.', { details: { state_unknown: true } }),
} as const;

const note = foreign({ id: z.number(), title: z.string() });

function freshTools(cacheTtlMs: number | undefined) {
  const list = noteKit.query({
    summary: 'List the notes',
    ...(cacheTtlMs !== undefined && { cacheTtlMs }),
    input: z.object({ query: z.string().max(9).optional().describe('A word, e.g. "x"') }),
    data: z.object({ notes: z.array(note), asked: z.string() }),
    run: (_sent, ctx) =>
      ok(
        { notes: [...ctx.notes.all()], asked: `${ctx.tenant.id}/${ctx.principal.subject}` },
        { state: { returned: 3, total: 3 } },
      ),
  });
  const save = noteKit.mutation({
    summary: 'Save a note',
    confirm: 'never',
    invalidates: ['content-notes.list', 'content-tags.*'],
    input: z.object({ outcome: z.enum(outcomes).default('ok').describe('What becomes of it') }),
    data: z.object({ saved: z.boolean() }),
    plan: () => ({ changes: { title: 'Saved' } }),
    run({ outcome }, ctx: NoteContext) {
      if (outcome in refusals) return refusals[outcome as keyof typeof refusals]();
      ctx.notes.save({ id: 1, title: `Saved by ${ctx.principal.subject}` });
      if (outcome === 'crashes') throw new TypeError('after the deed');
      if (outcome === 'nothing') return undefined as never;
      return ok({ saved: true }, { state: { status: outcome === 'unchanged' ? 'unchanged' : 'done' } });
    },
  });
  const tags = noteKit.query({
    summary: 'List the tags',
    input: z.object({}),
    data: z.object({}),
    run: () => ok({}),
  });
  return [
    noteKit.tool('content-notes-list', { title: 'List', actions: { list } }),
    noteKit.tool('content-notes-save', { title: 'Save', actions: { save } }),
    noteKit.tool('content-tags-list', { title: 'Tags', actions: { list: tags } }),
  ];
}

function cachedHost(given: { readonly cacheTtlMs?: number; readonly store?: SharedStore } = {}) {
  const clock = createManualClock();
  const store = given.store ?? createMemoryStore(clock);
  const host = createToolHost(freshTools(given.cacheTtlMs ?? 60_000), {
    clock,
    readCache: createReadCache({ store, clock }),
  });
  const reads = () => host.notes.calls.filter((call) => call === 'all').length;
  const list = (options?: CallerOptions, args = {}) => host.call('content-notes-list', args, options);
  const save = (outcome: string, options?: CallerOptions) =>
    host.call('content-notes-save', { outcome }, options);
  return { host, clock, store, reads, list, save };
}

describe('what a write says of other reads', () => {
  test('F12.1 an executed write names what it made stale, beside its own answer', async () => {
    const { body, result } = await cachedHost().save('ok');
    expect(body.state).toEqual({ status: 'done', invalidates: ['content-notes.list', 'content-tags.*'] });
    expect(JSON.parse(result.content[0].text).data).toEqual({ saved: true });
  });

  test.each(['unchanged', 'fail', 'control', 'throws'])(
    'F12.2 a write that ends in %s names nothing',
    async (outcome) => {
      const { body } = await cachedHost().save(outcome);
      expect(body.state ?? {}).not.toHaveProperty('invalidates');
    },
  );

  test('F12.1 the description notes it once', async () => {
    const { host } = cachedHost();
    const { tools } = await host.registry.list(host.caller());
    const [save] = tools.filter(({ name }) => name === 'content-notes-save');
    expect(save?.['description']).toMatch(
      /\*\*Note\*\*:.*Stale after a write: content-notes.list, content-tags.\*\./,
    );
  });

  test.each(['content-notes.lists', 'content-ghosts.*', 'content-notes.save', 'content-notes', '*', ''])(
    'F12.5 the service does not start with the pattern %j',
    (pattern) => {
      const save = noteKit.action({
        summary: 'Save',
        invalidates: [pattern],
        input: z.object({}),
        data: z.object({}),
        run: () => ok({}),
      });
      const [list, , tags] = freshTools(undefined);
      const tool = noteKit.tool('content-notes-save', { title: 'Save', actions: { save } });
      const tools = [list, tool, tags].filter((known) => known !== undefined);
      expect(() => createToolHost(tools)).toThrow(`invalidates ${pattern}, which is no read`);
    },
  );

  test.each([0, 1.5, 3_600_001])('the service does not start with a memory of %d ms', (cacheTtlMs) => {
    expect(() => createToolHost(freshTools(cacheTtlMs))).toThrow('cacheTtlMs');
  });
});

describe('the memory of reads', () => {
  test('answers the same read of the same person again, for as long as its action says', async () => {
    const { list, reads, clock } = cachedHost();
    const first = await list();
    expect((await list()).body).toEqual(first.body);
    expect(reads()).toBe(1);
    clock.advance(60_001);
    await list();
    expect(reads()).toBe(2);
  });

  test('is off where no action asks for it', async () => {
    const { list, host } = (() => {
      const clock = createManualClock();
      const store = createMemoryStore(clock);
      const made = createToolHost(freshTools(undefined), { readCache: createReadCache({ store, clock }) });
      return { host: made, list: () => made.call('content-notes-list') };
    })();
    await list();
    await list();
    expect(host.notes.calls).toEqual(['all', 'all']);
  });

  test.each<[string, CallerOptions, object]>([
    ['another person', { subject: 'eva' }, {}],
    ['another tenant', { tenant: 'pacifico' }, {}],
    ['other scopes', { scopes: ['modyo:read'] }, {}],
    ['other arguments', {}, { query: 'x' }],
  ])('F12.3 is never shared with %s', async (_name, other, args) => {
    const { list, reads } = cachedHost();
    await list();
    const { body } = await list(other, args);
    expect(reads()).toBe(2);
    expect(body.data?.['asked']).toBe(`${other.tenant ?? 'andes'}/${other.subject ?? 'ana'}`);
  });

  test.each<[string, (caller: Caller) => Caller]>([
    [
      'another credential of the tenant',
      (caller) => ({
        ...caller,
        tenant: { ...caller.tenant, credential: createModyoCredential('sandbox-token-renewed') },
      }),
    ],
    [
      'another host of the tenant',
      (caller) => ({ ...caller, tenant: { ...caller.tenant, host: 'other.sandbox.invalid' } }),
    ],
    [
      'a person of that name at another issuer',
      (caller) => ({ ...caller, principal: { ...caller.principal, issuer: 'https://other.test.invalid' } }),
    ],
  ])('F12.3 is never shared with %s', async (_name, changed) => {
    const { list, reads, host } = cachedHost();
    await list();
    await host.registry.call('content-notes-list', {}, testCall(changed(host.caller())));
    expect(reads()).toBe(2);
    await list();
    expect(reads()).toBe(2);
  });

  test('F12.3 the order of scopes makes no other read', async () => {
    const { list, reads } = cachedHost();
    await list({ scopes: ['modyo:read', 'modyo:write'] });
    await list({ scopes: ['modyo:write', 'modyo:read'] });
    expect(reads()).toBe(1);
  });

  test('F12.4 after a write by one person the next read of another one of the tenant is fresh', async () => {
    const { list, save, reads } = cachedHost();
    await list({ subject: 'eva' });
    await save('ok', { subject: 'ana' });
    const { body } = await list({ subject: 'eva' });
    expect(reads()).toBe(2);
    expect(body.data?.['notes']).toContainEqual(expect.objectContaining({ title: 'Saved by ana' }));
  });

  test('F12.4 a write of one tenant leaves the memory of another alone', async () => {
    const { list, save, reads } = cachedHost();
    await list({ tenant: 'pacifico' });
    await save('ok');
    await list({ tenant: 'pacifico' });
    expect(reads()).toBe(1);
  });

  test.each(['fail', 'control', 'throws'])(
    'F12.2 a write that ends in %s leaves it untouched',
    async (outcome) => {
      const { list, save, reads } = cachedHost();
      await list();
      await save(outcome);
      await list();
      expect(reads()).toBe(1);
    },
  );

  test('F12.2 a dry run names nothing and leaves it untouched', async () => {
    const { list, host, reads } = cachedHost();
    await list();
    const { body } = await host.call('content-notes-save', { dry_run: true });
    expect(body).toMatchObject({ data: { plan: { title: 'Saved' } }, control: { dry_run: true } });
    expect(body.state ?? {}).not.toHaveProperty('invalidates');
    await list();
    expect(reads()).toBe(1);
  });

  test.each(['unknown', 'says_unknown', 'crashes', 'nothing'])(
    'a write of which nobody knows whether it was made (%s) empties it',
    async (outcome) => {
      const { list, save, reads } = cachedHost();
      await list();
      expect((await save(outcome)).isError).toBe(true);
      await list();
      expect(reads()).toBe(2);
    },
  );

  test('keeps no secret', async () => {
    const written: string[] = [];
    const clock = createManualClock();
    const memory = createMemoryStore(clock);
    const store: SharedStore = {
      ...memory,
      set: (key, value, ttlMs) => {
        written.push(key, value);
        return memory.set(key, value, ttlMs);
      },
    };
    const { list, host } = cachedHost({ store });
    host.notes.save({ title: 'Kept', token: 'canary-token' });
    await list();
    expect(written.join()).toContain('Kept');
    expect(written.join()).not.toMatch(/canary-token|sandbox-token/);
  });

  test('does not keep what is too large, nor what does not fit its schema', async () => {
    const { list, reads, host } = cachedHost();
    const body = 'x'.repeat(300_000);
    host.notes.save({ title: 'Long', body });
    await list();
    await list();
    expect(reads()).toBe(2);
    host.notes.save({ id: 4, title: 7 as never, body: '' });
    expect((await list()).body.error?.code).toBe('UPSTREAM_ERROR');
    await list();
    expect(reads()).toBe(4);
  });

  test('without its store every read is read, and nothing fails', async () => {
    const down = () => Promise.reject(new AppError('Down.', { code: 'UNAVAILABLE' }));
    const clock = createManualClock();
    const store = { ...createMemoryStore(clock), get: down, set: down };
    const { list, save, reads } = cachedHost({ store });
    expect((await list()).isError).toBe(false);
    expect((await save('ok')).isError).toBe(false);
    expect((await list()).isError).toBe(false);
    expect(reads()).toBe(2);
  });

  test.each([
    ['a read', 'list'],
    ['a write', 'save'],
  ] as const)(
    'F12.4 what could not be forgotten while the store was down is forgotten at other replicas with %s of another tenant',
    async (_name, call) => {
      const clock = createManualClock();
      const memory = createMemoryStore(clock);
      let isDown = false;
      const failing: SharedStore = {
        ...memory,
        set: (...entry) =>
          isDown ? Promise.reject(new AppError('Down.', { code: 'UNAVAILABLE' })) : memory.set(...entry),
      };
      const first = cachedHost({ store: failing });
      const second = cachedHost({ store: memory });
      await second.list();
      isDown = true;
      await first.save('ok');
      isDown = false;
      if (call === 'list') await first.list({ tenant: 'pacifico' });
      else await first.save('ok', { tenant: 'pacifico' });
      await second.list();
      expect(second.reads()).toBe(2);
      await second.list();
      expect(second.reads()).toBe(2);
    },
  );

  test('what could not be forgotten while the store was down is not answered when it is back', async () => {
    const clock = createManualClock();
    const memory = createMemoryStore(clock);
    let isDown = false;
    const store: SharedStore = {
      ...memory,
      set: (key, value, ttlMs) =>
        isDown
          ? Promise.reject(new AppError('Down.', { code: 'UNAVAILABLE' }))
          : memory.set(key, value, ttlMs),
    };
    const { list, save, reads } = cachedHost({ store });
    await list();
    isDown = true;
    await save('ok');
    isDown = false;
    await list();
    expect(reads()).toBe(2);
  });
});
