import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ClientAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** The common face of the public SDK's two clients; both hold an answer against the published schema. */
export interface WireClient {
  readonly era: string;
  listTools(): Promise<readonly { readonly name: string }[]>;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<ClientAnswer>;
  close(): Promise<void>;
}

export interface ClientTarget {
  readonly url: string;
  readonly token: string;
}

const info = { name: 'wire-test', version: '1.0.0' };
const headersOf = ({ token }: ClientTarget) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
});

/** A v1 client: it validates structured content even of an error, and speaks at most 2025-11-25. */
async function connectLegacyClient(target: ClientTarget): Promise<WireClient> {
  const client = new LegacyClient(info);
  await client.connect(new LegacyTransport(new URL(target.url), headersOf(target)));
  return {
    era: '2025-11-25',
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ClientAnswer,
    close: () => client.close(),
  };
}

/** A v2 client, pinned to the revision that it does not speak by default. */
async function connectModernClient(target: ClientTarget): Promise<WireClient> {
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(new URL(target.url), headersOf(target)));
  return {
    era: '2026-07-28',
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ClientAnswer,
    close: () => client.close(),
  };
}

export const connectors = [
  ['a v1 client', connectLegacyClient],
  ['a v2 client', connectModernClient],
] as const;
