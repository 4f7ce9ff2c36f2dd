import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { createDeparture, type Departure, type OpenDeparture } from '../infrastructure/departure.ts';
import type { Shutdown } from '../infrastructure/shutdown.ts';
import { refuse, retryAfter } from './refusal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client leaves before its answer is complete, or the drain runs out of time. */
    departure: Departure;
  }
}

export interface InFlight {
  /** The hook that notes a request and, while the process drains, refuses it. */
  readonly hook: onRequestHookHandler;
  /** From now on every answer closes its connection, those of requests that already run included. */
  closeConnections(): void;
  /** Ends what is still running. */
  abortAll(): void;
}

const drainRetryAfterMs = 1000;

/** For a request of which nothing was done. */
export function refuseBecauseLeaving(reply: FastifyReply): void {
  refuse(reply, {
    status: 503,
    error: 'shutting_down',
    description: 'This replica is leaving. Send the request again.',
    headers: { ...retryAfter(drainRetryAfterMs), connection: 'close' },
  });
}

/** Every request between its arrival and the last byte of its answer. */
export function createInFlight(shutdown: Shutdown): InFlight {
  const running = new Map<FastifyReply, OpenDeparture>();

  function enter(request: FastifyRequest, reply: FastifyReply): void {
    const departure = createDeparture();
    const leave = shutdown.enter();
    running.set(reply, departure);
    request.departure = departure;
    reply.raw.once('close', () => {
      running.delete(reply);
      if (!reply.raw.writableFinished) departure.leave();
      departure.whenOver(leave);
    });
  }

  return {
    hook(request, reply, done) {
      if (shutdown.isDraining) {
        refuseBecauseLeaving(reply);
        return;
      }
      enter(request, reply);
      done();
    },
    closeConnections() {
      for (const reply of running.keys()) if (!reply.sent) reply.header('connection', 'close');
    },
    abortAll() {
      for (const departure of running.values()) departure.leave('cut_off');
    },
  };
}
