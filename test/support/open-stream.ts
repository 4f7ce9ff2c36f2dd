import { vi } from 'vitest';
import { sseMessages } from './sse.ts';

type Message = ReturnType<typeof sseMessages>[number];

/** An answer that goes on: what of it has come, and how it ends. */
export interface OpenStream {
  readonly status: number;
  readonly headers: Headers;
  /** All bytes so far, comments included. */
  text(): string;
  messages(): readonly Message[];
  /** Resolves with the first `count` messages once they are there. */
  atLeast(count: number): Promise<readonly Message[]>;
  /** `closed` by the other side with a proper end, or `broken` off. */
  readonly ended: Promise<'closed' | 'broken'>;
  /** Leaves, as a client does that has heard enough. */
  leave(): void;
}

export interface StreamRequest {
  readonly token: string;
  readonly message: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const patience = { timeout: 5_000, interval: 10 };

/** POSTs to the connector on `port` and reads the answer as it comes. */
export async function openStream(port: number, request: StreamRequest): Promise<OpenStream> {
  const client = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    signal: client.signal,
    body: JSON.stringify(request.message),
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${request.token}`,
      ...request.headers,
    },
  });
  let text = '';
  async function read(): Promise<'closed' | 'broken'> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
      return 'closed';
    } catch {
      return 'broken';
    }
  }
  const ended = read();
  /** Without the event of which only a part has come. */
  const messages = () => sseMessages(text.slice(0, text.lastIndexOf('\n\n') + 2));
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    messages,
    async atLeast(count) {
      await vi.waitUntil(() => messages().length >= count, patience);
      return messages().slice(0, count);
    },
    ended,
    leave: () => client.abort(),
  };
}
