import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { closeLingering, type Refusal, refusalBody, refuse, retryAfter } from './refusal.ts';

const unavailableRetryMs = 5000;

export function registerNotFound(server: FastifyInstance): void {
  server.setNotFoundHandler((_request, reply) =>
    refuse(reply, { status: 404, error: 'not_found', description: 'There is nothing at this address.' }),
  );
}

/** Answers what goes wrong outside our own refusals: the framework's errors, bugs, and a missing dependency. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const refusal = refusalOf(error, request.id);
  if (refusal.status === 413) closeLingering(reply);
  if (refusal.status >= 500) log.error({ requestId: request.id, err: error }, 'request failed');
  return refuse(reply, refusal);
}

function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof AppError && error.code === 'UNAVAILABLE')
    return {
      status: 503,
      error: 'temporarily_unavailable',
      description: 'A part that this service needs does not answer. Try again shortly.',
      headers: retryAfter(error.retryAfterMs ?? unavailableRetryMs),
      requestId,
    };
  switch (statusOf(error)) {
    case 413:
      return {
        status: 413,
        error: 'body_too_large',
        description: 'The body is larger than this service takes.',
      };
    case 415:
      return {
        status: 415,
        error: 'unsupported_media_type',
        description: 'The media type is not read here.',
      };
    case 400:
      return { status: 400, error: 'invalid_request', description: 'The request is malformed.' };
    default:
      return {
        status: 500,
        error: 'server_error',
        description: 'The service failed. Name the request id when you report it.',
        requestId,
      };
  }
}

/** The status that the framework gave to an error of its own. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;
}

/** Answers bytes that are no HTTP request, or one that never became whole; then the connection is over. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) {
    const refusal = clientRefusals[error.code ?? ''] ?? malformed;
    const body = refusalBody(refusal);
    socket.write(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nConnection: close\r\nCache-Control: no-store\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

const malformed: Refusal = {
  status: 400,
  error: 'invalid_request',
  description: 'This is not an HTTP request.',
};

const clientRefusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: 'request_timeout',
    description: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: { status: 431, error: 'headers_too_large', description: 'The headers are too large.' },
};
