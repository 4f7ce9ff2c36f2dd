import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyMiddleware, middleware } from '../../../src/toolkit/derivation.ts';
import { contractOfTools } from '../../../src/toolkit/registry.ts';
import { control, fail, ok } from '../../../src/toolkit/result.ts';
import type { ToolSpec } from '../../../src/toolkit/tool.ts';
import { type NoteContext, noteKit } from '../../support/note-tools.ts';
import { createToolHost } from '../../support/tool-host.ts';

const adds = <const Name extends string>(name: Name) =>
  middleware(name, (_ctx: NoteContext) => ({ [name]: true }) as { readonly [K in Name]: true });
const guard = middleware('guard', () => fail('FORBIDDEN', 'Not for you.'));
const base = ['caller', 'tenant', 'principal', 'requestId', 'signal', 'log', 'progress', 'notes'];

/** Answers with what its context has beyond the base, in the order in which it came. */
function seeing(
  tool: string,
  spec: Partial<Pick<ToolSpec<NoteContext>, 'use' | 'module'>> = {},
  own: { readonly use?: readonly AnyMiddleware[]; readonly skip?: readonly string[] } = {},
) {
  const see = noteKit.query({
    summary: 'See',
    input: z.object({}),
    data: z.object({ added: z.array(z.string()) }),
    use: (own.use ?? []) as never,
    skip: own.skip ?? [],
    run: (_input, ctx) => ok({ added: Object.keys(ctx).filter((key) => !base.includes(key)) }),
  });
  return noteKit.tool(tool, { title: 'See', ...spec, actions: { see } });
}

describe('what runs before a handler', () => {
  test('F5.1 two middlewares add to the context, and the handler is typed by both', async () => {
    const action = noteKit.query({
      summary: 'See',
      input: z.object({}),
      data: z.object({ sum: z.number() }),
      use: [
        middleware('a', () => ({ a: 1 })),
        middleware('b', (ctx: { readonly a: number }) => ({ b: ctx.a + 1 })),
      ],
      run: (_input, ctx) => ok({ sum: ctx.a + ctx.b }),
    });
    const host = createToolHost([
      noteKit.tool('content-sums-see', { title: 'See', actions: { see: action } }),
    ]);
    expect((await host.call('content-sums-see')).body.data).toEqual({ sum: 3 });
  });

  test('F5.1 F5.2 a middleware that is missing, or comes too early, does not compile', () => {
    const a = middleware('a', () => ({ a: 1 }));
    const b = middleware('b', (ctx: { readonly a: number }) => ({ b: ctx.a + 1 }));
    const shape = { summary: 's', input: z.object({}), data: z.object({}) };
    const mistakes = [
      // @ts-expect-error `a` is in the context only behind its middleware
      () => noteKit.query({ ...shape, run: (_input, ctx) => fail('INTERNAL', `${ctx.a}`) }),
      // @ts-expect-error `b` needs what `a` adds
      () => noteKit.query({ ...shape, use: [b, a], run: () => fail('INTERNAL', '') }),
    ];
    expect(mistakes).toHaveLength(2);
  });

  test('F5.3 the first that refuses ends the call, and the audit line names it', async () => {
    let laterRuns = 0;
    const later = middleware('later', () => {
      laterRuns += 1;
      return {};
    });
    const host = createToolHost([seeing('content-views-see', {}, { use: [guard, later] })]);
    const { body } = await host.call('content-views-see');
    expect(body.error?.code).toBe('FORBIDDEN');
    expect(laterRuns).toBe(0);
    expect(host.logs.lines().filter((line) => line['audit'] === 'tool_call')).toMatchObject([
      { outcome: 'FORBIDDEN', refused_by: 'guard' },
    ]);
  });

  test.each([
    ['a control', control({ cancelled: true, message: 'No.' })],
    ['an ok', ok({})],
    ['nothing', undefined],
    ['a word', 'no'],
    ['false', false],
  ])('F5.3 one that answers %s, which is no refusal, lets nobody pass', async (_name, answer) => {
    let runs = 0;
    const stops = middleware('stops', () => answer as never);
    const see = noteKit.query({
      summary: 'See',
      input: z.object({}),
      data: z.object({}),
      use: [stops],
      run() {
        runs += 1;
        return ok({});
      },
    });
    const host = createToolHost([noteKit.tool('content-views-see', { title: 'See', actions: { see } })]);
    expect((await host.call('content-views-see')).body.error?.code).toBe('INTERNAL');
    expect(runs).toBe(0);
  });

  test.each([[['open', 'guarded']], [['guarded', 'open']]])(
    'F5.4 of two tools of one directory in the order %j, only the guarded one refuses',
    async (order) => {
      const tools = order.map((name) =>
        name === 'open' ? seeing('content-open-see') : seeing('content-guarded-see', { use: [guard] }),
      );
      const host = createToolHost(tools);
      expect((await host.call('content-open-see')).isError).toBe(false);
      expect((await host.call('content-guarded-see')).body.error?.code).toBe('FORBIDDEN');
    },
  );

  test('F5.4 two actions of one tool do not share what one of them asks for', async () => {
    const see = (use: readonly AnyMiddleware[]) =>
      noteKit.query({
        summary: 'See',
        input: z.object({}),
        data: z.object({}),
        use: use as never,
        run: () => ok({}),
      });
    const tool = noteKit.tool('content-views-see', {
      title: 'Views',
      summary: 'Views',
      actions: { guarded: see([guard]), open: see([]) },
    });
    const host = createToolHost([tool]);
    expect((await host.call('content-views-see', { action: 'open' })).isError).toBe(false);
    expect((await host.call('content-views-see', { action: 'guarded' })).isError).toBe(true);
  });

  test('F5.5 two hundred calls of two tenants at once never see each other’s context', async () => {
    const whose = middleware('whose', async (ctx: NoteContext) => {
      await new Promise((resolve) => setImmediate(resolve));
      return { [`of_${ctx.tenant.id}`]: ctx.tenant.id };
    });
    const host = createToolHost([seeing('content-views-see', {}, { use: [whose] })], {
      use: { all: [adds('shared')] },
    });
    const calls = Array.from({ length: 200 }, async (_, index) => {
      const tenant = index % 2 === 0 ? 'andes' : 'pacifico';
      const { body } = await host.call('content-views-see', {}, { tenant });
      return [tenant, body.platform?.['name'], body.data?.['added']];
    });
    for (const [tenant, platform, added] of await Promise.all(calls)) {
      expect(platform).toBe(tenant);
      expect(added).toEqual(['shared', `of_${tenant}`]);
    }
  });

  test('F5.5 the context that a step is given is frozen, and stays as it was', async () => {
    const seen: object[] = [];
    const looks = (name: string) =>
      middleware(name, (ctx: NoteContext) => {
        seen.push(ctx);
        return { [name]: 1 };
      });
    const host = createToolHost([seeing('content-views-see', {}, { use: [looks('a'), looks('b')] })]);
    await host.call('content-views-see');
    expect(seen.map((ctx) => Object.isFrozen(ctx))).toEqual([true, true]);
    expect(seen.map((ctx) => Object.keys(ctx).filter((key) => !base.includes(key)))).toEqual([[], ['a']]);
  });

  test('F5.5 the arguments are frozen too: what the answer says of the call is what was sent', async () => {
    const rewrites = middleware('rewrites', () => ({}));
    const list = noteKit.query({
      summary: 'List',
      paginate: true,
      input: z.object({}),
      data: z.object({ refused: z.boolean() }),
      use: [rewrites],
      run(input) {
        const refused = !Reflect.set(input, 'per_page', 9_999);
        return ok({ refused }, { state: { returned: 0, total: 0 } });
      },
    });
    const host = createToolHost([noteKit.tool('content-views-list', { title: 'List', actions: { list } })]);
    const { body } = await host.call('content-views-list', { per_page: 5 });
    expect(body).toMatchObject({ data: { refused: true }, state: { per_page: 5 } });
  });

  test('F5.6 what a shared middleware adds is not replaced either', async () => {
    const impostor = middleware('impostor', () => ({ shared: 'mine' }));
    const host = createToolHost([seeing('content-views-see', {}, { use: [impostor] })], {
      use: { all: [adds('shared')] },
    });
    expect((await host.call('content-views-see')).body.error?.code).toBe('INTERNAL');
    expect(host.logs.text()).toContain('impostor would replace shared');
  });
});

describe('the middlewares of a directory', () => {
  const use = {
    all: [adds('everywhere')],
    modules: { content: [adds('of_content')], widgets: [guard] },
  };

  test('F5.7 run for every tool in it and for none outside, after those of all tools and before the tool’s', async () => {
    const tools = [
      seeing('content-views-see', { use: [adds('of_tool')] }, { use: [adds('own')] }),
      seeing('content-other-see'),
      seeing('channels-views-see'),
      seeing('widgets-views-see'),
    ];
    const host = createToolHost(tools, { use });
    const added = async (name: string) => (await host.call(name)).body.data?.['added'];
    expect(await added('content-views-see')).toEqual(['everywhere', 'of_content', 'of_tool', 'own']);
    expect(await added('content-other-see')).toEqual(['everywhere', 'of_content']);
    expect(await added('channels-views-see')).toEqual(['everywhere']);
    expect((await host.call('widgets-views-see')).body.error?.code).toBe('FORBIDDEN');
  });

  test('F5.7 are left out only by name, and the contract says so', async () => {
    const tools = [seeing('widgets-views-see', {}, { skip: ['guard'] })];
    const host = createToolHost(tools, { use });
    expect((await host.call('widgets-views-see')).body.data?.['added']).toEqual(['everywhere']);
    expect(host.registry.contract()['widgets-views-see']?.actions['see']).toMatchObject({
      middleware: ['everywhere'],
      skip: ['guard'],
    });
  });

  test('F5.7 to leave out what would not run does not start', () => {
    const tools = [seeing('content-views-see', {}, { skip: ['gaurd'] })];
    expect(() => createToolHost(tools, { use })).toThrow('skips gaurd, which would not run');
    expect(() => contractOfTools(tools)).toThrow('skips gaurd');
  });

  test('a middleware that would run twice does not start', () => {
    const tools = [seeing('content-views-see', {}, { use: [adds('of_content')] })];
    expect(() => createToolHost(tools, { use })).toThrow('the middleware of_content would run twice');
  });
});
