import { createApp } from '../../src/app.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { edgeConfig, modern, toolCall } from './edge.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';
import { type HttpAnswer, httpCall } from './raw-http.ts';
import { sseMessages } from './sse.ts';
import { createTestIdentity, type MintRequest } from './tokens.ts';
import type { Wire } from './wire.ts';

export interface WireCall {
  readonly who?: MintRequest;
  readonly era?: 'legacy' | 'modern';
  readonly path?: string;
  readonly accept?: string;
}

/** A tool's answer: its text, parsed, and what the same stream carried before it. */
export interface ReplicaAnswer {
  readonly http: HttpAnswer;
  readonly isError: boolean;
  readonly body: Wire;
  readonly messages: readonly Wire[];
}

export interface Replica {
  readonly port: number;
  readonly url: string;
  readonly logs: LogCapture;
  send(method: string, params: object, call?: WireCall): Promise<HttpAnswer>;
  call(tool: string, args?: object, call?: WireCall): Promise<ReplicaAnswer>;
  /** The result of `tools/list`. */
  list(call?: WireCall): Promise<Wire>;
  names(call?: WireCall): Promise<readonly string[]>;
}

export interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  mint(who?: MintRequest): Promise<string>;
  close(): Promise<void>;
}

export interface ReplicasOptions {
  readonly tools: readonly Tool<ModyoToolContext>[];
  readonly redisUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** So that many calls at once meet in the gate and not in the limits of the edge. */
const generous = { CONCURRENCY: '200', RATE_PER_MINUTE: '100000', ADDRESS_RATE_PER_MINUTE: '100000' };

/** The real app twice, over one Redis, for the same tokens. */
export async function startReplicas(options: ReplicasOptions): Promise<Replicas> {
  const identity = await createTestIdentity();
  const started = await Promise.all([startOne(), startOne()]);
  const [first, second] = started.map(({ replica }) => replica);
  if (first === undefined || second === undefined) throw new Error('Two replicas were started.');
  return {
    first,
    second,
    mint: (who) => identity.mint(who),
    async close() {
      await Promise.all(started.map(({ app }) => app.close()));
    },
  };

  async function startOne() {
    const logs = createLogCapture();
    const app = await createApp({
      config: edgeConfig({ ...generous, REDIS_URL: options.redisUrl, ...options.env }),
      sandboxUrl: 'http://127.0.0.1:9',
      issuers: identity.issuers,
      tenants: identity.tenants,
      tools: options.tools,
      log: logs.log,
    });
    const { url } = await app.listen();
    return { app, replica: createReplica(url, logs, (who) => identity.mint(who)) };
  }
}

function createReplica(
  url: string,
  logs: LogCapture,
  mint: (who: MintRequest | undefined) => Promise<string>,
): Replica {
  const port = Number(new URL(url).port);
  async function send(method: string, params: object, given: WireCall = {}): Promise<HttpAnswer> {
    const { who, era = 'legacy', path = '/mcp', accept = 'application/json, text/event-stream' } = given;
    const { jsonrpc, id } = toolCall('');
    const { message, headers } =
      era === 'modern'
        ? modern(method, { ...params })
        : { message: { jsonrpc, id, method, params }, headers: {} };
    return httpCall(port, {
      method: 'POST',
      path,
      body: JSON.stringify(message),
      headers: {
        authorization: `Bearer ${await mint(who)}`,
        'content-type': 'application/json',
        accept,
        ...headers,
      },
    });
  }
  async function list(call?: WireCall): Promise<Wire> {
    const { json, text } = await send('tools/list', {}, call);
    if (json?.result === undefined) throw new Error(text);
    return json.result;
  }
  return {
    port,
    url,
    logs,
    send,
    list,
    names: async (call) => (await list(call)).tools.map(({ name }: { readonly name: string }) => name),
    async call(tool, args = {}, call = {}) {
      const http = await send('tools/call', { name: tool, arguments: args }, call);
      const messages: readonly Wire[] = http.json === undefined ? sseMessages(http.text) : [http.json];
      const result = messages.at(-1)?.result;
      if (result === undefined) throw new Error(`${http.status} ${http.text}`);
      return { http, messages, isError: result.isError === true, body: JSON.parse(result.content[0].text) };
    },
  };
}
