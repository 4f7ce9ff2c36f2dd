import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { App } from '../../src/app/lifecycle.ts';
import { createApp } from '../../src/app.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import { createRedisStore } from '../../src/infrastructure/redis-store.ts';
import type { SharedStore, StoreKey } from '../../src/infrastructure/shared-store.ts';
import { sandboxAccounts } from '../../src/sandbox/accounts.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { edgeConfig, modern, toolCall } from '../support/edge.ts';
import { createLogCapture, type LogCapture } from '../support/log-capture.ts';
import { httpCall } from '../support/raw-http.ts';
import { createTestIdentity, testTenants } from '../support/tokens.ts';

const callsCount = 500;

/** The same names and ids exist in both accounts; what differs is everything that a caller may see of them. */
const questions = [
  ['content-spaces-list', {}],
  ['content-spaces-get', { identifier: 'retail' }],
  ['content-spaces-get', { identifier: 31 }],
  ['content-types-list', { space: 'retail' }],
  ['content-entries-list', { space: 'retail', per_page: 20 }],
  ['content-spaces-get', { identifier: 'does-not-exist' }],
] as const;

interface StoredPair {
  readonly key: string;
  readonly value: string;
}

/** A store that remembers what was asked of it. */
function watched(store: SharedStore, seen: StoredPair[]): SharedStore {
  return {
    ...store,
    get: async (key: StoreKey) => {
      const value = await store.get(key);
      seen.push({ key, value: value ?? '' });
      return value;
    },
    set: async (key: StoreKey, value: string, ttlMs: number) => {
      seen.push({ key, value });
      await store.set(key, value, ttlMs);
    },
  };
}

describe.each(['memory', 'redis'] as const)('two tenants over one %s store', (kind) => {
  let sandbox: Sandbox;
  let app: App;
  let logs: LogCapture;
  let port = 0;
  const stored: StoredPair[] = [];
  const answers: {
    readonly tenant: 'a' | 'b';
    readonly id: number;
    readonly status: number;
    readonly text: string;
  }[] = [];
  const tokens: { a: string; b: string } = { a: '', b: '' };

  beforeAll(async () => {
    sandbox = await startSandbox();
    logs = createLogCapture('debug');
    const identity = await createTestIdentity();
    const store =
      kind === 'memory'
        ? createMemoryStore(systemClock)
        : await createRedisStore({ url: inject('redisUrl'), mode: 'single', log: logs.log });
    app = await createApp({
      config: edgeConfig({
        CONCURRENCY: '1000',
        RATE_PER_MINUTE: '100000',
        ADDRESS_RATE_PER_MINUTE: '100000',
        LOG_LEVEL: 'debug',
      }),
      sandboxUrl: sandbox.url,
      issuers: identity.issuers,
      tenants: identity.tenants,
      store: watched(store, stored),
      log: logs.log,
    });
    port = Number(new URL((await app.listen()).url).port);
    tokens.a = await identity.mint({ tenant: 'a', subject: 'same-subject' });
    tokens.b = await identity.mint({ tenant: 'b', subject: 'same-subject' });
    sandbox.faults.inject({ match: { path: /./ }, effect: { kind: 'delay', delayMs: 5 } });
    // Both tenants ask the same questions at the same time, with the same JSON-RPC ids, in both eras.
    await Promise.all(
      Array.from({ length: callsCount }, async (_, index) => {
        const tenant = index % 2 === 0 ? 'a' : 'b';
        const id = Math.floor(index / 2);
        const [name, args] = questions[id % questions.length] ?? questions[0];
        const isModern = id % 4 >= 2;
        const { headers = {}, message } = isModern
          ? modern('tools/call', { name, arguments: args }, id)
          : { message: toolCall(name, args, id) };
        const { status, text } = await httpCall(port, {
          method: 'POST',
          path: '/mcp',
          body: JSON.stringify(message),
          headers: {
            ...headers,
            authorization: `Bearer ${tokens[tenant]}`,
            'content-type': 'application/json',
          },
        });
        answers.push({ tenant, id, status, text });
      }),
    );
  });

  afterAll(async () => {
    await app.close();
    await sandbox.close();
  });

  const canaries = { a: sandboxAccounts.andes.canary, b: sandboxAccounts.pampa.canary };
  const other = { a: 'b', b: 'a' } as const;

  test('every call is answered under its own id', () => {
    expect(answers).toHaveLength(callsCount);
    for (const { id, status, text } of answers) {
      expect(status, text).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ id });
    }
  });

  test('no answer holds a word, a host or an error of the other tenant', () => {
    for (const { tenant, text } of answers) {
      expect(text).not.toContain(canaries[other[tenant]]);
      expect(text).not.toContain(testTenants[other[tenant]].host);
    }
    // The words are really there to be leaked: each tenant does see its own.
    for (const tenant of ['a', 'b'] as const) {
      const own = answers.filter(
        (answer) => answer.tenant === tenant && answer.text.includes(canaries[tenant]),
      );
      expect(own.length).toBeGreaterThan(callsCount / 8);
    }
  });

  test('each request upstream goes to the host of its own credential', () => {
    const requests = sandbox.requests.list();
    expect(requests.length).toBeGreaterThan(callsCount / 2);
    for (const { host, tokenLabel } of requests)
      expect(`${host} ${tokenLabel}`).toMatch(/^(andes|pampa)\.sandbox\.invalid \1:owner$/);
  });

  test('no stored key is used by both, and no value holds the words or the credential of the other', () => {
    const keysOf = (fingerprints: readonly string[]) =>
      new Set(
        stored
          .map(({ key }) => key)
          .filter((key) => fingerprints.some((fingerprint) => key.includes(fingerprint))),
      );
    const fingerprint = (token: string) => createHash('sha256').update(token).digest('hex').slice(0, 32);
    const a = keysOf([fingerprint(testTenants.a.token)]);
    const b = keysOf([fingerprint(testTenants.b.token)]);
    expect(a.size).toBeGreaterThan(0);
    expect(b.size).toBe(a.size);
    for (const key of a) expect(b.has(key)).toBe(false);
    const everything = JSON.stringify(stored);
    for (const { token } of Object.values(testTenants)) expect(everything).not.toContain(token);
  });

  test('no log line holds a token, a credential or a word of content, and each names its own tenant', () => {
    const text = logs.text();
    for (const secret of [
      tokens.a,
      tokens.b,
      testTenants.a.token,
      testTenants.b.token,
      ...Object.values(canaries),
    ])
      expect(text).not.toContain(secret);
    const audited = logs.lines().filter((line) => line['audit'] === 'tool_call');
    expect(audited).toHaveLength(callsCount);
    for (const tenant of ['a', 'b'] as const)
      expect(audited.filter((line) => line['tenant'] === testTenants[tenant].id)).toHaveLength(
        callsCount / 2,
      );
  });
});
