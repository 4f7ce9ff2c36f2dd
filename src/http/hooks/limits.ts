import type { FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import type { Metrics } from '../../infrastructure/metrics.ts';
import type { Semaphore } from '../../infrastructure/semaphore.ts';
import type { TokenBucket } from '../../infrastructure/token-bucket.ts';
import type { Tenant } from '../../tenant/tenant.ts';
import { refuse, retryAfter } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the tenant's place back before the answer is out, for one that goes on without working. */
    freePlace: (() => void) | undefined;
  }
}

export interface LimitsOptions {
  readonly buckets: TokenBucket;
  readonly semaphore: Semaphore;
  readonly metrics: Metrics;
}

export interface Limits {
  /** Takes one call from the tenant's rate and one of its places until the answer is out. */
  readonly hook: onRequestAsyncHookHandler;
  /**
   * Takes further calls from the tenant's rate, for the elements of a batch.
   * @returns whether there were enough; if not, the request is refused already
   */
  takeMore(reply: FastifyReply, tenant: Tenant, calls: number): boolean;
}

/** Limits of one tenant on this replica, keyed by what the verified token says and by nothing else. */
export function createLimits({ buckets, semaphore, metrics }: LimitsOptions): Limits {
  function take(reply: FastifyReply, tenant: Tenant, calls: number): boolean {
    const admission = buckets.take(tenant.key, tenant.policy.ratePerMinute, calls);
    if (admission.admitted) return true;
    metrics.limitReached('rate');
    refuse(reply, {
      status: 429,
      error: 'too_many_requests',
      description: `This account may make ${tenant.policy.ratePerMinute} calls a minute.`,
      headers: retryAfter(admission.retryAfterMs),
    });
    return false;
  }

  return {
    async hook(request, reply) {
      const { tenant, departure } = request;
      if (tenant === undefined) throw new Error('The limits ran before the tenant was known.');
      if (!take(reply, tenant, 1)) return reply;
      const permit = await semaphore.acquire(tenant.key, tenant.policy.concurrency, departure);
      if (permit === undefined || departure.hasLeft()) {
        // There is nobody to answer any more.
        if (permit?.admitted) permit.release();
        return reply.hijack();
      }
      if (permit.admitted) {
        request.freePlace = permit.release;
        reply.raw.once('close', permit.release);
        return;
      }
      metrics.limitReached('concurrency');
      return refuse(reply, {
        status: 429,
        error: 'too_many_requests',
        description: `This account may have ${tenant.policy.concurrency} calls in flight at once.`,
        headers: retryAfter(permit.retryAfterMs),
      });
    },
    takeMore: take,
  };
}
