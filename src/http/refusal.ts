import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

/** A body up to this size is read to its end after a refusal, so that the connection can go on. */
const drainedBytesMax = 65_536;
/** How long the rest of a refused body is thrown away, so that its sender gets to read the refusal. */
const lingerMs = 2000;

/** Ends the request. Headers that earlier hooks have set, such as those of CORS, stay. */
export function refuse(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.refusedWith = refusal.reason ?? refusal.error;
  if (hasMuchUnread(reply.request)) closeLingering(reply);
  return reply
    .code(refusal.status)
    .headers({ ...refusal.headers, 'content-type': 'application/json; charset=utf-8' })
    .send(refusalBody(refusal));
}

/** Whether the request has a long body that nobody has read, or one of a length that it does not tell. */
function hasMuchUnread({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > drainedBytesMax
  );
}

/**
 * Closes the connection after the answer. One that is closed while its peer still writes is reset, and the
 * peer never reads why. So our side ends first, and what still comes is thrown away for a while.
 */
export function closeLingering(reply: FastifyReply): void {
  const { socket } = reply.request.raw;
  reply.header('connection', 'close');
  socket.destroySoon = () => {
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    socket.end();
  };
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
