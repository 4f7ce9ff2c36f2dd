import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TenantPolicy } from '../../../src/tenant/policy.ts';
import { middleware } from '../../../src/toolkit/derivation.ts';
import { createFluent, fail, succeed, toolError } from '../../../src/toolkit/fluent.ts';
import { gate, machine } from '../../../src/toolkit/machine.ts';
import { contractOfTools } from '../../../src/toolkit/registry.ts';
import { resource } from '../../../src/toolkit/resource-model.ts';
import { control, ok } from '../../../src/toolkit/result.ts';
import type { Tool } from '../../../src/toolkit/tool.ts';
import { acceptedLock, reviewContract } from '../../support/contract-lock/review.ts';
import type { ListedTool } from '../../support/every-tool.ts';
import { type NoteContext, noteKit } from '../../support/note-tools.ts';
import { openPolicy } from '../../support/open-policy.ts';
import { createToolHost } from '../../support/tool-host.ts';

const review = machine({
  id: 'review',
  initial: 'draft',
  states: { draft: { on: { APPROVE: 'approved' } }, approved: { on: { PUBLISH: 'draft' } } },
});
const f = createFluent(noteKit, { machine: review, context: (ctx) => ({ asker: ctx.principal.subject }) });
const data = z.object({ greeting: z.string() });

/** The tool as `tools/list` carries it. */
function listed(tool: Tool<NoteContext>, policy: Partial<TenantPolicy> = {}): ListedTool {
  const { tools } = createToolHost([tool]).registry.preview({ ...openPolicy, ...policy });
  return tools[0] as unknown as ListedTool;
}

const answer = (tool: Tool<NoteContext>, args: object = {}) => createToolHost([tool]).call(tool.name, args);

interface Greeting {
  readonly name: string;
  readonly times: number;
  readonly is_loud?: boolean | undefined;
  readonly language?: 'en' | 'es' | undefined;
}

function greet({ name, times, is_loud: isLoud, language }: Greeting, guest: string) {
  if (name === 'nobody') return fail(toolError('NOT_FOUND', { message: 'There is nobody.' }));
  const text = `${language === 'es' ? 'hola' : 'hi'} ${name} from ${guest}`.repeat(times);
  return { greeting: isLoud ? text.toUpperCase() : text };
}

const asChain = f
  .action('content.greetings.send')
  .describe('Send a greeting')
  .withString('name', 'Whom to greet', { max: 12 })
  .withNumber('times', 'How often', { min: 1, max: 3 })
  .withOptionalBoolean('is_loud', 'Whether to shout')
  .withOptionalEnum('language', ['en', 'es'], 'The language')
  .returns(data)
  .use(f.middleware(async (ctx) => ({ guest: ctx.asker.toUpperCase() })))
  .handle((input, ctx) => greet(input, ctx.guest));

const asObject = noteKit.tool('content-greetings-send', {
  title: 'Greetings send',
  actions: {
    send: noteKit.action({
      summary: 'Send a greeting',
      input: z.object({
        name: z.string().min(1).max(12).describe('Whom to greet (format: 1 to 12 characters)'),
        times: z.number().min(1).max(3).describe('How often'),
        is_loud: z.boolean().optional().describe('Whether to shout'),
        language: z.enum(['en', 'es']).optional().describe('The language'),
      }),
      data,
      use: [middleware('guest', (ctx: NoteContext) => ({ guest: ctx.principal.subject.toUpperCase() }))],
      run(input, ctx) {
        const greeting = greet(input, ctx.guest);
        return 'greeting' in greeting ? ok(greeting) : greeting;
      },
    }),
  },
});

describe('A.6 a tool written as a chain and as an object', () => {
  test('A.6 is listed byte for byte alike', () => {
    expect(JSON.stringify(listed(asChain))).toBe(JSON.stringify(listed(asObject)));
  });

  test('A.6 is listed byte for byte alike in every exposure and form, whatever was said of it', () => {
    const page = resource('page', {
      fields: {
        id: { schema: z.int(), readOnly: true },
        title: { schema: z.string().max(9).default('New').describe('Title, e.g. "New"') },
      },
    });
    const pages = z.object({ title: z.string() });
    const present = { redact: ['title'], suggest: () => [{ tool: 'content-pages-update', reason: 'Again' }] };
    const { mutation, query } = createFluent(noteKit, { machine: review });
    const quota = middleware('quota', async () => ({ left: 1 }));
    const written = [
      mutation('content.pages.update')
        .describe('Change a page')
        .withString('id', 'Id of the page')
        .withOptionalNumber('rank', 'Place among its like', { min: 1, max: 9 })
        .fromModel(page, 'update')
        .returns({ data: pages, present })
        .use(quota)
        .bindState('draft', 'APPROVE')
        .handle(() => ({ title: 'x' })),
      query('content.pages.count')
        .describe('Count the pages')
        .withEnum('state', ['draft', 'approved'], 'State of the pages')
        .withOptionalString('word', 'Word of the title')
        .withBoolean('is_old', 'Whether old ones count')
        .bindState('approved')
        .toonDescription()
        .handle(() => undefined),
    ];
    const text = (max: number) => z.string().min(1).max(max);
    const plain = [
      noteKit.tool('content-pages-update', {
        title: 'Pages update',
        actions: {
          update: noteKit.mutation({
            summary: 'Change a page',
            input: z.object({
              id: text(1_000).describe('Id of the page (format: 1 to 1000 characters)'),
              rank: z.number().min(1).max(9).optional().describe('Place among its like'),
              ...page.input('update'),
            }),
            data: pages,
            present,
            use: [quota],
            gate: gate(review, { in: ['draft'], on: 'APPROVE' }),
            run: () => ok({ title: 'x' }),
          }),
        },
      }),
      noteKit.tool('content-pages-count', {
        title: 'Pages count',
        describe: 'compact',
        actions: {
          count: noteKit.query({
            summary: 'Count the pages',
            input: z.object({
              state: z.enum(['draft', 'approved']).describe('State of the pages'),
              word: text(1_000).optional().describe('Word of the title (format: 1 to 1000 characters)'),
              is_old: z.boolean().describe('Whether old ones count'),
            }),
            data: z.object({}),
            gate: gate(review, { in: ['approved'] }),
            run: () => ok({}),
          }),
        },
      }),
    ];
    // With the policy behind it, too.
    const contract = contractOfTools(plain);
    expect(Object.keys(contract['content-pages-count']?.listed ?? {})).toHaveLength(4);
    expect(reviewContract(acceptedLock('', contract).text, contractOfTools(written))).toEqual([]);
    expect(JSON.stringify(contractOfTools(written))).toBe(JSON.stringify(contract));
  });

  test('A.6 answers alike, whatever it is sent', async () => {
    const [chain, object] = [createToolHost([asChain]), createToolHost([asObject])];
    const codes = new Set<string>();
    const sent = fc.record(
      {
        name: fc.constantFrom<unknown>('Ana', 'nobody', '', 7),
        times: fc.constantFrom<unknown>(1, 2, 4, '1'),
        is_loud: fc.constantFrom<unknown>(true, false, 'yes'),
        language: fc.constantFrom<unknown>('en', 'es', 'fr'),
        other: fc.constant(1),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(sent, async (args) => {
        const one = await chain.call('content-greetings-send', args);
        const other = await object.call('content-greetings-send', args);
        codes.add(one.body.error?.code ?? 'ok');
        expect(one.result).toEqual(other.result);
      }),
      { numRuns: 300, seed: 6 },
    );
    expect([...codes].sort()).toEqual(['INVALID_PARAMS', 'NOT_FOUND', 'ok']);
  });
});

describe('the words of a chain', () => {
  test.each([
    ['billing.get_profile', 'billing-get-profile', 'core', 'get_profile'],
    ['content.notes.list', 'content-notes-list', undefined, 'list'],
    ['content-notes-list', 'content-notes-list', undefined, 'list'],
    ['create_file', 'create-file', 'core', 'create_file'],
  ])('%s becomes %s', (name, wireName, module, action) => {
    const tool = f.query(name).handle(() => undefined);
    expect(tool.name).toBe(wireName);
    expect(tool.spec.module).toBe(module);
    expect(Object.keys(tool.spec.actions)).toEqual([action]);
  });

  test('every word gives a new chain, so that a beginning can be shared', () => {
    const start = f.query('content.words.try').describe('Try');
    const [one, other] = [start.withString('one', 'One'), start.withBoolean('other', 'Other')];
    const parameters = (tool: Tool<NoteContext>) => Object.keys(listed(tool).inputSchema.properties ?? {});
    expect(parameters(one.handle(() => undefined))).toEqual(['one']);
    expect(parameters(other.handle(() => undefined))).toEqual(['other']);
    expect(parameters(start.handle(() => undefined))).toEqual([]);
  });

  test('the fields of a resource are parameters, as of a creation or a change', () => {
    const page = resource('page', {
      fields: {
        id: { schema: z.int(), readOnly: true },
        title: { schema: z.string().max(9).default('New').describe('Title, e.g. "New"') },
      },
    });
    const created = f
      .action('content.pages.create')
      .fromModel(page)
      .handle(() => undefined);
    const changed = f
      .mutation('content.pages.update')
      .fromModel(page, 'update')
      .handle(() => undefined);
    const title = (tool: Tool<NoteContext>) => listed(tool).inputSchema.properties?.['title'];
    expect(title(created)).toMatchObject({ type: 'string', maxLength: 9, default: 'New' });
    expect(title(changed)).not.toHaveProperty('default');
  });

  test('a short description is short under every policy', () => {
    const tool = f
      .query('content.words.try')
      .describe('Try')
      .toonDescription()
      .handle(() => undefined);
    const plain = f
      .query('content.words.try')
      .describe('Try')
      .handle(() => undefined);
    expect(listed(tool).description).toBe(listed(plain, { describe: 'compact' }).description);
    expect(listed(tool).description).not.toBe(listed(plain).description);
  });

  test('a state binds the action to a gate, and an event moves it on', () => {
    const bound = f
      .action('content.pages.approve')
      .bindState('draft', 'APPROVE')
      .handle(() => undefined);
    expect(bound.spec.actions['approve']).toMatchObject({
      gate: { kind: 'stored', machine: { id: 'review' }, in: ['draft'], on: 'APPROVE', visibility: 'list' },
    });
  });
});

describe('what a handler of a chain answers', () => {
  const begin = () => f.action('content.words.try').describe('Try');

  test.each([
    ['a bare value', () => ({ greeting: 'hi' })],
    ['a promised value', async () => ({ greeting: 'hi' })],
    ['a success of its own making', () => succeed({ greeting: 'hi' })],
    ['a result of the kit', () => ok({ greeting: 'hi' })],
  ])('%s is the data', async (_name, run) => {
    const { body } = await answer(begin().returns(data).handle(run));
    expect(body).toMatchObject({ data: { greeting: 'hi' }, state: { status: 'done' } });
  });

  test('nothing is enough where nothing is returned', async () => {
    const { body } = await answer(begin().handle(async () => {}));
    expect(body).toMatchObject({ data: {}, state: { status: 'done' } });
  });

  test('a control answer stays one', async () => {
    const { body } = await answer(begin().handle(() => control({ cancelled: true, message: 'Not now.' })));
    expect(body).toMatchObject({ data: {}, control: { cancelled: true } });
  });

  test('a value that is not what was promised is never a success', async () => {
    const { body } = await answer(
      begin()
        .returns(data)
        .handle(() => ({ greeting: 7 }) as never),
    );
    expect(body.error?.code).toBe('INTERNAL');
  });

  test('an error names what can be called instead, and when', async () => {
    const help = f
      .query('content.words.help')
      .describe('Help')
      .handle(() => undefined);
    const tool = begin().handle(() =>
      fail(
        toolError('RATE_LIMITED', {
          message: 'Later.',
          availableActions: ['content.words.help', 'content.words.hidden'],
          retryAfterMs: 2_000,
        }),
      ),
    );
    const { body } = await createToolHost([tool, help]).call(tool.name);
    expect(body.error).toMatchObject({ code: 'RATE_LIMITED', message: 'Later.', retry_after_ms: 2_000 });
    expect(body.error?.['available_actions']).toEqual([
      { tool: 'content-words-help', reason: expect.any(String) },
    ]);
  });
});

test('each mistake of a chain is a compile error', () => {
  const begin = () => f.query('content.words.try').withString('name', 'Name').returns(data);
  const needsGuest = f.middleware((ctx: NoteContext & { guest: string }) => ({ host: ctx.guest }));
  const mistakes = [
    // @ts-expect-error there is no such parameter
    () => begin().handle((input) => ({ greeting: input.surname })),
    // @ts-expect-error a parameter has the type of its word
    () => begin().handle((input) => ({ greeting: input.name * 2 })),
    // @ts-expect-error the data is of another type
    () => begin().handle(() => ({ greeting: 7 })),
    // @ts-expect-error nothing is not the data
    () => begin().handle(() => undefined),
    // @ts-expect-error a query cancels nothing
    () => begin().handle(() => control({ message: 'No.' })),
    // @ts-expect-error guest exists only with its middleware
    () => begin().handle((_input, ctx) => ({ greeting: ctx.guest })),
    // @ts-expect-error the guest has to be known first
    () => begin().use(needsGuest),
    // @ts-expect-error there is no such state
    () => begin().bindState('lost'),
    // @ts-expect-error there is no such event in that state
    () => begin().bindState('draft', 'PUBLISH'),
    // @ts-expect-error without a machine there is no state to be bound to
    () => createFluent(noteKit).query('content.words.try').bindState('draft'),
  ];
  expect(mistakes).toHaveLength(10);
});

test('the chain stays a thin face of the kit', () => {
  const source = readFileSync(new URL('../../../src/toolkit/fluent.ts', import.meta.url), 'utf8');
  expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(180);
});
