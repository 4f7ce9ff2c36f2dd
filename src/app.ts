import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { type App, createLifecycle } from './app/lifecycle.ts';
import { warnOfUnknownOperations, warnOfUnknownTools } from './app/policy-names.ts';
import { createProduct } from './app/product.ts';
import { openSharedState, type SharedState } from './app/shared-state.ts';
import { createUpstream } from './app/upstream.ts';
import type { IssuerRecord } from './auth/issuer-record.ts';
import { type FetchJwks, fetchJwks as fetchJwksOverHttp } from './auth/remote-keys.ts';
import { createSealRing } from './auth/sealing.ts';
import { createVerifier } from './auth/verifier.ts';
import type { Config } from './config/config.ts';
import { createMetricsServer } from './http/metrics-server.ts';
import { type ConnectionTimeouts, connectionTimeouts, createServer } from './http/server.ts';
import { type Clock, systemClock } from './infrastructure/clock.ts';
import { createEventBus } from './infrastructure/event-bus.ts';
import type { GateStore } from './infrastructure/gate-store.ts';
import { createLogger, type Logger } from './infrastructure/logger.ts';
import { createMetrics, type Metrics } from './infrastructure/metrics.ts';
import { createSemaphore } from './infrastructure/semaphore.ts';
import type { SharedStore } from './infrastructure/shared-store.ts';
import { createShutdown } from './infrastructure/shutdown.ts';
import { createTokenBucket } from './infrastructure/token-bucket.ts';
import { createCancellation } from './mcp/cancellation.ts';
import type { Catalogue } from './mcp/catalogue.ts';
import { createExchange } from './mcp/exchange.ts';
import { createSubscriptions } from './mcp/subscriptions.ts';
import { normaliseHost } from './modyo/host-guard.ts';
import { createTenantRegistry } from './tenant/registry.ts';
import { createTenantResolver } from './tenant/resolver.ts';
import type { TenantRecord } from './tenant/tenant-record.ts';
import type { Tool } from './toolkit/tool.ts';
import type { ModyoToolContext } from './tools/kit.ts';

export interface AppOptions {
  readonly config: Config;
  /** Where hosts below `.sandbox.invalid` are; only looked at while `config.sandbox` is on. */
  readonly sandboxUrl?: string;
  /** Trusted beside those of the configuration. */
  readonly issuers?: readonly IssuerRecord[];
  /** Known beside those of the configuration. */
  readonly tenants?: readonly TenantRecord[];
  readonly clock?: Clock;
  readonly log?: Logger;
  /** Instead of Redis or the in-memory store; the app closes it. */
  readonly store?: SharedStore;
  /** Instead of Redis or memory, for the states of gates. */
  readonly gateStore?: GateStore;
  /** Instead of the product's own. */
  readonly catalogue?: Catalogue;
  /** Instead of the product's own, behind the same protocol and the same way to Modyo. */
  readonly tools?: readonly Tool<ModyoToolContext>[];
  /** Resolves the names of Modyo hosts; its answers are checked, whatever it is. */
  readonly lookup?: LookupFunction;
  /** Hosts that are reached in another way than over the internet; the caller closes what it returns. */
  readonly dispatcherFor?: (host: string) => Dispatcher | undefined;
  readonly fetchJwks?: FetchJwks;
  readonly timeouts?: ConnectionTimeouts;
  /** Also measure the process; one app of a process may. */
  readonly processMetrics?: boolean;
}

const limitedKeysMax = 100_000;
const queuedCallsMax = 16;
const queuedCallWaitMaxMs = 5_000;

/** Builds every part and joins them; the one place that knows them all. Nothing listens yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock, log = createLogger({ level: config.logLevel }) } = options;
  const metrics = createMetrics({ processMetrics: options.processMetrics ?? false });
  const shared = await openSharedState({ ...options, clock, log, metrics });
  const { store, broadcast } = shared;
  const events = createEventBus({ broadcast, log });
  const shutdown = createShutdown(clock);
  metrics.watchInFlight(() => shutdown.inFlight);
  const subscriptions = createSubscriptions({ events, clock, leaving: shutdown.signal });
  metrics.watchStreams(() => subscriptions.count);
  const cancellation = await createCancellation({ broadcast, log });
  const parts = { ...options, clock, log, metrics, store, redis: shared.redis };
  const upstream = createUpstream(parts);
  const catalogue = options.catalogue ?? createProduct(parts, upstream);
  const records = [...config.tenants, ...(options.tenants ?? [])];
  warnOfUnknownTools(records, catalogue.tools, config.policy, log);
  warnOfUnknownOperations(records, log);
  const edge = createServer({
    ...config,
    resource: config.publicUrl,
    authorizationServers: authorizationServers([...config.issuers, ...(options.issuers ?? [])]),
    loopbackAllowed: config.boundToLoopback,
    timeouts: options.timeouts ?? connectionTimeouts,
    tools: catalogue.tools,
    exchange: createExchange({
      catalogue,
      requestTimeoutMs: config.requestTimeoutMs,
      subscriptions,
      cancellation,
    }),
    ...createIdentity(parts, upstream.suffixes),
    buckets: {
      address: createTokenBucket({ clock, keysMax: limitedKeysMax }),
      tenant: createTokenBucket({ clock, keysMax: limitedKeysMax }),
    },
    semaphore: createSemaphore({ clock, queueMax: queuedCallsMax, waitMaxMs: queuedCallWaitMaxMs }),
    readiness: async () => ({ accepting: !shutdown.isDraining, storeReachable: await store.isReachable() }),
    shutdown,
    metrics,
    log,
  });
  const metricsServer = createMetricsServer(metrics, log);
  return createLifecycle({
    config,
    edge,
    metricsServer,
    shutdown,
    clock,
    log,
    closables: [upstream, cancellation, shared],
  });
}

interface Parts extends AppOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly store: SharedStore;
  readonly redis: SharedState['redis'];
}

/** Token → principal → tenant. */
function createIdentity({ config, clock, log, ...options }: Parts, suffixes: readonly string[]) {
  const issuers = [...config.issuers, ...(options.issuers ?? [])];
  const records = [...config.tenants, ...(options.tenants ?? [])];
  return {
    verifier: createVerifier({
      issuers,
      canonicalResource: config.publicUrl,
      clock,
      log,
      fetchJwks: options.fetchJwks ?? fetchJwksOverHttp,
    }),
    tenants: createTenantResolver({
      registry: createTenantRegistry({ records, issuers }),
      sealRing: createSealRing(config.sealKeys),
      hostGuard: (host) => normaliseHost(host, suffixes),
      policy: config.policy,
      clock,
    }),
  };
}

/** Issuers that a client can be sent to for a token; those with local keys only are none. */
function authorizationServers(issuers: readonly IssuerRecord[]): readonly string[] {
  return issuers
    .filter(({ issuer, keySource }) => keySource.kind === 'remote' && issuer.startsWith('https://'))
    .map(({ issuer }) => issuer);
}
