import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { GateKey } from './gate-key.ts';
import type { GateStore } from './gate-store.ts';
import type { RedisConnection } from './redis-connection.ts';

/*
 * A state is a hash with `state` and `version`; its lease is a text beside it that Redis ends by itself, so
 * that no replica's clock counts. The scripts are sent as text every time: by their digest, the first call on
 * each node would cost a second round trip.
 */

const loadScript = `
local stored = redis.call('HMGET', KEYS[1], 'state', 'version')
return { stored[1], tonumber(stored[2] or '0'), math.max(redis.call('PTTL', KEYS[2]), 0) }`;

const acquireScript = `
if tonumber(redis.call('HGET', KEYS[1], 'version') or '0') ~= tonumber(ARGV[1]) then return -1 end
if redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ARGV[3]) then return 0 end
return math.max(redis.call('PTTL', KEYS[2]), 1)`;

const commitScript = `
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[2], 'version', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('DEL', KEYS[2])
return 1`;

const releaseScript = `
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end
return 1`;

const loaded = z.tuple([z.string().nullable(), z.int(), z.int()]);
const count = z.int();

/** The states of gates on a connection that others use too. */
export function gateStoreOn({ client, answered }: RedisConnection): GateStore {
  const run = (script: string, key: GateKey, ...args: readonly (string | number)[]) =>
    client.eval(script, 2, key, `${key}:lease`, ...args);
  return {
    load: (key) =>
      answered(async () => {
        const [state, version, busyForMs] = loaded.parse(await run(loadScript, key));
        return { state: state ?? undefined, version, busyForMs };
      }),
    // One key a command: in a cluster the keys may live on different nodes. Auto-pipelining sends them together.
    loadAll: (keys) =>
      answered(async () => {
        const states = await Promise.all(keys.map((key) => client.hget(key, 'state')));
        return states.map((state) => state ?? undefined);
      }),
    acquire: (key, version, leaseMs) =>
      answered(async () => {
        const token = randomUUID();
        const busyForMs = count.parse(await run(acquireScript, key, version, token, Math.ceil(leaseMs)));
        if (busyForMs < 0) return { kind: 'moved' };
        return busyForMs > 0 ? { kind: 'busy', busyForMs } : { kind: 'acquired', lease: { token, version } };
      }),
    commit: (key, { token, version }, next, ttlMs) =>
      answered(
        async () =>
          count.parse(await run(commitScript, key, token, next, version + 1, Math.ceil(ttlMs))) === 1,
      ),
    release: (key, { token }) => answered(async () => void (await run(releaseScript, key, token))),
  };
}
