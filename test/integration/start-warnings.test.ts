import { expect, inject, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import { createBillingDesk, createBillingTools } from '../support/billing-tools.ts';
import { edgeConfig } from '../support/edge.ts';
import { createLogCapture } from '../support/log-capture.ts';
import { createTestIdentity } from '../support/tokens.ts';

/** What a service that starts like this says at once, and never ends for. */
async function warningsOf(env: Readonly<Record<string, string>>, changes: Partial<Config> = {}) {
  const { lines, log } = createLogCapture();
  const { issuers, tenants } = await createTestIdentity();
  const tools = createBillingTools(createBillingDesk());
  const config = Object.assign({}, edgeConfig(env), changes);
  const app = await createApp({ config, issuers, tenants, tools, log, sandboxUrl: 'http://127.0.0.1:9' });
  await app.close();
  return lines()
    .filter(({ level }) => level === 'warn')
    .map(({ msg }) => msg);
}

const eachItsOwn = 'without REDIS_URL each replica remembers for itself';
const notShared = 'the states of these tools are kept in memory and not shared';
const ownConfirmations = 'without SEAL_KEYS a confirmation is good at the replica that asked for it';

test.each([
  ['neither Redis nor seal keys', false, { sealKeys: [] }, [eachItsOwn, notShared]],
  ['no Redis', false, {}, [eachItsOwn, notShared]],
  ['Redis and no seal keys', true, { sealKeys: [] }, [ownConfirmations]],
  ['Redis and seal keys', true, {}, []],
])(
  'a service with %s says what its replicas will not share, each thing once',
  async (_name, hasRedis, changes, said) => {
    const env: Record<string, string> = hasRedis ? { REDIS_URL: inject('redisUrl') } : {};
    const warnings = await warningsOf(env, changes);
    expect(warnings.sort()).toEqual([...said].sort());
  },
);
