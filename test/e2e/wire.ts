import { Agent, request } from 'node:http';
import { plant, plantArguments } from '../support/run-record.ts';

/** One answer, as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** What the server says of the connection: `keep-alive` or `close`. */
  readonly connection: string | undefined;
  readonly text: string;
}

export interface Caller {
  /** The connector. */
  readonly url: string;
  readonly token: string;
  /** Default: a connection for this call alone. */
  readonly agent?: Agent;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One connection for each call at a time, kept afterwards as clients of the service do. */
export function keptConnections(): Agent {
  return new Agent({ keepAlive: true });
}

/** Sends a body to the connector; rejects when the connection ends without an answer. */
export function post({ url, token, agent, headers }: Caller, body: string): Promise<WireAnswer> {
  plant(token);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: 'POST',
        agent: agent ?? false,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            connection: incoming.headers.connection,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export interface ToolAnswer extends WireAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the envelope as the wire has it, without a schema.
  readonly envelope: any;
  readonly isError: boolean;
}

/** A `tools/call` of the 2025 era, as a plain line of curl makes it. */
export async function callTool(caller: Caller, name: string, args: unknown = {}): Promise<ToolAnswer> {
  plantArguments(args);
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const answer = await post(caller, JSON.stringify(message));
  const { result } = answer.status === 200 ? JSON.parse(answer.text) : { result: undefined };
  if (result === undefined) return { ...answer, envelope: undefined, isError: true };
  return { ...answer, envelope: JSON.parse(result.content[0].text), isError: result.isError === true };
}
