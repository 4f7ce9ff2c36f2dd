import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from './logger.ts';
import { parseRedisAddresses, type RedisAddress, type RedisMode } from './redis-address.ts';

export interface RedisConnectionOptions {
  /** As {@link parseRedisAddresses} reads it. */
  readonly url: string;
  readonly mode: RedisMode;
  /** The name of the master that the sentinels watch; needed in `sentinel` mode. */
  readonly sentinelMaster?: string;
  readonly sentinelPassword?: string;
  readonly log: Logger;
  /** Milliseconds until an operation counts as failed. */
  readonly commandTimeoutMs?: number;
  /** Milliseconds that the first connection may take before it is handed out unconnected. */
  readonly connectWaitMs?: number;
  /** Called once for each operation that failed. */
  readonly onFailure?: () => void;
}

/** One way to Redis, for everything that a replica keeps there. */
export interface RedisConnection {
  readonly client: Redis | Cluster;
  /**
   * What the operation answers.
   * @throws {AppError} `UNAVAILABLE` when the connection is not there, or the operation fails
   */
  answered<Value>(operation: () => Promise<Value>): Promise<Value>;
  /** One cheap round trip: whether Redis answers now. Never throws. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}

const commandTimeoutMsDefault = 300;
const connectWaitMsDefault = 2000;
const connectTimeoutMs = 5000;
const reconnectDelayMaxMs = 1000;
const closeWaitMs = 1000;
/** Each may cost a tenth of a second while a node is being replaced. */
const clusterRedirectionsMax = 3;
const unavailableRetryAfterMs = 5000;

/**
 * Connects to Redis. The connection comes back by itself after a loss and fails fast until then: nothing is
 * queued, so a caller that only caches loses no time. Resolves unconnected if the first attempt does not
 * succeed in time.
 */
export async function connectRedis(options: RedisConnectionOptions): Promise<RedisConnection> {
  const { log, onFailure, commandTimeoutMs = commandTimeoutMsDefault } = options;
  const client = createClient(options, commandTimeoutMs);
  const stopWatching = logConnectivity(client, log);
  await firstConnection(client, options.connectWaitMs ?? connectWaitMsDefault);
  return {
    client,
    async answered(operation) {
      try {
        if (client.status !== 'ready') throw new Error(`the connection is ${client.status}`);
        return await operation();
      } catch (cause) {
        onFailure?.();
        throw new AppError('The shared store does not answer.', {
          code: 'UNAVAILABLE',
          retryAfterMs: unavailableRetryAfterMs,
          cause,
        });
      }
    },
    isReachable: () =>
      client.status !== 'ready'
        ? Promise.resolve(false)
        : client.ping().then(
            () => true,
            () => false,
          ),
    async close() {
      stopWatching();
      await leave(client);
    },
  };
}

/** Without the one option whose declared type does not accept its own absence. */
type ConnectionSettings = Omit<RedisOptions, 'replyMapping'>;

function createClient(options: RedisConnectionOptions, commandTimeoutMs: number): Redis | Cluster {
  const addresses = parseRedisAddresses(options.url, options.mode);
  const [first] = addresses;
  const shared: ConnectionSettings = {
    ...credentials(first),
    commandTimeout: commandTimeoutMs,
    connectTimeout: connectTimeoutMs,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    // After a failover the old master answers READONLY; only a new connection finds the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
  const own = { ...shared, enableOfflineQueue: false, retryStrategy: reconnectDelayMs };
  const places = addresses.map(({ host, port }) => ({ host, port }));
  switch (options.mode) {
    case 'single':
      return new Redis({ ...own, host: first.host, port: first.port, db: first.database });
    case 'sentinel':
      return new Redis({
        ...own,
        db: first.database,
        sentinels: places,
        name: options.sentinelMaster ?? '',
        sentinelRetryStrategy: reconnectDelayMs,
        ...(options.sentinelPassword === undefined ? {} : { sentinelPassword: options.sentinelPassword }),
        ...(first.tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
      });
    case 'cluster':
      return new Cluster(places, {
        enableOfflineQueue: false,
        enableAutoPipelining: true,
        clusterRetryStrategy: reconnectDelayMs,
        maxRedirections: clusterRedirectionsMax,
        slotsRefreshTimeout: connectTimeoutMs,
        // A certificate names hosts, so a cluster behind TLS is called by name and not by resolved address.
        ...(first.tls ? { dnsLookup: (host, callback) => callback(null, host) } : {}),
        redisOptions: shared,
      });
  }
}

function credentials(address: RedisAddress): ConnectionSettings {
  return {
    ...(address.username === undefined ? {} : { username: address.username }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.tls ? { tls: {} } : {}),
  };
}

function reconnectDelayMs(attempt: number): number {
  return Math.min(25 * 2 ** Math.min(attempt, 10), reconnectDelayMaxMs);
}

/** Says once that the connection is lost and once that it is back, however many attempts lie between. */
function logConnectivity(client: Redis | Cluster, log: Logger): () => void {
  let lost = false;
  let reason: Error | undefined;
  let watching = true;
  client.on('error', (error: Error) => {
    reason = error;
  });
  client.on('close', () => {
    if (lost || !watching) return;
    lost = true;
    log.warn({ err: reason }, 'shared store lost');
  });
  client.on('ready', () => {
    reason = undefined;
    if (!lost) return;
    lost = false;
    log.info({}, 'shared store is back');
  });
  return () => {
    watching = false;
  };
}

function firstConnection(client: Redis | Cluster, waitMs: number): Promise<void> {
  if (client.status === 'ready') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, waitMs);
    function done() {
      clearTimeout(timer);
      client.off('ready', done);
      client.off('close', done);
      resolve();
    }
    client.once('ready', done);
    client.once('close', done);
  });
}

/** Lets what is under way finish if the connection stands, and never waits longer than a second. */
async function leave(client: Redis | Cluster): Promise<void> {
  if (client.status === 'ready') {
    const timer = setTimeout(() => client.disconnect(), closeWaitMs);
    await client.quit().catch(() => undefined);
    clearTimeout(timer);
  }
  client.disconnect();
}
