import { connectRedis, type RedisConnection, type RedisConnectionOptions } from './redis-connection.ts';
import type { SharedStore } from './shared-store.ts';

/** The shared store in Redis, with a connection of its own that ends with it. */
export async function createRedisStore(options: RedisConnectionOptions): Promise<SharedStore> {
  const connection = await connectRedis(options);
  return Object.assign(storeOn(connection), { close: () => connection.close() });
}

/** The shared store on a connection that others use too. */
export function storeOn(connection: RedisConnection): SharedStore {
  const { client, answered } = connection;
  return {
    get: (key) => answered(async () => (await client.get(key)) ?? undefined),
    set: (key, value, ttlMs) =>
      answered(async () => {
        if (ttlMs > 0) await client.set(key, value, 'PX', Math.ceil(ttlMs));
        else await client.del(key);
      }),
    setIfAbsent: (key, value, ttlMs) =>
      answered(
        async () => ttlMs > 0 && (await client.set(key, value, 'PX', Math.ceil(ttlMs), 'NX')) === 'OK',
      ),
    // One key a command: in a cluster the keys may live on different nodes. Auto-pipelining sends them together.
    delete: (keys) =>
      answered(async () => {
        await Promise.all(keys.map((key) => client.del(key)));
      }),
    isReachable: () => connection.isReachable(),
    close: async () => undefined,
  };
}
