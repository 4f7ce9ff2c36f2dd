import { readFileSync } from 'node:fs';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Dispatcher, Pool } from 'undici';
import type { IssuerRecord } from './auth/issuer-record.ts';
import { type FetchJwks, fetchJwks as fetchJwksOverHttp } from './auth/remote-keys.ts';
import { createSealRing } from './auth/sealing.ts';
import { createVerifier } from './auth/verifier.ts';
import type { Config } from './config/config.ts';
import { createMetricsServer } from './http/metrics-server.ts';
import type { Route } from './http/route-table.ts';
import { type ConnectionTimeouts, connectionTimeouts, createServer, type EdgeServer } from './http/server.ts';
import { type Clock, systemClock } from './infrastructure/clock.ts';
import { createLogger, type Logger } from './infrastructure/logger.ts';
import { createMemoryStore } from './infrastructure/memory-store.ts';
import { createMetrics, type Metrics } from './infrastructure/metrics.ts';
import { createRedisStore } from './infrastructure/redis-store.ts';
import { createSemaphore } from './infrastructure/semaphore.ts';
import type { SharedStore } from './infrastructure/shared-store.ts';
import { createShutdown, type Shutdown } from './infrastructure/shutdown.ts';
import { createTokenBucket } from './infrastructure/token-bucket.ts';
import type { Catalogue } from './mcp/catalogue.ts';
import { createExchange } from './mcp/exchange.ts';
import { createProductCatalogue } from './mcp/product-catalogue.ts';
import { createModyoConnector, type ModyoConnector } from './modyo/connector.ts';
import { normaliseHost, sandboxSuffix } from './modyo/host-guard.ts';
import {
  type BoundIdentifiers,
  createIdentifierDirectory,
  type IdentifierDirectory,
} from './modyo/identifiers.ts';
import { operations } from './modyo/operations.ts';
import { createTenantRegistry } from './tenant/registry.ts';
import { createTenantResolver } from './tenant/resolver.ts';
import type { TenantRecord } from './tenant/tenant-record.ts';
import type { ToolContext } from './toolkit/context.ts';
import { createToolRegistry } from './toolkit/registry.ts';
import type { Tool } from './toolkit/tool.ts';
import { toolCatalogue } from './tools/catalogue.ts';
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

interface AppAddresses {
  /** `http://127.0.0.1:3000/mcp`, with the port that was taken. */
  readonly url: string;
  readonly metricsUrl: string;
}

export interface App {
  /** @throws {Error} when a port is taken */
  listen(): Promise<AppAddresses>;
  /** Takes nothing new, lets what is in flight finish, ends what does not in time, and closes everything. */
  drain(): Promise<void>;
  /** Closes everything now. */
  close(): Promise<void>;
  /** Of the connector's port; complete once it listens. */
  readonly routes: readonly Route[];
}

const sandboxConnectionsMax = 64;
const limitedKeysMax = 100_000;
const queuedCallsMax = 16;
const queuedCallWaitMaxMs = 5_000;
/** For what was aborted at the end of a drain to say so. */
const lastWordsMs = 500;

/** Builds every part and joins them; the one place that knows them all. Nothing listens yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, clock = systemClock, log = createLogger({ level: config.logLevel }) } = options;
  const metrics = createMetrics({ processMetrics: options.processMetrics ?? false });
  const store = options.store ?? (await openStore(config, { clock, log, metrics }));
  const shutdown = createShutdown(clock);
  metrics.watchInFlight(() => shutdown.inFlight);
  const parts = { ...options, clock, log, metrics, store };
  const upstream = createUpstream(parts);
  const catalogue = options.catalogue ?? createCatalogue(parts, upstream.connector);
  const edge = createServer({
    ...config,
    resource: config.publicUrl,
    authorizationServers: authorizationServers([...config.issuers, ...(options.issuers ?? [])]),
    loopbackAllowed: config.boundToLoopback,
    timeouts: options.timeouts ?? connectionTimeouts,
    exchange: createExchange({ catalogue, requestTimeoutMs: config.requestTimeoutMs }),
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
  return createLifecycle({ config, edge, metricsServer, shutdown, clock, log, closables: [upstream, store] });
}

interface Parts extends AppOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly store: SharedStore;
}

async function openStore(
  { redis }: Config,
  { clock, log, metrics }: Pick<Parts, 'clock' | 'log' | 'metrics'>,
): Promise<SharedStore> {
  if (redis !== undefined) return createRedisStore({ ...redis, log, onFailure: () => metrics.storeFailed() });
  log.warn({}, 'without REDIS_URL each replica remembers for itself');
  return createMemoryStore(clock);
}

interface Upstream {
  readonly connector: ModyoConnector;
  /** Below which hosts may lie, the sandbox's included while it is on. */
  readonly suffixes: readonly string[];
  close(): Promise<void>;
}

export type UpstreamOptions = Pick<
  Parts,
  'config' | 'clock' | 'log' | 'metrics' | 'sandboxUrl' | 'lookup' | 'dispatcherFor'
>;

/** The way to Modyo. Hosts of the sandbox are known only here, and only while it is on. */
export function createUpstream(upstreamOptions: UpstreamOptions): Upstream {
  const { config, clock, log, metrics, lookup, ...options } = upstreamOptions;
  const { kind } = config.sandbox;
  const sandboxUrl = config.sandbox.kind === 'url' ? config.sandbox.url : options.sandboxUrl;
  const sandbox =
    kind === 'off' || sandboxUrl === undefined
      ? undefined
      : new Pool(sandboxUrl, { connections: sandboxConnectionsMax });
  const suffixes =
    sandbox === undefined ? config.modyoHostSuffixes : [...config.modyoHostSuffixes, sandboxSuffix];
  const connector = createModyoConnector({
    suffixes,
    upstreamTimeoutMs: config.upstreamTimeoutMs,
    version: readVersion(),
    clock,
    log,
    metrics,
    dispatcherFor: (host) =>
      options.dispatcherFor?.(host) ?? (host.endsWith(`.${sandboxSuffix}`) ? sandbox : undefined),
    ...(lookup && { lookup }),
  });
  return {
    connector,
    suffixes,
    async close() {
      await connector.close();
      await sandbox?.close();
    },
  };
}

/** The product's tools, each call with Modyo as its caller may see it. */
function createCatalogue(parts: Parts, connector: ModyoConnector): Catalogue {
  const { config, clock, metrics, store, tools = toolCatalogue } = parts;
  const directory = createIdentifierDirectory({ store, clock, ttlMs: config.identifierTtlSeconds * 1_000 });
  const registry = createToolRegistry<ModyoToolContext>({
    tools,
    createContext: (base) => Object.assign({}, base, modyoFor(base, connector, directory)),
    clock,
    observe: (call) => metrics.toolCalled(call.tool, call.action, call.outcome, call.durationMs),
    evidenceOf: (operation) => operations[operation].evidence,
  });
  return createProductCatalogue({ registry, version: readVersion() });
}

function modyoFor(
  { tenant, signal, log }: ToolContext,
  connector: ModyoConnector,
  directory: IdentifierDirectory,
): BoundIdentifiers {
  const { host, credential, key } = tenant;
  const modyo = connector.client({ host, credential, signal, log });
  return directory.bind({ tenantKey: key, credentialFingerprint: credential.fingerprint, modyo, log });
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

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}

interface LifecycleOptions {
  readonly config: Config;
  readonly edge: EdgeServer;
  readonly metricsServer: FastifyInstance;
  readonly shutdown: Shutdown;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closables: readonly { close(): Promise<void> }[];
}

function createLifecycle(options: LifecycleOptions): App {
  const { config, edge, metricsServer, shutdown, clock, log, closables } = options;
  const { http, inFlight } = edge;

  async function closeRest(closing: Promise<unknown>): Promise<void> {
    http.server.closeAllConnections();
    await Promise.all([closing, metricsServer.close()]);
    await Promise.all(closables.map((closable) => closable.close()));
  }

  return {
    async listen() {
      const { host, port, metricsPort } = config;
      await metricsServer.listen({ host, port: metricsPort });
      await http.listen({ host, port });
      return { url: `${originOf(http)}/mcp`, metricsUrl: `${originOf(metricsServer)}/metrics` };
    },
    async drain() {
      shutdown.begin();
      inFlight.closeConnections();
      const closing = http.close();
      if (!(await shutdown.settled(config.drainTimeoutMs))) {
        log.warn({ inFlight: shutdown.inFlight }, 'drain ended before every call did');
        inFlight.abortAll();
        await clock.sleep(lastWordsMs);
      }
      await closeRest(closing);
    },
    async close() {
      shutdown.begin();
      inFlight.abortAll();
      await closeRest(http.close());
    },
    routes: edge.routes,
  };
}

function originOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
