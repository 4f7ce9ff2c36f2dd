import { createApp } from '../../src/app.ts';
import type { Scope } from '../../src/auth/scopes.ts';
import type { SharedStore } from '../../src/infrastructure/shared-store.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import type { ModyoToolContext } from '../../src/tools/kit.ts';
import { edgeConfig, modern, toolCall } from './edge.ts';
import type { ListedTool } from './every-tool.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { type HttpAnswer, httpCall } from './raw-http.ts';
import { sseMessages } from './sse.ts';
import { createTestIdentity } from './tokens.ts';
import type { Wire } from './wire.ts';

export interface TestkitOptions {
  /** Default: the product's own. */
  readonly tools?: readonly Tool<ModyoToolContext>[];
  /** What stands for Modyo. Default: nobody answers. */
  readonly upstream?: { readonly url: string };
  /** Stands still until the test moves it. */
  readonly clock?: ManualClock;
  /** Default: a memory of its own. Two kits over one store are two replicas. */
  readonly store?: SharedStore;
  readonly env?: Readonly<Record<string, string>>;
}

/** Who calls. Default: tenant a, subject `ana`, every scope. */
export interface Who {
  readonly tenant?: 'a' | 'b';
  readonly subject?: string;
  readonly scopes?: readonly Scope[];
}

export const eras = ['2025-11-25', '2026-07-28'] as const;

export type TestEra = (typeof eras)[number];

/** An answer as the wire has it. */
export interface WireAnswer {
  readonly status: number;
  /** The JSON-RPC response, or the JSON of a refusal at the edge. */
  readonly message: Wire;
  /** Of the response; `undefined` for a JSON-RPC error. */
  readonly result: Wire;
  /** The text of a tool's answer, parsed: the envelope, or `{error}`. */
  readonly body: Wire;
  /** What the same stream carried before the response. */
  readonly notifications: readonly Wire[];
}

interface CallExtras {
  /** Further parameters of the request, such as `inputResponses`. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Asks for the progress of the call under this token. */
  readonly progressToken?: string | number;
}

/** A caller in one era. */
export interface Actor {
  readonly era: TestEra;
  list(): Promise<readonly ListedTool[]>;
  call(name: string, args?: unknown, extras?: CallExtras): Promise<WireAnswer>;
  /** The same caller in another era of the protocol. */
  withEra(era: TestEra): Actor;
  /** The same caller, with a client that declares these capabilities. Only the 2026 era carries them. */
  withCapabilities(capabilities: object): Actor;
}

/** The real app over HTTP, with time and memory in the hands of the test. */
export interface Testkit {
  readonly clock: ManualClock;
  readonly logs: LogCapture;
  /** Of the endpoint, for a real client. */
  readonly url: string;
  /** A good token. */
  mint(who?: Who): Promise<string>;
  as(who?: Who): Actor;
  close(): Promise<void>;
}

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
/** No test is about the limits of the edge, whose clock stands still. */
const generous = { RATE_PER_MINUTE: '1000000' };

export async function testkit(options: TestkitOptions = {}): Promise<Testkit> {
  const { clock = createManualClock(), tools, store } = options;
  const logs = createLogCapture();
  const identity = await createTestIdentity({ nowMs: () => clock.nowMs() });
  const app = await createApp({
    config: edgeConfig({ ...generous, ...options.env }),
    sandboxUrl: options.upstream?.url ?? 'http://127.0.0.1:9',
    issuers: identity.issuers,
    tenants: identity.tenants,
    clock,
    log: logs.log,
    ...(tools && { tools }),
    ...(store && { store }),
  });
  const { url } = await app.listen();
  const mint = (who: Who = {}) => identity.mint(who);
  const send: Send = async (who, { message, headers }) =>
    httpCall(Number(new URL(url).port), {
      method: 'POST',
      path: '/mcp',
      body: JSON.stringify(message),
      headers: {
        authorization: `Bearer ${await mint(who)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
  return {
    clock,
    logs,
    url,
    mint,
    as: (who = {}) => createActor(send, { who, era: '2025-11-25', capabilities: {} }),
    close: () => app.close(),
  };
}

interface Posted {
  readonly message: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

type Send = (who: Who, posted: Posted) => Promise<HttpAnswer>;

interface Role {
  readonly who: Who;
  readonly era: TestEra;
  readonly capabilities: object;
}

function createActor(send: Send, role: Role): Actor {
  const ask = async (method: string, params: Readonly<Record<string, unknown>>, meta: object = {}) =>
    wireAnswer(await send(role.who, posted(role, method, params, meta)));
  return {
    era: role.era,
    async list() {
      const { message, result } = await ask('tools/list', {});
      if (result === undefined) throw new Error(JSON.stringify(message));
      return result.tools;
    },
    call: (name, args = {}, { params, progressToken } = {}) =>
      ask(
        'tools/call',
        { name, arguments: args, ...params },
        progressToken === undefined ? {} : { progressToken },
      ),
    withEra: (era) => createActor(send, { ...role, era }),
    withCapabilities: (capabilities) => createActor(send, { ...role, capabilities }),
  };
}

function posted(
  { era, capabilities }: Role,
  method: string,
  params: Readonly<Record<string, unknown>>,
  meta: object,
): Posted {
  if (era === '2025-11-25') {
    const { jsonrpc, id } = toolCall('');
    return { message: { jsonrpc, id, method, params: { ...params, _meta: meta } }, headers: {} };
  }
  const { message, headers } = modern(method, params);
  const own = { ...message.params._meta, [capabilitiesKey]: capabilities, ...meta };
  return { message: { ...message, params: { ...message.params, _meta: own } }, headers };
}

function wireAnswer({ status, text, json }: HttpAnswer): WireAnswer {
  const messages: readonly Wire[] = json === undefined ? sseMessages(text) : [json];
  const message = messages.at(-1);
  const result = message?.result;
  const shown = result?.content?.[0]?.text;
  return {
    status,
    message,
    result,
    body: shown === undefined ? undefined : JSON.parse(shown),
    notifications: messages.slice(0, -1),
  };
}
