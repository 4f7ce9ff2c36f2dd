import type { FastifyInstance, FastifyReply } from 'fastify';

/** Why a request ends at the edge, in the form that RFC 6750 gives to its own two errors. */
export interface Refusal {
  readonly status: number;
  /** Stable, in snake_case: what a program branches on. */
  readonly error: string;
  /** For a person. Never a header, a body or a URL of the request. */
  readonly description: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** More exact than `error`, for the log only. */
  readonly reason?: string;
  /** Shown where only the log can say more. */
  readonly requestId?: string;
}

declare module 'fastify' {
  interface FastifyReply {
    /** Why the request was refused, for its log line; empty when it was not. */
    refusedWith: string;
  }
}

/** Ends the request. Headers that earlier hooks have set, such as those of CORS, stay. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.refusedWith = refusal.reason ?? refusal.error;
  return reply
    .code(refusal.status)
    .headers({ ...refusal.headers, 'content-type': 'application/json; charset=utf-8' })
    .send(refusalBody(refusal));
}

export function refusalBody({ error, description, requestId }: Refusal): string {
  return JSON.stringify({ error, error_description: description, request_id: requestId });
}

/** The wait in whole seconds, as `Retry-After` wants it; never zero. */
export function retryAfter(waitMs: number): Readonly<Record<string, string>> {
  return { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

/** Answers every method with 405 that has no route of its own at this path. */
export function refuseOtherMethods(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  const refusal = methodNotAllowed(allowed.join(', '));
  server.route({
    method: server.supportedMethods.filter((method) => !allowed.includes(method)),
    url,
    onRequest: (_request, reply) => void refuse(reply, refusal),
    handler: () => undefined,
  });
}

/** Names every method that would have been answered. */
export function methodNotAllowed(allow: string): Refusal {
  return {
    status: 405,
    error: 'method_not_allowed',
    description: `Only ${allow} is answered here.`,
    headers: { allow },
  };
}
