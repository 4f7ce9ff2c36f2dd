import { randomUUID } from 'node:crypto';
import { METHODS, type Server } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { type FastifyHttpOptions, type FastifyInstance, fastify } from 'fastify';
import { createChallenges } from '../auth/challenge.ts';
import type { Verifier } from '../auth/verifier.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Metrics, RouteLabel } from '../infrastructure/metrics.ts';
import type { Semaphore } from '../infrastructure/semaphore.ts';
import type { Shutdown } from '../infrastructure/shutdown.ts';
import type { TokenBucket } from '../infrastructure/token-bucket.ts';
import type { Exchange } from '../mcp/exchange.ts';
import type { TenantResolver } from '../tenant/resolver.ts';
import { answerClientError, answerError, registerNotFound } from './error-answers.ts';
import { createAuthenticationHook } from './hooks/authentication.ts';
import { corsOptions } from './hooks/cors.ts';
import { createFloodHook } from './hooks/flood.ts';
import { createHostHook, refuseAmbiguousHost } from './hooks/host.ts';
import { createLimits } from './hooks/limits.ts';
import { createOriginHook, type OriginOptions } from './hooks/origin.ts';
import { refuseEncodedBody, requireJson, requirePost } from './hooks/preconditions.ts';
import { createTenantHook } from './hooks/tenant.ts';
import { createInFlight, type InFlight } from './in-flight.ts';
import { readJsonBody } from './json-body.ts';
import { collectRoutes, type Route } from './route-table.ts';
import { type Readiness, registerHealth } from './routes/health.ts';
import { createMcpHandler } from './routes/mcp.ts';
import { type MetadataOptions, metadataUrl, registerMetadata } from './routes/metadata.ts';
import { registerTools, type ToolsOptions } from './routes/tools.ts';

/** How long a connection may take, in milliseconds. */
export interface ConnectionTimeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  /** How often the two above are looked at. */
  readonly checkMs: number;
  /** Silence in the middle of a request. Longer than any call, and than the pause of a stream. */
  readonly silenceMs: number;
  /** Between two requests. Longer than gateways keep an idle connection, so that it is they who close it. */
  readonly idleMs: number;
}

export const connectionTimeouts: ConnectionTimeouts = {
  headersMs: 15_000,
  requestMs: 30_000,
  checkMs: 5_000,
  silenceMs: 60_000,
  idleMs: 72_000,
};

/** Both are served; a redirect from one to the other would lose the POST. */
const connectorPaths = new Set(['/mcp', '/mcp/']);
const requestsPerSocketMax = 100_000;
const connectionsMax = 10_000;
const headerBytesMax = 16_384;

export interface ServerOptions extends MetadataOptions, OriginOptions, ToolsOptions {
  /** `undefined` admits every host. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Addresses and CIDRs whose `X-Forwarded-For` is believed; only ever for the address of the caller. */
  readonly trustedProxies: readonly string[];
  readonly bodyLimitBytes: number;
  readonly timeouts: ConnectionTimeouts;
  /** Requests a minute from one network address, before anything about them is known. */
  readonly addressRatePerMinute: number;
  readonly verifier: Verifier;
  readonly tenants: TenantResolver;
  readonly exchange: Exchange;
  readonly buckets: { readonly address: TokenBucket; readonly tenant: TokenBucket };
  readonly semaphore: Semaphore;
  readonly shutdown: Shutdown;
  readonly readiness: () => Promise<Readiness>;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface EdgeServer {
  readonly http: FastifyInstance;
  readonly inFlight: InFlight;
  /** Complete once the server is ready. */
  readonly routes: readonly Route[];
}

/** The HTTP face of the service. It does not listen yet. */
export function createServer(options: ServerOptions): EdgeServer {
  const http: FastifyInstance = fastify(listenerOptions(options));
  http.server.maxConnections = connectionsMax;
  // Node drops what comes after the 2000th line, such as a second Host; the bytes of the headers are bounded.
  http.server.maxHeadersCount = 0;
  const routes = collectRoutes(http);
  takeEveryMethod(http);
  http.decorateReply('refusedWith', '');
  http.decorateRequest('principal', undefined);
  http.decorateRequest('tenant', undefined);
  http.decorateRequest('departure');
  http.decorateRequest('freePlace', undefined);
  http.decorateRequest('pendingPlace', undefined);
  http.decorateReply('listens', false);
  http.setErrorHandler((error, request, reply) => answerError(error, request, reply, options.log));
  http.addHook('onRequest', refuseAmbiguousHost);
  // Only the connector reads bodies; elsewhere a stranger's is left where it is.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (_request, _body, done) => done(null));
  const inFlight = createInFlight(options.shutdown);
  http.register((scope) => registerBrowsable(scope, options));
  http.register((scope) => registerMcp(scope, options, inFlight), { prefix: '/mcp' });
  return { http, inFlight, routes };
}

/** Methods that the framework does not know would be answered with 404 instead of 405. */
function takeEveryMethod(http: FastifyInstance): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !http.supportedMethods.includes(method)) http.addHttpMethod(method);
}

function listenerOptions({
  bodyLimitBytes,
  trustedProxies,
  timeouts,
  log,
}: ServerOptions): FastifyHttpOptions<Server> {
  return {
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
    },
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silenceMs,
    keepAliveTimeout: timeouts.idleMs,
    maxRequestsPerSocket: requestsPerSocketMax,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // The hook of `in-flight.ts` answers while the process drains, in our own words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    logger: false,
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, log),
    clientErrorHandler: answerClientError,
  };
}

/** What a browser can open: it gets the headers that keep it from doing anything with what it sees. */
async function registerBrowsable(scope: FastifyInstance, options: ServerOptions): Promise<void> {
  await scope.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  registerNotFound(scope);
  await scope.register(async (health) => {
    countAnswers(health, options, 'health');
    registerHealth(health, options.readiness);
  });
  await scope.register(async (metadata) => {
    countAnswers(metadata, options, 'metadata');
    metadata.addHook('onRequest', createHostHook(options.allowedHosts));
    registerMetadata(metadata, options);
  });
  await scope.register(async (preview) => {
    const { buckets, addressRatePerMinute: ratePerMinute, metrics } = options;
    countAnswers(preview, options, 'tools');
    preview.addHook('onRequest', createHostHook(options.allowedHosts));
    // The one costly answer that a stranger gets.
    preview.addHook('onRequest', createFloodHook({ buckets: buckets.address, ratePerMinute, metrics }));
    registerTools(preview, options);
  });
}

/** The connector. The order of its hooks is the order in which a request may be turned away. */
async function registerMcp(
  scope: FastifyInstance,
  options: ServerOptions,
  inFlight: InFlight,
): Promise<void> {
  const { buckets, semaphore, metrics, log, exchange } = options;
  const challenges = createChallenges(metadataUrl(options.resource));
  const limits = createLimits({ buckets: buckets.tenant, semaphore, metrics });

  countAnswers(scope, options, 'mcp');
  scope.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    // @fastify/cors answers a preflight below any path that begins like this one; there is nothing below it.
    if (connectorPaths.has(pathOf(request.url))) done();
    else reply.callNotFound();
  });
  scope.addHook('onRequest', createHostHook(options.allowedHosts));
  scope.addHook('onRequest', createOriginHook(options));
  await scope.register(cors, { delegator: corsOptions });
  scope.addHook('onRequest', inFlight.hook);
  scope.addHook(
    'onRequest',
    createFloodHook({ buckets: buckets.address, ratePerMinute: options.addressRatePerMinute, metrics }),
  );
  scope.addHook('onRequest', createAuthenticationHook({ verifier: options.verifier, challenges }));
  scope.addHook('onRequest', createTenantHook(options.tenants, challenges, options.tools.namesOf));
  scope.addHook('onRequest', limits.hook);
  scope.addHook('onRequest', requirePost);
  scope.addHook('onRequest', requireJson);
  scope.addHook('onRequest', refuseEncodedBody);

  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
    done(null, readJsonBody(body)),
  );
  const handler = createMcpHandler({ exchange, challenges, limits, metrics, log });
  scope.route({ method: scope.supportedMethods, url: '', handler });
  scope.route({ method: scope.supportedMethods, url: '/', prefixTrailingSlash: 'slash', handler });
}

function pathOf(url: string): string {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? url : url.slice(0, queryStart);
}

function countAnswers(scope: FastifyInstance, { metrics, log }: ServerOptions, route: RouteLabel): void {
  scope.addHook('onResponse', (request, reply, done) => {
    metrics.httpAnswered(reply.statusCode, reply.listens ? 'listen' : route, reply.elapsedTime);
    if (reply.refusedWith !== '')
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          refusedWith: reply.refusedWith,
        },
        'request refused',
      );
    done();
  });
}
