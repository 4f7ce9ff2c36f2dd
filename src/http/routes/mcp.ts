import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Challenges } from '../../auth/challenge.ts';
import { coversScope } from '../../auth/scopes.ts';
import type { Logger } from '../../infrastructure/logger.ts';
import type { Metrics } from '../../infrastructure/metrics.ts';
import type { AdmittedPost } from '../../mcp/admission.ts';
import type { ExchangeAnswer } from '../../mcp/answer-form.ts';
import type { Exchange } from '../../mcp/exchange.ts';
import type { StreamLimit } from '../../mcp/stream-places.ts';
import type { Caller } from '../../tenant/caller.ts';
import type { Limits } from '../hooks/limits.ts';
import type { JsonBody } from '../json-body.ts';
import { refuse, retryAfter } from '../refusal.ts';
import { traceIdOf } from '../trace-context.ts';

/** JSON-RPC 2.0: the body is no JSON. */
const parseErrorCode = -32700;
const jsonMediaType = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyReply {
    /** Whether the answer is a stream that lasts as long as its client wants; measured apart from the others. */
    listens: boolean;
  }
}

export interface McpRouteOptions {
  readonly exchange: Exchange;
  readonly challenges: Challenges;
  readonly limits: Limits;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** `POST /mcp`, behind all hooks: what is left is the message itself, its scope, and its answer. */
export function createMcpHandler(options: McpRouteOptions): RouteHandlerMethod {
  const { exchange, limits } = options;
  return async (request, reply) => {
    const body = readBody(request);
    if ('unreadable' in body) return sendParseError(reply, body.unreadable);
    const admission = exchange.admit({ body: body.value, headers: request.headers });
    if (admission.kind === 'refused') {
      reply.refusedWith = String(admission.code);
      return sendJson(reply, admission.status, admission.body);
    }
    const caller = callerOf(request, options.log);
    const isAnswered = admission.messages.some(({ id }) => id !== undefined);
    const turn = request.pendingPlace && exchange.awaitTurn(admission, caller);
    const hasPlace = !isAnswered || (await limits.awaitPlace(request, reply));
    turn?.end();
    if (!hasPlace) return reply;
    const further = admission.messages.length - 1;
    if (further > 0 && !limits.takeMore(reply, caller.tenant, further)) return reply;
    if (!coversNeededScopes(options, admission, caller, reply)) return reply;
    const answer = await exchange.serve(admission, { caller, departure: request.departure, turn });
    return answer.kind === 'limited' ? refuseStream(options, reply, answer) : sendAnswer(reply, answer);
  };
}

/** A POST without any body never reaches the parser. */
function readBody(request: FastifyRequest): JsonBody {
  return (request.body as JsonBody | undefined) ?? { unreadable: 'Parse error: the body is empty.' };
}

function sendParseError(reply: FastifyReply, message: string): FastifyReply {
  reply.refusedWith = String(parseErrorCode);
  return sendJson(
    reply,
    400,
    JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: parseErrorCode, message } }),
  );
}

function callerOf(request: FastifyRequest, log: Logger): Caller {
  const { principal, tenant, id, headers } = request;
  if (principal === undefined || tenant === undefined) throw new Error('A request came past authentication.');
  const traceId = traceIdOf(headers['traceparent']);
  return {
    principal,
    tenant,
    requestId: id,
    log: log.child({ requestId: id, tenantKey: tenant.key, traceId }),
  };
}

/** Decided before the first byte of an answer, since an answer that streams has its status already. */
function coversNeededScopes(
  { exchange, challenges }: McpRouteOptions,
  admission: AdmittedPost,
  caller: Caller,
  reply: FastifyReply,
): boolean {
  const needed = exchange.requiredScopes(admission, caller);
  if (needed.every((scope) => coversScope(caller.principal.scopes, scope))) return true;
  exchange.refusedForScope(admission, caller);
  refuse(reply, {
    status: 403,
    error: 'insufficient_scope',
    description: 'The access token does not have the scope that this call needs.',
    headers: { 'www-authenticate': challenges.insufficientScope(needed) },
  });
  return false;
}

const streamLimits: Readonly<Record<StreamLimit, string>> = {
  tenant: 'This account has as many open streams as it may have.',
  token: 'This access token has as many open streams as it may have.',
  replica: 'There are too many open streams.',
};

function refuseStream(
  { metrics }: McpRouteOptions,
  reply: FastifyReply,
  { limit, retryAfterMs }: Extract<ExchangeAnswer, { kind: 'limited' }>,
): FastifyReply {
  metrics.limitReached('streams');
  return refuse(reply, {
    status: 429,
    error: 'too_many_requests',
    description: streamLimits[limit],
    headers: retryAfter(retryAfterMs),
    reason: `streams_${limit}`,
  });
}

function sendAnswer(reply: FastifyReply, answer: Exclude<ExchangeAnswer, { kind: 'limited' }>): FastifyReply {
  switch (answer.kind) {
    case 'accepted':
      return reply.code(202).send();
    case 'json':
      return sendParts(reply, answer.status, answer.parts);
    case 'listening':
      // It waits and does not work: neither the tenant's place nor the measure of a call is for it.
      reply.request.freePlace?.();
      reply.listens = true;
      return sendStream(reply, answer.stream);
    case 'stream':
      return sendStream(reply, answer.stream);
  }
}

function sendStream(reply: FastifyReply, stream: ReadableStream<Uint8Array>): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    .send(stream);
}

function sendParts(reply: FastifyReply, status: number, parts: readonly (string | Buffer)[]): FastifyReply {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return sendJson(reply, status, only);
  // A listing shares its bytes with every other answer: written one after the other, they are never copied.
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  reply.hijack();
  reply.headers({ 'content-type': jsonMediaType, 'content-length': bytes });
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(status);
  reply.raw.cork();
  for (const part of parts) reply.raw.write(part);
  reply.raw.uncork();
  reply.raw.end();
  return reply;
}

function sendJson(reply: FastifyReply, status: number, body: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', jsonMediaType).send(body);
}
