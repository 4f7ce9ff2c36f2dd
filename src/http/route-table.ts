import type { FastifyInstance } from 'fastify';

/** One method at one path, as the router has it. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Notes every route that is registered from now on, those of plugins included. */
export function collectRoutes(server: FastifyInstance): readonly Route[] {
  const routes: Route[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, path: url });
  });
  return routes;
}
