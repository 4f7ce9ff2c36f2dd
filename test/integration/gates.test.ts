import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { gateKey } from '../../src/infrastructure/gate-key.ts';
import { connectRedis } from '../../src/infrastructure/redis-connection.ts';
import { gateStoreOn } from '../../src/infrastructure/redis-gate-store.ts';
import { tenantKey } from '../../src/tenant/tenant-key.ts';
import { type BillingDesk, createBillingDesk, createBillingTools } from '../support/billing-tools.ts';
import { draftTools } from '../support/draft-tools.ts';
import { createLogCapture } from '../support/log-capture.ts';
import { type Replica, type Replicas, startReplicas, type WireCall } from '../support/replicas.ts';
import { type MintRequest, registryIssuer, testTenants } from '../support/tokens.ts';

let desk: BillingDesk;
let replicas: Replicas;
let first: Replica;
let second: Replica;
/** Nobody who was here before. */
let who: MintRequest;
let as: WireCall;

beforeAll(async () => {
  desk = createBillingDesk();
  const tools = [...createBillingTools(desk), ...draftTools];
  replicas = await startReplicas({ tools, redisUrl: inject('redisUrl') });
  ({ first, second } = replicas);
});
afterAll(() => replicas.close());
beforeEach(() => {
  desk.deeds.length = 0;
  desk.during.clear();
  who = { subject: `ana-${randomUUID()}` };
  as = { who };
});

const someone = (): WireCall => ({ who: { subject: `eva-${randomUUID()}` } });

async function approve(replica: Replica = first, call: WireCall = as): Promise<void> {
  const { isError, body } = await replica.call('billing-approve', {}, call);
  expect(isError, JSON.stringify(body)).toBe(false);
}

describe.each(['legacy', 'modern'] as const)('a gated action, called in the %s era', (era) => {
  test('F7.1 is not listed outside its states, and a call names the state, what it requires and the way there', async () => {
    const call = { who, era };
    expect(await first.names(call)).not.toContain('billing-discharge');
    const { http, isError, body } = await first.call('billing-discharge', {}, call);
    expect({ status: http.status, isError }).toEqual({ status: 200, isError: true });
    expect(body.error).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { state: 'open', requires: ['approved'] },
      available_actions: [{ tool: 'billing-approve', reason: 'Leads from open to approved' }],
    });
    expect(desk.deeds).toEqual([]);
  });

  test('F7.2 a success moves the state, and the other replica lists what it opened', async () => {
    const call = { who, era };
    await approve(first, call);
    expect(await storedIn(call)).toMatchObject({ state: 'approved', version: 1 });
    expect(await second.names(call)).toContain('billing-discharge');
    expect(await second.names(call)).not.toContain('billing-approve');
    const { body } = await second.call('billing-discharge', {}, call);
    expect(body.data).toEqual({ discharged: true });
    expect(await first.names(call)).not.toContain('billing-discharge');
    expect(desk.deeds).toEqual(['approve', 'discharge']);
  });
});

describe('F7.3 a call that does not succeed', () => {
  test('because its handler refuses, leaves the state where it was, tells nobody, and lets the next one in', async () => {
    const invoices = [...desk.invoices];
    desk.invoices.clear();
    const failed = await first.call('billing-approve', {}, as);
    for (const [id, invoice] of invoices) desk.invoices.set(id, invoice);
    expect(failed.body.error.code).toBe('CONFLICT');
    expect(failed.http.headers['content-type']).toMatch(/^application\/json/);
    expect(await second.names(as)).not.toContain('billing-discharge');
    await approve(second);
  });

  test.each([
    ['throws', () => Promise.reject(new Error('the desk burned down'))],
    [
      'times out',
      (signal: AbortSignal) =>
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
    ],
  ] as const)(
    'and %s leaves the state where it was, tells nobody, and lets the next one in',
    async (_how, during) => {
      desk.during.set('approve', during);
      const failed = await first.call('billing-approve', {}, as);
      expect(failed.isError).toBe(true);
      expect(failed.http.headers['content-type']).toMatch(/^application\/json/);
      expect(await second.names(as)).not.toContain('billing-discharge');
      // What ran out of time holds its lease until it has really come to its end.
      const next = async () => (await second.call('billing-approve', {}, as)).body.error?.code ?? 'done';
      await expect.poll(next, { timeout: 10_000 }).toBe('done');
    },
  );
});

/** What Redis holds of the billing of a caller. */
async function storedIn({ who: { subject } = {} }: WireCall) {
  const connection = await connectRedis({
    url: inject('redisUrl'),
    mode: 'single',
    log: createLogCapture().log,
  });
  const tenant = tenantKey(registryIssuer, testTenants.a.id);
  const key = gateKey({ machine: 'billing', tenantKey: tenant, subject, resource: undefined });
  const stored = await gateStoreOn(connection).load(key);
  await connection.close();
  return stored;
}

test('F7.4 fifty calls at once over two replicas and one Redis run the handler once', async () => {
  await approve();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? first : second).call('billing-discharge', {}, as),
    ),
  );
  expect(desk.deeds).toEqual(['approve', 'discharge']);
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(1);
  const refused = answers.filter(({ isError }) => isError).map(({ body }) => body.error);
  expect(refused).toHaveLength(49);
  for (const { code, retry_after_ms: wait, details } of refused) {
    if (code === 'STATE_BUSY') expect(wait).toBeGreaterThan(0);
    else
      expect({ code, details }).toEqual({
        code: 'STATE_CONFLICT',
        details: { state: 'discharged', requires: ['approved'] },
      });
  }
  const { body } = await first.call('billing-discharge', {}, as);
  expect(body.error).toMatchObject({
    code: 'STATE_CONFLICT',
    details: { state: 'discharged' },
    available_actions: [],
  });
  // Both steps, and none beside them.
  expect(await storedIn(as)).toEqual({ state: 'discharged', version: 2, busyForMs: 0 });
});

test('F7.5 the state is that of the verified tenant and subject, whatever the call says', async () => {
  await approve();
  const others: readonly WireCall[] = [
    { who: { ...who, tenant: 'b' } },
    someone(),
    { who: { subject: `${who.subject}:` } },
  ];
  for (const other of others) {
    expect(await first.names(other)).not.toContain('billing-discharge');
    const { body } = await first.call('billing-discharge', {}, other);
    expect(body.error).toMatchObject({ code: 'STATE_CONFLICT', details: { state: 'open' } });
    const claimed = await first.call(
      'billing-discharge',
      { subject: who.subject, workflow_id: who.subject },
      other,
    );
    expect(claimed.body.error.code).toBe('INVALID_PARAMS');
  }
  expect(desk.deeds).toEqual(['approve']);
});

describe('what a client is told when its tools change', () => {
  test('F7.10 in the 2025 era: list_changed on the same answer, then the result with the call’s id', async () => {
    const { http, messages } = await first.call('billing-approve', {}, as);
    expect(http.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(messages).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: {} },
      { jsonrpc: '2.0', id: 1, result: expect.objectContaining({ structuredContent: expect.anything() }) },
    ]);
  });

  test('F7.10 a client that takes no stream gets plain JSON, and its next list is right', async () => {
    const { http, messages } = await first.call('billing-approve', {}, { ...as, accept: 'application/json' });
    expect(http.headers['content-type']).toMatch(/^application\/json/);
    expect(messages).toHaveLength(1);
    expect(await first.names(as)).toContain('billing-discharge');
  });

  test('F7.11 a state that shows in no listing moves without a word', async () => {
    const { http, isError } = await first.call(
      'content-drafts-manage',
      { action: 'stamp', page: 'home' },
      as,
    );
    expect(isError).toBe(false);
    expect(http.headers['content-type']).toMatch(/^application\/json/);
  });

  test.each(['?exposure=catalog', '?tools=billing-approve,content-drafts-manage&exposure=catalog'])(
    'F7.11 the catalog exposure lists the same five tools before and after: %s',
    async (query) => {
      const path = `/mcp${query}`;
      const call = { ...as, path };
      const { http, isError, body } = await first.call(
        'tools-write',
        { name: 'billing-approve', arguments: {} },
        call,
      );
      expect(isError, JSON.stringify(body)).toBe(false);
      expect(http.headers['content-type']).toMatch(/^application\/json/);
    },
  );

  test('F7.12 in the 2026 era the answer carries the result alone', async () => {
    const { http, messages } = await first.call('billing-approve', {}, { who, era: 'modern' });
    expect(http.headers['content-type']).toMatch(/^application\/json/);
    expect(messages).toHaveLength(1);
  });

  test.each(['legacy', 'modern'] as const)(
    'list_changed is promised where it can come, in the %s era',
    async (era) => {
      const method = era === 'legacy' ? 'initialize' : 'server/discover';
      const params =
        era === 'legacy'
          ? { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
          : {};
      const { json } = await first.send(method, params, { who, era });
      expect(json.result.capabilities.tools).toEqual({ listChanged: true });
    },
  );
});

describe('a listing', () => {
  test('F7.13 is the same bytes for two connections of one person, whatever the state', async () => {
    const both = async () => {
      const answers = await Promise.all([first, second].map((replica) => replica.send('tools/list', {}, as)));
      return answers.map(({ text }) => text);
    };
    const [one, other] = await both();
    expect(other).toBe(one);
    await approve();
    const [later, latest] = await both();
    expect(latest).toBe(later);
    expect(later).not.toBe(one);
  });

  test('F7.14 keeps its order, and may not be kept by the client', async () => {
    const everything = createBillingTools(createBillingDesk()).map(({ name }) => name);
    const order = [...everything, 'content-drafts-manage', 'content-drafts-publish'];
    const shows = async (hidden: readonly string[]) =>
      expect(await first.names(as)).toEqual(order.filter((name) => !hidden.includes(name)));
    await shows(['billing-discharge', 'content-drafts-publish']);
    await approve();
    await shows(['billing-approve', 'content-drafts-publish']);
    await first.call('billing-discharge', {}, as);
    await shows(['billing-approve', 'billing-discharge', 'content-drafts-publish']);
    expect(await first.list({ who, era: 'modern' })).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test('a tool with several actions loses the blocked ones from enum, description and parameters', async () => {
    const drafts = async () => {
      const { tools } = await first.list(as);
      return tools.find(({ name }: { readonly name: string }) => name === 'content-drafts-manage');
    };
    const before = await drafts();
    expect(before.inputSchema.properties.action.enum).toEqual(['look', 'submit', 'stamp', 'lift']);
    expect(before.description).not.toContain('publish,');
    expect(before.inputSchema.properties).not.toHaveProperty('headline');

    await first.call('content-drafts-manage', { action: 'submit' }, as);
    expect((await drafts()).inputSchema.properties.action.enum).toEqual(['look', 'approve', 'stamp', 'lift']);
    await first.call('content-drafts-manage', { action: 'approve' }, as);
    const after = await drafts();
    expect(after.inputSchema.properties.action.enum).toEqual(['look', 'publish', 'stamp', 'lift']);
    expect(after.inputSchema.properties).toHaveProperty('headline');
    expect(await first.names(as)).toContain('content-drafts-publish');
  });

  test('the way to a state that is two steps off begins with the first of them', async () => {
    const { body } = await first.call('content-drafts-publish', {}, as);
    expect(body.error).toMatchObject({
      details: { state: 'draft', requires: ['approved'] },
      available_actions: [{ tool: 'content-drafts-manage', action: 'submit' }],
    });
  });

  test('a page has one state, in whichever way it is named, and stays listed', async () => {
    const drafts = (action: string, page: string | number) =>
      first.call('content-drafts-manage', { action, page }, as);
    expect((await drafts('stamp', 'home')).isError).toBe(false);
    expect((await drafts('stamp', 7)).body.error).toMatchObject({
      code: 'STATE_CONFLICT',
      available_actions: [{ tool: 'content-drafts-manage', action: 'lift' }],
    });
    expect((await drafts('stamp', 'about')).isError).toBe(false);
    expect((await drafts('lift', 7)).isError).toBe(false);
  });
});

test('F7.15 a state is no secret and a hidden tool is: it answers like one that never was', async () => {
  const ask = async (name: string) => {
    const call = { ...as, path: '/mcp?exclude=billing-discharge' };
    const { json } = await first.send('tools/call', { name, arguments: {} }, call);
    return json.error;
  };
  const hidden = await ask('billing-discharge');
  expect(hidden.code).toBe(-32602);
  expect(hidden).toEqual(await ask('billing-nothing'));
  const { body } = await first.call('billing-discharge', {}, as);
  expect(body.error.code).toBe('STATE_CONFLICT');
});

test('F7.16 a dry run asks the gate, moves nothing and holds nothing', async () => {
  const early = await first.call('billing-discharge', { dry_run: true }, as);
  expect(early.body.error.code).toBe('STATE_CONFLICT');
  const planned = await first.call('billing-approve', { dry_run: true }, as);
  expect(planned.body.control).toMatchObject({ dry_run: true });
  expect(await first.names(as)).not.toContain('billing-discharge');
  expect(desk.deeds).toEqual([]);
  await approve();
});

test('F7.17 repeating an idempotent transition that is complete answers unchanged', async () => {
  await approve();
  const again = await second.call('billing-approve', {}, as);
  expect(again.isError, JSON.stringify(again.body)).toBe(false);
  expect(again.body.state).toMatchObject({ status: 'unchanged' });
  expect(desk.deeds).toEqual(['approve']);
  expect(again.http.headers['content-type']).toMatch(/^application\/json/);
});
