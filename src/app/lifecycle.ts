import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Route } from '../http/route-table.ts';
import type { EdgeServer } from '../http/server.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Shutdown } from '../infrastructure/shutdown.ts';

interface AppAddresses {
  /** `http://127.0.0.1:3000/mcp`, with the port that was taken. */
  readonly url: string;
  readonly metricsUrl: string;
}

export interface App {
  /** @throws {Error} when a port is taken */
  listen(): Promise<AppAddresses>;
  /** Takes nothing new, lets what is in flight finish, ends what does not in time, and closes everything. */
  drain(): Promise<void>;
  /** Closes everything now. */
  close(): Promise<void>;
  /** Of the connector's port; complete once it listens. */
  readonly routes: readonly Route[];
}

/** For what was aborted at the end of a drain to say so. */
const lastWordsMs = 500;

interface LifecycleOptions {
  readonly config: Config;
  readonly edge: EdgeServer;
  readonly metricsServer: FastifyInstance;
  readonly shutdown: Shutdown;
  readonly clock: Clock;
  readonly log: Logger;
  readonly closables: readonly { close(): Promise<void> }[];
}

/** Listening, draining, closing. */
export function createLifecycle(options: LifecycleOptions): App {
  const { config, edge, metricsServer, shutdown, clock, log, closables } = options;
  const { http, inFlight } = edge;

  async function closeRest(closing: Promise<unknown>): Promise<void> {
    http.server.closeAllConnections();
    await Promise.all([closing, metricsServer.close()]);
    await Promise.all(closables.map((closable) => closable.close()));
  }

  return {
    async listen() {
      const { host, port, metricsPort } = config;
      await metricsServer.listen({ host, port: metricsPort });
      await http.listen({ host, port });
      return { url: `${originOf(http)}/mcp`, metricsUrl: `${originOf(metricsServer)}/metrics` };
    },
    async drain() {
      shutdown.begin();
      inFlight.closeConnections();
      const closing = http.close();
      if (!(await shutdown.settled(config.drainTimeoutMs))) {
        log.warn({ inFlight: shutdown.inFlight }, 'drain ended before every call did');
        inFlight.abortAll();
        await clock.sleep(lastWordsMs);
      }
      await closeRest(closing);
    },
    async close() {
      shutdown.begin();
      inFlight.abortAll();
      await closeRest(http.close());
    },
    routes: edge.routes,
  };
}

function originOf(server: FastifyInstance): string {
  const { address, family, port } = server.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
