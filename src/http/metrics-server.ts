import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from '../infrastructure/logger.ts';
import type { Metrics } from '../infrastructure/metrics.ts';
import { answerClientError, answerError, registerNotFound } from './error-answers.ts';
import { refuseOtherMethods } from './refusal.ts';

/** `/metrics` on a port of its own, which no gateway needs to reach. Does not listen yet. */
export function createMetricsServer(metrics: Metrics, log: Logger): FastifyInstance {
  const server = fastify({
    logger: false,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    clientErrorHandler: answerClientError,
  });
  server.decorateReply('refusedWith', '');
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, log));
  registerNotFound(server);
  server.get('/metrics', async (_request, reply) => {
    reply.headers({ 'content-type': metrics.contentType, 'cache-control': 'no-store' });
    return metrics.render();
  });
  refuseOtherMethods(server, '/metrics', ['GET']);
  return server;
}
