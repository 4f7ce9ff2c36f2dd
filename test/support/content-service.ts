import { type AppOptions, createApp } from '../../src/app.ts';
import type { Scope } from '../../src/auth/scopes.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { TenantRecord } from '../../src/tenant/tenant-record.ts';
import { confirmed } from './confirmed.ts';
import { edgeConfig, toolCall } from './edge.ts';
import { createLogCapture, type LogCapture } from './log-capture.ts';
import { httpCall } from './raw-http.ts';
import { createTestIdentity, testTenants } from './tokens.ts';
import type { Wire } from './wire.ts';

/** The text of a tool's answer, parsed: the envelope, or `{error}`. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly platform: Wire;
  readonly data: Wire;
  readonly resource: Wire;
  readonly state: Wire;
  readonly control: Wire;
  readonly error: Wire;
  readonly structured: Wire;
}

interface CallOptions {
  readonly tenant?: 'a' | 'b';
  readonly scopes?: readonly Scope[];
  /** The Modyo token that the call is made with, instead of the owner's. */
  readonly modyoToken?: string;
}

/** The real app in front of the real sandbox, both on loopback. */
export interface ContentService {
  readonly sandbox: Sandbox;
  readonly logs: LogCapture;
  /** Of the endpoint, for a real client. */
  readonly url: string;
  mint(options?: CallOptions): Promise<string>;
  call(tool: string, args?: unknown, options?: CallOptions): Promise<ToolAnswer>;
  /** As `call`; where a person has to agree first, the call is repeated with the token that it answers. */
  confirm(tool: string, args: object, options?: CallOptions): Promise<ToolAnswer>;
  /** The HTTP answer as it is, for what never becomes a tool's answer. */
  send(tool: string, args?: unknown, options?: CallOptions): ReturnType<typeof httpCall>;
  /** Requests that reached Modyo since the last time, as `METHOD path`, without the query. */
  upstream(): readonly string[];
  close(): Promise<void>;
}

export interface ContentServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** How long a background job of the sandbox takes. Default 0: it is done at once. */
  readonly jobDurationMs?: number;
  /** What the record of tenant a says that its account lacks. */
  readonly missingOperations?: readonly string[];
  /** Anything else of the app that a test wants to be different. */
  readonly app?: Partial<AppOptions>;
}

function withMissing(
  records: readonly TenantRecord[],
  operations: readonly string[] | undefined,
): readonly TenantRecord[] {
  if (operations === undefined) return records;
  const missingOperations = new Set(operations);
  return records.map((record) =>
    record.id === testTenants.a.id ? { ...record, missingOperations } : record,
  );
}

export async function startContentService(options: ContentServiceOptions = {}): Promise<ContentService> {
  const sandbox = await startSandbox({ jobDurationMs: options.jobDurationMs ?? 0 });
  const identity = await createTestIdentity();
  const logs = createLogCapture();
  const app = await createApp({
    config: edgeConfig(options.env),
    sandboxUrl: sandbox.url,
    issuers: identity.issuers,
    tenants: withMissing(identity.tenants, options.missingOperations),
    log: logs.log,
    ...options.app,
  });
  const { url } = await app.listen();
  const port = Number(new URL(url).port);

  function tokenFor({ tenant = 'a', scopes, modyoToken }: CallOptions): Promise<string> {
    const request = { tenant, ...(scopes && { scopes }) };
    if (modyoToken === undefined) return identity.mint(request);
    return identity.mintSealed({ ...request, host: testTenants[tenant].host, token: modyoToken });
  }

  async function send(tool: string, args: unknown = {}, call: CallOptions = {}) {
    return httpCall(port, {
      method: 'POST',
      path: '/mcp',
      body: JSON.stringify(toolCall(tool, args)),
      headers: {
        authorization: `Bearer ${await tokenFor(call)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    });
  }

  async function callTool(tool: string, args?: unknown, options?: CallOptions): Promise<ToolAnswer> {
    const answer = await send(tool, args, options);
    if (answer.json?.result === undefined) throw new Error(`${answer.status} ${answer.text}`);
    const { result } = answer.json;
    return {
      ...JSON.parse(result.content[0].text),
      isError: result.isError === true,
      structured: result.structuredContent,
    };
  }

  return {
    sandbox,
    logs,
    url,
    mint: (call = {}) => tokenFor(call),
    send,
    call: callTool,
    confirm: (tool, args, call) => confirmed((sent) => callTool(tool, sent, call), { ...args }),
    upstream() {
      const seen = sandbox.requests.list().map(({ method, path }) => `${method} ${path}`);
      sandbox.requests.clear();
      return seen;
    },
    async close() {
      await app.close();
      await sandbox.close();
    },
  };
}
