import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../errors/app-error.ts';

/** How a call ended: well, with a plan or a question instead of a deed, or with a code. */
export type CallOutcome = 'ok' | 'control' | 'aborted' | ErrorCode;

/** The routes as they are counted. A path that does not exist is not. */
export type RouteLabel = 'mcp' | 'listen' | 'metadata' | 'health' | 'tools';

/** What turned a request away before its work began. */
type LimitLabel = 'address' | 'rate' | 'concurrency' | 'streams';

/**
 * What the operator sees. Labels come from closed sets, never from a caller: no tenant, no subject, no
 * identifier, no host.
 */
export interface Metrics {
  httpAnswered(status: number, route: RouteLabel, durationMs?: number): void;
  /** Names of the catalogue only; `action` is empty for a tool that has one meaning. */
  toolCalled(tool: string, action: string, outcome: CallOutcome, durationMs: number): void;
  /** `operation` is an operation id of the upstream contract; one call counts once, with its retries. */
  upstreamCalled(operation: string, outcome: CallOutcome, durationMs: number): void;
  limitReached(limit: LimitLabel): void;
  storeFailed(): void;
  /** Follows the requests in flight; read at each scrape. */
  watchInFlight(count: () => number): void;
  /** Follows the streams that clients listen on; read at each scrape. */
  watchStreams(count: () => number): void;
  /** The Prometheus text format. */
  render(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsOptions {
  /** Also measure the process: memory, event loop, garbage collection. One such set per process. */
  readonly processMetrics: boolean;
}

const durationBucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

/** Names that one label may have before the rest becomes `other`: a mistake must not become a flood of series. */
const namesMax = 400;
const namePattern = /^[\w.-]{0,64}$/;

function createNameGuard(): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= namesMax || !namePattern.test(name)) return 'other';
    known.add(name);
    return name;
  };
}

export function createMetrics({ processMetrics }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const instruments = createInstruments(registers);
  const knownName = createNameGuard();
  if (processMetrics) collectDefaultMetrics({ register: registry });

  return {
    httpAnswered(status, route, durationMs) {
      instruments.requests.inc({ route, status });
      if (durationMs !== undefined) instruments.requestDuration.observe({ route }, durationMs / 1000);
    },
    toolCalled(tool, action, outcome, durationMs) {
      instruments.toolCalls.inc({ tool: knownName(tool), action: knownName(action), outcome });
      instruments.toolDuration.observe({ tool: knownName(tool) }, durationMs / 1000);
    },
    upstreamCalled(operation, outcome, durationMs) {
      instruments.upstreamCalls.inc({ operation: knownName(operation), outcome });
      instruments.upstreamDuration.observe({}, durationMs / 1000);
    },
    limitReached: (limit) => instruments.limits.inc({ limit }),
    storeFailed: () => instruments.storeFailures.inc(),
    watchInFlight(count) {
      new Gauge({
        name: 'modyo_mcp_requests_in_flight',
        help: 'Requests that are being answered now.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    watchStreams(count) {
      new Gauge({
        name: 'modyo_mcp_streams_open',
        help: 'Streams that clients listen on now.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function createInstruments(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'modyo_mcp_http_requests_total',
      help: 'Answered HTTP requests.',
      labelNames: ['route', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'modyo_mcp_http_request_duration_seconds',
      help: 'Time from the arrival of a request to its answer.',
      labelNames: ['route'],
      buckets: durationBucketsSeconds,
      registers,
    }),
    toolCalls: new Counter({
      name: 'modyo_mcp_tool_calls_total',
      help: 'Calls of tools by their outcome.',
      labelNames: ['tool', 'action', 'outcome'],
      registers,
    }),
    toolDuration: new Histogram({
      name: 'modyo_mcp_tool_call_duration_seconds',
      help: 'Duration of a call of a tool.',
      labelNames: ['tool'],
      buckets: durationBucketsSeconds,
      registers,
    }),
    upstreamCalls: new Counter({
      name: 'modyo_mcp_upstream_calls_total',
      help: 'Calls of Modyo operations, retries included in their call.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    upstreamDuration: new Histogram({
      name: 'modyo_mcp_upstream_call_duration_seconds',
      help: 'Duration of a call of Modyo with its retries.',
      buckets: durationBucketsSeconds,
      registers,
    }),
    limits: new Counter({
      name: 'modyo_mcp_limits_reached_total',
      help: 'Requests turned away by a limit.',
      labelNames: ['limit'],
      registers,
    }),
    storeFailures: new Counter({
      name: 'modyo_mcp_store_failures_total',
      help: 'Operations that the shared store did not answer.',
      registers,
    }),
  };
}
