import type { Config } from '../config/config.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { GateStore } from '../infrastructure/gate-store.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { createMemoryGateStore } from '../infrastructure/memory-gate-store.ts';
import type { RedisConnection } from '../infrastructure/redis-connection.ts';
import { gateStoreOn } from '../infrastructure/redis-gate-store.ts';
import type { Tool } from '../toolkit/tool.ts';

export interface GateStatesOptions {
  readonly config: Pick<Config, 'nodeEnv'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Absent where the configuration names no Redis. */
  readonly redis: RedisConnection | undefined;
  /** Instead of both twins. */
  readonly gateStore?: GateStore;
}

/**
 * Where the states of the tools' gates are kept. In memory each replica has its own, and a restart loses
 * them: good enough to try, and in production a fault.
 * @throws {Error} naming the tools whose state would not be shared
 */
export function openGateStates<Ctx>(options: GateStatesOptions, tools: readonly Tool<Ctx>[]): GateStore {
  const { config, clock, log, redis, gateStore } = options;
  if (gateStore !== undefined) return gateStore;
  if (redis !== undefined) return gateStoreOn(redis);
  const gated = tools.filter(keepsState).map(({ name }) => name);
  if (gated.length > 0 && config.nodeEnv === 'production') {
    throw new Error(`REDIS_URL has to be set for the states of these tools: ${gated.join(', ')}`);
  }
  if (gated.length > 0)
    log.warn({ tools: gated }, 'the states of these tools are kept in memory and not shared');
  return createMemoryGateStore(clock);
}

function keepsState<Ctx>({ spec }: Tool<Ctx>): boolean {
  return Object.values(spec.actions)
    .flatMap((action) => (action.kind === 'action' ? [action] : [action.get, action.create, action.update]))
    .some((action) => action?.gate?.kind === 'stored');
}
