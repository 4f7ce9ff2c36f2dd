import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { createDeparture } from '../../infrastructure/departure.ts';
import type { Metrics } from '../../infrastructure/metrics.ts';
import type { Permit, Semaphore } from '../../infrastructure/semaphore.ts';
import type { TokenBucket } from '../../infrastructure/token-bucket.ts';
import type { Tenant } from '../../tenant/tenant.ts';
import { refuseBecauseLeaving } from '../in-flight.ts';
import { refuse, retryAfter } from '../refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the tenant's place back before the answer is out, for one that goes on without working. */
    freePlace: (() => void) | undefined;
    /** The wait for a place, or for its refusal, where there was none at once. */
    pendingPlace: Promise<Permit | undefined> | undefined;
  }
}

export interface LimitsOptions {
  readonly buckets: TokenBucket;
  readonly semaphore: Semaphore;
  readonly metrics: Metrics;
}

export interface Limits {
  /** Takes one call from the tenant's rate and one of its places until the answer is out, or begins to wait for one. */
  readonly hook: onRequestAsyncHookHandler;
  /**
   * The end of that wait. A message that nobody answers does no work and need not wait: a client whose calls
   * hold all places could not cancel one of them.
   * @returns whether there is a place; if not, the request is refused already
   */
  awaitPlace(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /**
   * Takes further calls from the tenant's rate, for the elements of a batch.
   * @returns whether there were enough; if not, the request is refused already
   */
  takeMore(reply: FastifyReply, tenant: Tenant, calls: number): boolean;
}

/** Bytes of a message that nobody answers; a cancellation has an id and a reason. */
const notificationBytesMax = 4096;

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

  /** @returns whether there is a place; if not, the request is refused already, or there is nobody to answer */
  function settle(request: FastifyRequest, reply: FastifyReply, permit: Permit | undefined): boolean {
    if (permit === undefined || request.departure.hasLeft()) {
      if (permit?.admitted) permit.release();
      if (reply.raw.destroyed) reply.hijack();
      else refuseBecauseLeaving(reply);
      return false;
    }
    if (permit.admitted) {
      request.freePlace = permit.release;
      reply.raw.once('close', () => request.departure.whenOver(permit.release));
      return true;
    }
    metrics.limitReached('concurrency');
    refuse(reply, {
      status: 429,
      error: 'too_many_requests',
      description: `This account may have ${tenantOf(request).policy.concurrency} calls in flight at once.`,
      headers: retryAfter(permit.retryAfterMs),
    });
    return false;
  }

  /** The wait goes on while the body is read, and ends with the answer if nobody asked for its outcome. */
  function beginToWait(
    { departure }: FastifyRequest,
    reply: FastifyReply,
    { key, policy }: Tenant,
  ): Promise<Permit | undefined> {
    const answered = createDeparture();
    departure.onLeave(answered.leave);
    reply.raw.once('close', () => answered.leave());
    return semaphore.acquire(key, policy.concurrency, answered).then((permit) => {
      if (!answered.hasLeft()) return permit;
      if (permit?.admitted) permit.release();
      return undefined;
    });
  }

  return {
    async hook(request, reply) {
      const tenant = tenantOf(request);
      if (!take(reply, tenant, 1)) return reply;
      const { key, policy } = tenant;
      if (semaphore.mustWait(key, policy.concurrency)) {
        request.pendingPlace = beginToWait(request, reply, tenant);
        return;
      }
      const permit = await semaphore.acquire(key, policy.concurrency, request.departure);
      if (permit?.admitted === false && mayBeNotification(request)) {
        request.pendingPlace = Promise.resolve(permit);
        return;
      }
      return settle(request, reply, permit) ? undefined : reply;
    },
    async awaitPlace(request, reply) {
      const { pendingPlace } = request;
      return pendingPlace === undefined || settle(request, reply, await pendingPlace);
    },
    takeMore: take,
  };
}

/** Only its body can tell, so it is read of those that are short: others are turned away with theirs unread. */
function mayBeNotification({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && Number(headers['content-length']) <= notificationBytesMax;
}

function tenantOf({ tenant }: FastifyRequest): Tenant {
  if (tenant === undefined) throw new Error('The limits ran before the tenant was known.');
  return tenant;
}
