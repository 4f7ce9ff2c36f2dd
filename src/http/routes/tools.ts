import type { FastifyInstance } from 'fastify';
import type { ToolSource } from '../../mcp/catalogue.ts';
import { narrowPolicy } from '../../tenant/narrowing.ts';
import type { TenantPolicy } from '../../tenant/policy.ts';
import { narrowingIn, narrowingRefusal } from '../hooks/tenant.ts';
import { refuse, refuseOtherMethods } from '../refusal.ts';

const path = '/tools.json';
/** A build does not change while it runs; a reader may be one deployment behind for this long. */
const cacheControl = 'public, max-age=300';

export interface ToolsOptions {
  readonly tools: Pick<ToolSource, 'preview' | 'namesOf'>;
  /** Of a tenant whose record says nothing. */
  readonly policy: TenantPolicy;
}

/**
 * What a connector with these parameters would list, for whoever chooses them: the same parameters as the
 * connector's URL, the same refusals, and nothing of any tenant.
 */
export function registerTools(server: FastifyInstance, { tools, policy }: ToolsOptions): void {
  server.route({
    method: ['GET', 'HEAD'],
    url: path,
    handler(request, reply) {
      reply.header('access-control-allow-origin', '*');
      try {
        const narrowing = narrowingIn(request.url);
        const narrowed = narrowing === undefined ? policy : narrowPolicy(policy, narrowing, tools.namesOf);
        const { bytes } = tools.preview(narrowed);
        return reply
          .headers({ 'cache-control': cacheControl, 'content-type': 'application/json; charset=utf-8' })
          .send(Buffer.concat([Buffer.from('{"tools":'), bytes, Buffer.from('}')]));
      } catch (error) {
        const refusal = narrowingRefusal(error);
        if (refusal === undefined) throw error;
        return refuse(reply.header('cache-control', 'no-store'), refusal);
      }
    },
  });
  refuseOtherMethods(server, path, ['GET', 'HEAD']);
}
