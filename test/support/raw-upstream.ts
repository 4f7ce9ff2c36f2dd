import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { type Dispatcher, Pool } from 'undici';

interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A plain server on loopback that stands where Modyo would, with every misbehaviour that a test writes. */
export interface RawUpstream {
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** Leads to the server whatever the host is, below the guards of the connector. */
  readonly dispatcher: Dispatcher;
  close(): Promise<void>;
}

type Answer = (response: ServerResponse, request: SeenRequest, count: number) => void;

/** @param answer gets the number of the request, from 1 */
export async function startRawUpstream(answer: Answer): Promise<RawUpstream> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const entry = {
        method: request.method ?? '',
        target: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(entry);
      answer(response, entry, seen.length);
    });
  });
  return { seen, ...(await listen(server, () => server.closeAllConnections())) };
}

/** A server that is given the bare socket, after whatever arrived first on it. */
export async function startRawSockets(
  onRequest: (socket: Socket, count: number) => void,
): Promise<RawUpstream> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      const [method = '', target = ''] = bytes.toString('latin1').split(' ');
      seen.push({ method, target, headers: {}, body: '' });
      onRequest(socket, seen.length);
    });
  });
  return {
    seen,
    ...(await listen(server, () => {
      for (const socket of sockets) socket.destroy();
    })),
  };
}

async function listen(server: Server, endConnections: () => void): Promise<Omit<RawUpstream, 'seen'>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pool = new Pool(`http://127.0.0.1:${port}`);
  return {
    port,
    dispatcher: pool,
    async close() {
      await pool.destroy();
      endConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
