import type { Config } from '../config/config.ts';
import type { Broadcast } from '../infrastructure/broadcast.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { createMemoryBroadcast } from '../infrastructure/memory-broadcast.ts';
import { createMemoryStore } from '../infrastructure/memory-store.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import { createRedisBroadcast } from '../infrastructure/redis-broadcast.ts';
import { connectRedis, type RedisConnection } from '../infrastructure/redis-connection.ts';
import { storeOn } from '../infrastructure/redis-store.ts';
import type { SharedStore } from '../infrastructure/shared-store.ts';

/** What all replicas share. */
export interface SharedState {
  readonly store: SharedStore;
  readonly broadcast: Broadcast;
  /** The one connection behind the two, for what has a twin of its own; absent without Redis. */
  readonly redis: RedisConnection | undefined;
  close(): Promise<void>;
}

export interface SharedStateOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Instead of Redis or the in-memory store. */
  readonly store?: SharedStore;
}

/** Redis where the configuration names one, and memory where it does not. */
export async function openSharedState(options: SharedStateOptions): Promise<SharedState> {
  const { config, clock, log, metrics } = options;
  if (config.redis !== undefined) {
    const redis = await connectRedis({ ...config.redis, log, onFailure: () => metrics.storeFailed() });
    const broadcast = await createRedisBroadcast({ connection: redis, log });
    return sharedState(options.store ?? storeOn(redis), broadcast, redis);
  }
  if (options.store === undefined) log.warn({}, 'without REDIS_URL each replica remembers for itself');
  return sharedState(options.store ?? createMemoryStore(clock), createMemoryBroadcast(log), undefined);
}

function sharedState(
  store: SharedStore,
  broadcast: Broadcast,
  redis: RedisConnection | undefined,
): SharedState {
  return {
    store,
    broadcast,
    redis,
    async close() {
      await broadcast.close();
      await store.close();
      await redis?.close();
    },
  };
}
