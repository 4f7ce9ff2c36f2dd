import type { FastifyInstance } from 'fastify';
import { scopes } from '../../auth/scopes.ts';
import { refuseOtherMethods } from '../refusal.ts';

const metadataPath = '/.well-known/oauth-protected-resource';

export interface MetadataOptions {
  /** The service's own URL as people paste it: https, a path, no trailing slash. From the configuration. */
  readonly resource: string;
  /** Issuers that a client can get a token from; empty when all keys are local. */
  readonly authorizationServers: readonly string[];
}

/** The absolute URL that challenges point to: the path of the resource comes after the well-known one. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPath}${pathname}`;
}

/** Protected-resource metadata (RFC 9728), for any page to read. Says the same whatever the request names. */
export function registerMetadata(server: FastifyInstance, options: MetadataOptions): void {
  const document = Buffer.from(
    JSON.stringify({
      resource: options.resource,
      ...(options.authorizationServers.length > 0 && { authorization_servers: options.authorizationServers }),
      scopes_supported: [scopes[0]],
      bearer_methods_supported: ['header'],
      resource_name: 'Modyo',
    }),
  );
  const paths = new Set([
    metadataPath,
    `${metadataPath}/mcp`,
    `${metadataPath}${new URL(options.resource).pathname}`,
  ]);
  for (const url of paths) {
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) =>
        reply
          .headers({
            'access-control-allow-origin': '*',
            'cache-control': 'public, max-age=300',
            'content-type': 'application/json; charset=utf-8',
          })
          .send(document),
    });
    server.options(url, (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, HEAD, OPTIONS',
          'access-control-allow-headers': '*',
          'access-control-max-age': '600',
        })
        .send(),
    );
    refuseOtherMethods(server, url, ['GET', 'HEAD', 'OPTIONS']);
  }
}
