import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { foreign } from '../../src/toolkit/foreign.ts';
import { ok } from '../../src/toolkit/result.ts';
import { kit } from '../../src/tools/kit.ts';
import { startContentService } from '../support/content-service.ts';
import { type Edge, modern, startEdge, toolCall } from '../support/edge.ts';

const canary = 'zq7canary';
let reads = 0;

const list = kit.query({
  summary: 'List many rows',
  cacheTtlMs: 60_000,
  input: z.object({ remark: z.string().max(99).optional().describe('Anything, e.g. "x"') }),
  data: z.object({ rows: z.array(foreign({ id: z.number(), text: z.string() })), asked: z.string() }),
  present: { redact: ['*.fingerprint'], fieldsOf: 'rows' },
  run(_sent, ctx) {
    reads += 1;
    const rows = Array.from({ length: 400 }, (_, id) => ({
      id,
      text: 'x'.repeat(300),
      token: canary,
      owner: { fingerprint: canary },
    }));
    const asked = `${ctx.tenant.id}/${ctx.principal.subject}`;
    return ok({ rows, asked }, { state: { returned: 400, total: 400, searched: 400 } });
  },
});

const save = kit.action({
  summary: 'Save a row',
  invalidates: ['content-rows.*'],
  input: z.object({}),
  data: z.object({}),
  run: () => ok({}),
});

const tools = [
  kit.tool('content-rows-list', { title: 'Rows', actions: { list } }),
  kit.tool('content-rows-save', { title: 'Save', actions: { save } }),
];

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { tools } });
});
afterAll(() => edge.close());

async function answer(call: Parameters<Edge['mcp']>[0]) {
  const { json } = await edge.mcp({ ...call, headers: { accept: 'application/json', ...call?.headers } });
  const { content, structuredContent } = json.result;
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  return { text: content[0].text as string, ...structuredContent };
}

const clientInfo = { name: 'claude-code', version: '2.1.76' };

function introduced() {
  const { message, headers } = modern('tools/call', { name: 'content-rows-list', arguments: {} });
  const meta = { ...message.params._meta, 'io.modelcontextprotocol/clientInfo': clientInfo };
  return { message: { ...message, params: { ...message.params, _meta: meta } }, headers };
}

test.each([
  [
    'its User-Agent',
    () => ({ message: toolCall('content-rows-list'), headers: { 'user-agent': 'claude-code/2.1.76 (cli)' } }),
  ],
  ['its clientInfo', introduced],
])('F8.4 a client known by %s is answered no more than it passes on', async (_how, call) => {
  const { text, state } = await answer(call());
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
  expect(state).toMatchObject({ total: 400, complete: false });
});

test('F8.4 a client of which nothing is known is answered up to the common ceiling', async () => {
  const { text, state } = await answer({ message: toolCall('content-rows-list') });
  expect(Buffer.byteLength(text)).toBeGreaterThan(50_000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(80 * 1024);
  expect(state).toMatchObject({ total: 400, complete: false });
});

test('F8.4 all items fit where their keys are chosen', async () => {
  const { data, state } = await answer({ message: toolCall('content-rows-list', { fields: ['id'] }) });
  expect(data.rows).toHaveLength(400);
  expect(state).toMatchObject({ returned: 400, complete: true });
});

test('F8.2 what is redacted is in neither channel, nor in the log', async () => {
  const { text, data } = await answer({ message: toolCall('content-rows-list', { remark: canary }) });
  expect(data.rows[0]).toMatchObject({ token: '[redacted]', owner: { fingerprint: '[redacted]' } });
  expect(text).not.toContain(canary);
  expect(edge.logs.text()).not.toContain(canary);
  expect(edge.logs.text()).not.toContain(edge.token);
});

test('F12.3 F12.4 what is remembered for one person is nobody else’s, and gone after a write of the tenant', async () => {
  const ask = async (request: Parameters<Edge['mint']>[0]) => {
    const token = await edge.mint(request);
    return (await answer({ token, message: toolCall('content-rows-list', { remark: 'cache' }) })).data.asked;
  };
  const one = { tenant: 'a', subject: 'one' } as const;
  const two = { tenant: 'a', subject: 'two' } as const;
  const other = { tenant: 'b', subject: 'one' } as const;
  const before = reads;
  const asked = [await ask(one), await ask(one), await ask(two), await ask(other)];
  expect(new Set(asked).size).toBe(3);
  expect(reads - before).toBe(3);
  const { state } = await answer({ token: await edge.mint(one), message: toolCall('content-rows-save') });
  expect(state.invalidates).toEqual(['content-rows.*']);
  await ask(two);
  await ask(other);
  expect(reads - before).toBe(4);
});

test('an entry of a list is answered with the chosen keys, and with those that identify it', async () => {
  const service = await startContentService();
  try {
    const chosen = { space: 'banca-personas', per_page: 3, entry_fields: ['tags', 'status'] };
    const { data, state } = await service.call('content-entries-list', chosen);
    expect(data.entries).toHaveLength(3);
    for (const item of data.entries) {
      expect(Object.keys(item).sort()).toEqual(['id', 'name', 'status', 'tags', 'uuid']);
    }
    expect(state).toMatchObject({ returned: 3 });
  } finally {
    await service.close();
  }
});
