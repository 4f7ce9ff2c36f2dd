import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createBillingDesk, createBillingTools } from '../support/billing-tools.ts';
import { modern } from '../support/edge.ts';
import { type OpenStream, openStream } from '../support/open-stream.ts';
import { type Replicas, startReplicas } from '../support/replicas.ts';
import type { MintRequest } from '../support/tokens.ts';

/** Tools that come and go with a gate, as those see it who listen. */

let replicas: Replicas;
const streams: OpenStream[] = [];
beforeAll(async () => {
  const tools = createBillingTools(createBillingDesk());
  replicas = await startReplicas({ tools, redisUrl: inject('redisUrl') });
});
afterAll(async () => {
  for (const stream of streams) stream.leave();
  await replicas.close();
});

async function listen(who: MintRequest): Promise<OpenStream> {
  const token = await replicas.mint(who);
  const request = modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'ear');
  const stream = await openStream(replicas.first.port, { ...request, token });
  streams.push(stream);
  await stream.atLeast(1);
  return stream;
}

const acknowledged = {
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: {
    notifications: { toolsListChanged: true },
    _meta: { 'io.modelcontextprotocol/subscriptionId': 'ear' },
  },
};

const changed = {
  jsonrpc: '2.0',
  method: 'notifications/tools/list_changed',
  params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'ear' } },
};

test.each(['legacy', 'modern'] as const)(
  'F7.12 a transition on another replica, by a call of the %s era, is told once, and only to its principal',
  async (era) => {
    const who = { subject: randomUUID() };
    const [own, ofAnother, ofAnotherTenant] = await Promise.all([
      listen(who),
      listen({ subject: randomUUID() }),
      listen({ ...who, tenant: 'b' }),
    ]);
    const answer = await replicas.second.call('billing-approve', {}, { who, era });
    expect(answer.isError).toBe(false);
    if (era === 'modern') expect(answer.messages).toHaveLength(1);
    expect(await own.atLeast(2)).toEqual([acknowledged, changed]);
    // A failed call moves nothing, and the next transition is the second to be told.
    expect((await replicas.second.call('billing-approve', { no: 1 }, { who, era })).isError).toBe(true);
    expect((await replicas.second.call('billing-discharge', {}, { who, era })).isError).toBe(false);
    expect(await own.atLeast(3)).toEqual([acknowledged, changed, changed]);
    for (const other of [ofAnother, ofAnotherTenant]) expect(other.messages()).toEqual([acknowledged]);
    for (const stream of [own, ofAnother, ofAnotherTenant]) stream.leave();
    await Promise.all([own.ended, ofAnother.ended, ofAnotherTenant.ended]);
  },
);

test.each(['?exposure=catalog', '?tools=billing-approve&exposure=catalog'])(
  'F7.12 a transition through an address that shows none of it is told to whoever listens at one that does: %s',
  async (query) => {
    const who = { subject: randomUUID() };
    const stream = await listen(who);
    const path = `/mcp${query}`;
    const approval = { name: 'billing-approve', arguments: {} };
    const answer = await replicas.second.call('tools-write', approval, { who, path });
    expect(answer.isError).toBe(false);
    // Where nothing shows, nothing is told: F7.11.
    expect(answer.messages).toHaveLength(1);
    expect(await stream.atLeast(2)).toEqual([acknowledged, changed]);
    stream.leave();
    await stream.ended;
  },
);

test('F7.12 what is told is so by then: the list that a listener asks for has the new tool', async () => {
  const who = { subject: randomUUID() };
  const stream = await listen(who);
  expect(await replicas.first.names({ who, era: 'modern' })).not.toContain('billing-discharge');
  const approval = replicas.second.call('billing-approve', {}, { who, era: 'modern' });
  await stream.atLeast(2);
  expect(await replicas.first.names({ who, era: 'modern' })).toContain('billing-discharge');
  await approval;
  stream.leave();
});

test('a service whose tools are guarded by a gate offers to listen, in its own words', async () => {
  const { json } = await replicas.first.send('server/discover', {}, { era: 'modern' });
  expect(json.result.capabilities).toMatchObject({
    tools: { listChanged: true },
    resources: { listChanged: false },
  });
});
