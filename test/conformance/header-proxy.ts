import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeaderProxy {
  /** The target's path on the proxy's own port. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The suite cannot send a token, so this adds it. Everything else passes as it came, `Host` and `Origin`
 * above all: the checks against rebinding look at them.
 */
export async function startHeaderProxy(
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const { hostname, port, pathname } = new URL(target);
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url: path } = incoming;
    const forwarded = request(
      { hostname, port, method, path, headers: { ...incoming.headers, ...headers }, setHost: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}${pathname}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
