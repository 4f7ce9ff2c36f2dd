import { afterEach, expect, test } from 'vitest';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { eras, type Testkit, type TestkitOptions, testkit } from '../support/testkit.ts';
import { createVault } from '../support/vault-tools.ts';

const tool = 'core-vaults-manage';
const erase = { action: 'erase', label: 'north' };

const kits: Testkit[] = [];
async function start(options: TestkitOptions = {}): Promise<Testkit> {
  const kit = await testkit({ tools: createVault().tools, ...options });
  kits.push(kit);
  return kit;
}
afterEach(async () => {
  for (const kit of kits.splice(0)) await kit.close();
});

test.each(eras)('F17.1 a call answers with the JSON of the wire in %s', async (era) => {
  const kit = await start();
  const answer = await kit
    .as()
    .withEra(era)
    .call(tool, { ...erase, dry_run: true });
  expect(answer.status).toBe(200);
  expect(answer.message).toMatchObject({ jsonrpc: '2.0', result: { content: [{ type: 'text' }] } });
  expect(JSON.parse(answer.result.content[0].text)).toEqual(answer.result.structuredContent);
  expect(answer.body).toEqual(answer.result.structuredContent);
});

test('F17.2 a call is made as a tenant, a person and scopes', async () => {
  const kit = await start();
  const one = await kit.as({ tenant: 'a' }).call(tool, { ...erase, dry_run: true });
  const other = await kit.as({ tenant: 'b' }).call(tool, { ...erase, dry_run: true });
  expect(one.body.platform.host).not.toBe(other.body.platform.host);
  const reader = await kit.as({ scopes: ['modyo:read'] }).call(tool, erase);
  expect([reader.status, reader.message.error]).toEqual([403, 'insufficient_scope']);
  await kit.as({ subject: 'eva' }).call(tool, { ...erase, dry_run: true });
  const subjects = kit.logs.lines().flatMap((line) => line['subject_hash'] ?? []);
  expect(new Set(subjects).size).toBe(2);
});

test('F17.3 time and memory are in the hands of the test', async () => {
  const clock = createManualClock();
  const kept: string[] = [];
  const memory = createMemoryStore(clock);
  const kit = await start({
    clock,
    store: {
      ...memory,
      setIfAbsent(key, value, ttlMs) {
        kept.push(value);
        return memory.setIfAbsent(key, value, ttlMs);
      },
    },
  });
  const { body } = await kit.as().call(tool, erase);
  expect(Date.parse(body.control.expires_at)).toBe(clock.nowMs() + 300_000);
  clock.advance(299_999);
  const { confirm_token } = body.control;
  expect((await kit.as().call(tool, { ...erase, confirm_token })).body.data).toEqual({ erased: true });
  expect(kept).toHaveLength(1);
});

test('F17.3 two kits over one store are two replicas: what was used up at one is used up at the other', async () => {
  const clock = createManualClock();
  const store = createMemoryStore(clock);
  const [first, second] = [await start({ clock, store }), await start({ clock, store })];
  const { body } = await first.as().call(tool, erase);
  const confirmed = { ...erase, confirm_token: body.control.confirm_token };
  expect((await second.as().call(tool, confirmed)).body.data).toEqual({ erased: true });
  expect((await first.as().call(tool, confirmed)).body.error.code).toBe('CONFLICT');
});
