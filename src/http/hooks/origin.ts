import type { onRequestHookHandler } from 'fastify';
import { refuse } from '../refusal.ts';

const loopbackOrigin = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

export interface OriginOptions {
  /** Origins as browsers send them: scheme, host and port, nothing after. */
  readonly allowedOrigins: readonly string[];
  /** Also admit pages of this machine, on any port: for a service that is bound to loopback. */
  readonly loopbackAllowed: boolean;
}

/** Refuses a browser's request from a page that is not allowed. A request without `Origin` is no browser's. */
export function createOriginHook(options: OriginOptions): onRequestHookHandler {
  const allowed = new Set(options.allowedOrigins);
  const isAllowed = (origin: string) =>
    allowed.has(origin) || (options.loopbackAllowed && loopbackOrigin.test(origin));
  return (request, reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || isAllowed(origin)) {
      done();
      return;
    }
    refuse(reply, { status: 403, error: 'origin_not_allowed', description: 'The Origin is not allowed.' });
  };
}
