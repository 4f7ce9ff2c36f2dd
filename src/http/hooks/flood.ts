import type { onRequestHookHandler } from 'fastify';
import type { Metrics } from '../../infrastructure/metrics.ts';
import type { TokenBucket } from '../../infrastructure/token-bucket.ts';
import { networkOf } from '../address.ts';
import { refuse, retryAfter } from '../refusal.ts';

export interface FloodOptions {
  readonly buckets: TokenBucket;
  /** Requests a minute from one network address. Generous: all users of a hosted client share a few. */
  readonly ratePerMinute: number;
  readonly metrics: Metrics;
}

/** Keeps one address from costing more signature checks than this replica can pay. */
export function createFloodHook({ buckets, ratePerMinute, metrics }: FloodOptions): onRequestHookHandler {
  return (request, reply, done) => {
    const admission = buckets.take(networkOf(request.ip), ratePerMinute);
    if (admission.admitted) {
      done();
      return;
    }
    metrics.limitReached('address');
    refuse(reply, {
      status: 429,
      error: 'too_many_requests',
      description: 'Too many requests from this address.',
      headers: retryAfter(admission.retryAfterMs),
    });
  };
}
