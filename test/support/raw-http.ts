import { request } from 'node:http';
import { connect } from 'node:net';
import type { Wire } from './wire.ts';

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly json: Wire;
}

export interface HttpCall {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** One request with every header as given, `Host` and `Origin` included, on a connection of its own. */
export function httpCall(port: number, call: HttpCall = {}): Promise<HttpAnswer> {
  const { method = 'GET', path = '/', headers = {}, body } = call;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers } as Record<string, string>,
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
          resolve(toAnswer(incoming.statusCode ?? 0, Object.fromEntries(flat), Buffer.concat(chunks)));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function toAnswer(status: number, headers: Record<string, string>, bytes: Buffer): HttpAnswer {
  const text = bytes.toString('utf8');
  const isJson = headers['content-type']?.startsWith('application/json') === true && text !== '';
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Sends bytes as they are and resolves with all that came back once the other side has closed. */
export function rawExchange(port: number, ...writes: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const bytes of writes) socket.write(bytes);
    });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset after the answer is how some refusals end; what was read until then is the answer.
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** A request as text, `Connection: close` included, so that the answer ends with the connection. */
export function rawRequest(startLine: string, headerLines: readonly string[], body = ''): string {
  return [startLine, ...headerLines, 'Connection: close', '', body].join('\r\n');
}
