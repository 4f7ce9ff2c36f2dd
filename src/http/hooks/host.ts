import type { onRequestHookHandler } from 'fastify';
import { rawHeaderValues } from '../raw-headers.ts';
import { refuse } from '../refusal.ts';

/**
 * Refuses what different readers could read as different hosts: two `Host` lines, or a target with a host
 * of its own. Node would silently take the first.
 */
export const refuseAmbiguousHost: onRequestHookHandler = (request, reply, done) => {
  if (request.raw.url?.startsWith('/') && rawHeaderValues(request.raw.rawHeaders, 'host').length <= 1) {
    done();
    return;
  }
  refuse(reply, {
    status: 400,
    error: 'invalid_request',
    description: 'The request must name its host once, in the Host header.',
  });
};

/**
 * Admits the hosts of the list, with any port unless the entry has one.
 * @param allowedHosts lower case; `undefined` admits every host, for gateways rewrite it
 */
export function createHostHook(allowedHosts: readonly string[] | undefined): onRequestHookHandler {
  const allowed = new Set(allowedHosts);
  return (request, reply, done) => {
    const host = (request.headers.host ?? '').toLowerCase();
    if (allowedHosts === undefined || allowed.has(host) || allowed.has(withoutPort(host))) {
      done();
      return;
    }
    refuse(reply, { status: 403, error: 'host_not_allowed', description: 'The Host header is not allowed.' });
  };
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}
