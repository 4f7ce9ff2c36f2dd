import type { App } from '../../src/app/lifecycle.ts';
import { type AppOptions, createApp } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { createEdgeCatalogue, type EdgeTool } from './edge-catalogue.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';
import { type HttpAnswer, type HttpCall, httpCall } from './raw-http.ts';
import {
  createTestIdentity,
  type MintRequest,
  type TestIdentity,
  testAudience,
  testSealKeys,
} from './tokens.ts';

export interface EdgeOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly tools?: Readonly<Record<string, EdgeTool>>;
  /** Anything else of the app that a test wants to be different. */
  readonly app?: Partial<AppOptions>;
}

interface McpCall extends HttpCall {
  readonly token?: string;
  /** Sent as JSON instead of `body`. */
  readonly message?: unknown;
}

/** The real app with fixture tools, listening on a free port. */
export interface Edge {
  readonly app: App;
  readonly port: number;
  readonly metricsPort: number;
  readonly identity: TestIdentity;
  readonly logs: LogCapture;
  /** A good token of tenant a with every scope. */
  readonly token: string;
  mint(request?: MintRequest): Promise<string>;
  /** Any request, exactly as given. */
  call(call?: HttpCall): Promise<HttpAnswer>;
  /** An authenticated JSON POST to `/mcp`, unless something else is said. */
  mcp(call?: McpCall): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** The configuration that tests start from: free ports, and a public URL that is nobody's. */
export function edgeConfig(env: Readonly<Record<string, string>> = {}): Config {
  const complete = {
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_URL: testAudience,
    SEAL_KEYS: testSealKeys,
    ...env,
  };
  return loadConfig({
    env: complete,
    readFile: (path) => {
      throw new Error(`No test reads ${path}.`);
    },
  });
}

export async function startEdge(options: EdgeOptions = {}): Promise<Edge> {
  const logs = createLogCapture();
  const identity = await createTestIdentity();
  const app = await createApp({
    config: edgeConfig(options.env),
    sandboxUrl: 'http://127.0.0.1:9',
    issuers: identity.issuers,
    tenants: identity.tenants,
    // Tools of the kit are behind the product's own catalogue.
    ...(options.app?.tools === undefined && { catalogue: createEdgeCatalogue(options.tools) }),
    log: logs.log,
    ...options.app,
  });
  const { url, metricsUrl } = await app.listen();
  const port = Number(new URL(url).port);
  const token = await identity.mint();
  return {
    app,
    port,
    metricsPort: Number(new URL(metricsUrl).port),
    identity,
    logs,
    token,
    mint: (request) => identity.mint(request),
    call: (call) => httpCall(port, call),
    mcp: ({ token: ownToken, message, headers, ...call } = {}) =>
      httpCall(port, {
        method: 'POST',
        path: '/mcp',
        body: JSON.stringify(message ?? ping),
        ...call,
        headers: {
          authorization: `Bearer ${ownToken ?? token}`,
          'content-type': 'application/json',
          ...headers,
        },
      }),
    close: () => app.close(),
  };
}

export const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

/** A `tools/call` of the 2025 era. */
export function toolCall(name: string, args: unknown = {}, id: number | string = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Message and headers of a request of the 2026 era. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id: number | string = 1,
) {
  const name = params['name'] ?? params['uri'];
  return {
    message: { jsonrpc: '2.0', id, method, params: { ...params, _meta: modernMeta } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}
