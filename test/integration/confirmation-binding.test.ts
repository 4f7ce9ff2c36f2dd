import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import { ok } from '../../src/toolkit/result.ts';
import { kit } from '../../src/tools/kit.ts';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { startReplicas } from '../support/replicas.ts';
import { testkit } from '../support/testkit.ts';
import { testSealKeys, testTenants } from '../support/tokens.ts';
import { createVault } from '../support/vault-tools.ts';
import type { Wire } from '../support/wire.ts';

/** What a consent is good for, and nothing beside it. */

const erase = { action: 'erase', label: 'north' };
const exposed = {
  grouped: {
    path: '/mcp',
    name: 'core-vaults-manage',
    wrap: (args: object): object => ({ ...erase, ...args }),
  },
  flat: {
    path: '/mcp?exposure=flat',
    name: 'core-vaults-erase',
    wrap: (args: object): object => ({ label: 'north', ...args }),
  },
  catalog: {
    path: '/mcp?exposure=catalog',
    name: 'tools-destroy',
    wrap: (args: object): object => ({ name: 'core-vaults-erase', arguments: { label: 'north', ...args } }),
  },
};
const { grouped } = exposed;
type Exposed = (typeof exposed)[keyof typeof exposed];

let vault: ReturnType<typeof createVault>;
let edges: Edge[];
beforeEach(() => {
  vault = createVault();
  edges = [];
});
afterEach(async () => {
  for (const edge of edges) await edge.close();
});

async function open(options: Parameters<typeof startEdge>[0] = {}): Promise<Edge> {
  const edge = await startEdge({ ...options, app: { tools: vault.tools, ...options.app } });
  edges.push(edge);
  return edge;
}

async function call(edge: Edge, at: Exposed, args: object = {}, token = edge.token): Promise<Wire> {
  const { json, text } = await edge.mcp({
    path: at.path,
    token,
    message: toolCall(at.name, at.wrap(args)),
    headers: { accept: 'application/json, text/event-stream' },
  });
  if (json?.result === undefined) throw new Error(text);
  return JSON.parse(json.result.content[0].text);
}

const refusal = (reason: string) => ({
  code: 'CONFLICT',
  details: { reason: `confirmation_${reason}` },
});

describe('a token of one exposure', () => {
  test.each([
    ['grouped', 'flat'],
    ['flat', 'catalog'],
    ['catalog', 'grouped'],
  ] as const)('F15.3 from %s counts in %s, for the same call and once', async (offering, spending) => {
    const [from, to] = [exposed[offering], exposed[spending]];
    const edge = await open();
    const { confirm_token } = (await call(edge, from)).control;
    expect((await call(edge, to, { confirm_token, label: 'south' })).error).toMatchObject(
      refusal('other_call'),
    );
    expect((await call(edge, to, { confirm_token })).data).toEqual({ erased: true });
    for (const spent of [from, to]) {
      expect((await call(edge, spent, { confirm_token })).error).toMatchObject(refusal('used'));
    }
    expect(vault.seen).toHaveLength(1);
  });
});

describe('a question of one exposure', () => {
  async function ask(edge: Edge, at: Exposed, retry: object = {}): Promise<Wire> {
    const { message, headers } = modern('tools/call', { name: at.name, arguments: at.wrap({}), ...retry });
    const meta = {
      ...message.params._meta,
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    };
    const { json, text } = await edge.mcp({
      path: at.path,
      message: { ...message, params: { ...message.params, _meta: meta } },
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
    if (json?.result === undefined) throw new Error(text);
    return json.result;
  }

  test.each([
    ['grouped', 'catalog'],
    ['flat', 'grouped'],
    ['catalog', 'flat'],
  ] as const)('F15.1 from %s may be answered in %s, once', async (asking, answering) => {
    const edge = await open();
    const question = await ask(edge, exposed[asking]);
    expect(question.resultType).toBe('input_required');
    const retry = {
      requestState: question.requestState,
      inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
    };
    const done = await ask(edge, exposed[answering], retry);
    expect(done.structuredContent.data).toEqual({ erased: true });
    const again = await ask(edge, exposed[asking], retry);
    expect(JSON.parse(again.content[0].text).error).toMatchObject(refusal('used'));
    expect(vault.seen).toHaveLength(1);
  });
});

describe('a token of one account', () => {
  test('F15.3 is used although its person comes back with another credential', async () => {
    const edge = await open();
    const [before, after] = await Promise.all([
      edge.identity.mintSealed(),
      edge.identity.mintSealed({ token: 'another-token-of-the-same-person' }),
    ]);
    const { confirm_token } = (await call(edge, grouped, {}, before)).control;
    expect((await call(edge, grouped, { confirm_token }, before)).data).toEqual({ erased: true });
    expect((await call(edge, grouped, { confirm_token }, after)).error).toMatchObject(refusal('used'));
    expect(vault.seen).toHaveLength(1);
  });

  test('F15.3 is for no other host once the account moves', async () => {
    const edge = await open();
    const here = await edge.identity.mintSealed();
    const moved = await edge.identity.mintSealed({ host: testTenants.b.host });
    const { confirm_token } = (await call(edge, grouped, {}, here)).control;
    expect((await call(edge, grouped, { confirm_token }, moved)).error).toMatchObject(refusal('other_call'));
    expect(vault.seen).toEqual([]);
  });

  test('F15.3 is unknown to an account of the same name with another issuer', async () => {
    const edge = await open();
    const { confirm_token } = (await call(edge, grouped)).control;
    const namesake = await edge.identity.mintSealed();
    expect((await call(edge, grouped, { confirm_token }, namesake)).error).toMatchObject(refusal('altered'));
    expect(vault.seen).toEqual([]);
  });
});

describe('the keys', () => {
  const fresh = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;

  test('F15.6 rotate: the old one opens as long as it is in the ring', async () => {
    const [old, young] = [fresh('old'), fresh('young')];
    const before = await open({ env: { SEAL_KEYS: `${old},${testSealKeys}` } });
    const between = await open({ env: { SEAL_KEYS: `${young},${old},${testSealKeys}` } });
    const after = await open({ env: { SEAL_KEYS: `${young},${testSealKeys}` } });
    const { confirm_token } = (await call(before, grouped)).control;
    expect((await call(after, grouped, { confirm_token })).error).toMatchObject(refusal('altered'));
    expect((await call(between, grouped, { confirm_token })).data).toEqual({ erased: true });
    expect(vault.seen).toHaveLength(1);
  });
});

describe('the arguments', () => {
  const seen: object[] = [];
  const parcels = kit.tool('core-parcels-manage', {
    title: 'Parcels',
    actions: {
      drop: kit.mutation({
        summary: 'Drop a parcel',
        input: z.object({
          label: z.string().max(40).describe('Which one, e.g. "a"'),
          weight: z.number().min(0).max(100).describe('Kilograms'),
          stamps: z
            .strictObject({ front: z.boolean().describe('In front'), back: z.boolean().describe('Behind') })
            .describe('Where stamps are'),
        }),
        data: z.object({ dropped: z.boolean() }),
        run(sent) {
          seen.push(sent);
          return ok({ dropped: true });
        },
      }),
    },
  });
  beforeEach(() => {
    seen.length = 0;
  });

  async function drop(edge: Edge, args: string): Promise<Wire> {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"core-parcels-manage","arguments":{${args}}}}`;
    const { json } = await edge.mcp({ body });
    return JSON.parse(json.result.content[0].text);
  }
  const first = '"label":"caf\u00e9","weight":10,"stamps":{"front":true,"back":false}';

  test.each([
    ['in another order', '"stamps":{"back":false,"front":true},"weight":10,"label":"caf\u00e9"'],
    [
      'with the number in another form',
      '"label":"caf\u00e9","weight":1.0e1,"stamps":{"front":true,"back":false}',
    ],
    ['with letters escaped', '"label":"caf\\u00e9","weight":10,"stamps":{"front":true,"back":false}'],
    [
      'with an object as text',
      '"label":"caf\u00e9","weight":10,"stamps":"{\\"front\\":true,\\"back\\":false}"',
    ],
  ])('F15.3 are the same %s', async (_how, args) => {
    const edge = await open({ app: { tools: [parcels] } });
    const { confirm_token } = (await drop(edge, first)).control;
    expect((await drop(edge, `${args},"confirm_token":"${confirm_token}"`)).data).toEqual({ dropped: true });
    expect(seen).toHaveLength(1);
  });

  test.each([
    ['another number', '"label":"caf\u00e9","weight":10.000001,"stamps":{"front":true,"back":false}'],
    ['a part exchanged', '"label":"caf\u00e9","weight":10,"stamps":{"front":false,"back":true}'],
    ['letters composed otherwise', '"label":"cafe\u0301","weight":10,"stamps":{"front":true,"back":false}'],
    ['letters that look alike', '"label":"\u0441af\u00e9","weight":10,"stamps":{"front":true,"back":false}'],
    ['a space more', '"label":"caf\u00e9 ","weight":10,"stamps":{"front":true,"back":false}'],
  ])('F15.3 are others with %s', async (_how, args) => {
    const edge = await open({ app: { tools: [parcels] } });
    const { confirm_token } = (await drop(edge, first)).control;
    const { error } = await drop(edge, `${args},"confirm_token":"${confirm_token}"`);
    expect(error).toMatchObject(refusal('other_call'));
    expect(seen).toEqual([]);
  });
});

describe('what the person was shown', () => {
  test('F15.3 is what is done, in an account whose elements have no version', async () => {
    let letters = 3;
    const burnt: number[] = [];
    const desks = kit.tool('core-desks-manage', {
      title: 'Desks',
      actions: {
        clear: kit.mutation({
          summary: 'Burn all letters on a desk',
          input: z.object({}),
          data: z.object({ burnt: z.number() }),
          plan: () => ({ changes: { letters } }),
          run() {
            burnt.push(letters);
            return ok({ burnt: letters });
          },
        }),
      },
    });
    const own = await testkit({ tools: [desks] });
    const clear = (args: object = {}) => own.as().call('core-desks-manage', args);
    const { confirm_token } = (await clear()).body.control;
    letters = 400;
    const late = await clear({ confirm_token });
    const again = await clear({ confirm_token: (await clear()).body.control.confirm_token });
    await own.close();
    expect(late.body.error).toMatchObject(refusal('other_version'));
    expect(again.body.data).toEqual({ burnt: 400 });
    expect(burnt).toEqual([400]);
  });
});

describe('time', () => {
  test('F15.3 is over to the millisecond', async () => {
    const own = await testkit({ tools: vault.tools });
    const tokenOf = async () => (await own.as().call(grouped.name, erase)).body.control.confirm_token;
    const [early, late] = [await tokenOf(), await tokenOf()];
    own.clock.advance(299_999);
    const inTime = await own.as().call(grouped.name, { ...erase, confirm_token: early });
    own.clock.advance(1);
    const tooLate = await own.as().call(grouped.name, { ...erase, confirm_token: late });
    await own.close();
    expect(inTime.body.data).toEqual({ erased: true });
    expect(tooLate.body.error).toMatchObject(refusal('expired'));
  });

  test('F15.3 does not make a used token good at a replica whose clock is behind', async () => {
    const clock = createManualClock();
    const behind = createManualClock(clock.nowMs() - 30_000);
    const store = createMemoryStore(clock);
    const first = await testkit({ tools: vault.tools, store, clock });
    const second = await testkit({ tools: vault.tools, store, clock: behind });
    const { body } = await first.as().call(grouped.name, erase);
    const { confirm_token } = body.control;
    await first.as().call(grouped.name, { ...erase, confirm_token });
    clock.advance(310_000);
    behind.advance(310_000);
    const again = await second.as().call(grouped.name, { ...erase, confirm_token });
    await Promise.all([first.close(), second.close()]);
    expect(again.body.error).toMatchObject(refusal('used'));
    expect(vault.seen).toHaveLength(1);
  });
});

test('F15.6 of many who spend a token at once, at two replicas, one does', async () => {
  const replicas = await startReplicas({ tools: vault.tools, redisUrl: inject('redisUrl') });
  const { confirm_token } = (await replicas.first.call(grouped.name, erase)).body.control;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? replicas.first : replicas.second).call(grouped.name, { ...erase, confirm_token }),
    ),
  );
  await replicas.close();
  expect(answers.filter(({ body }) => body.data?.erased === true)).toHaveLength(1);
  const refused = answers.filter(({ isError }) => isError).map(({ body }) => body.error);
  expect(refused).toHaveLength(19);
  for (const error of refused) expect(error).toMatchObject(refusal('used'));
  expect(vault.seen).toHaveLength(1);
});
