import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../refusal.ts';

/** What the service needs beside itself, and whether it is there now. */
export interface Readiness {
  /** Whether new requests may come: not while the process drains. */
  readonly accepting: boolean;
  /** The shared store. Without it reads go on uncached, so the service stays ready and says so. */
  readonly storeReachable: boolean;
}

/** `/livez`: the process answers. `/readyz`: it may get traffic. Neither needs a token or a known host. */
export function registerHealth(server: FastifyInstance, readiness: () => Promise<Readiness>): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/livez',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  });
  server.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    async handler(_request, reply) {
      const { accepting, storeReachable } = await readiness();
      reply.code(accepting ? 200 : 503).header('cache-control', 'no-store');
      return {
        status: accepting ? 'ready' : 'draining',
        store: storeReachable ? 'reachable' : 'unreachable',
      };
    },
  });
  for (const url of ['/livez', '/readyz']) refuseOtherMethods(server, url, ['GET', 'HEAD']);
}
