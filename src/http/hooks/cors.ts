import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';

/** What a page may send. Beside these, every `Mcp-Param-…`. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Accept',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
  'traceparent',
  'tracestate',
  'baggage',
];

/** What a page may read: without it, a client in a browser never sees the challenge. */
const exposedHeaders = ['WWW-Authenticate', 'Retry-After', 'Mcp-Session-Id'];

const parameterHeader = /^mcp-param-[a-z0-9-]{1,64}$/i;
const parameterHeadersMax = 32;
const preflightSeconds = 600;

const anyOrigin: FastifyCorsOptions = {
  // Origins were vetted by the hook before this one, so the one that is here is answered with itself.
  origin: true,
  // GET and DELETE are answered with 405, which a page can only see if it may send them.
  methods: ['POST', 'GET', 'DELETE', 'OPTIONS'],
  exposedHeaders,
  allowedHeaders,
  maxAge: preflightSeconds,
  strictPreflight: false,
};

/** Options of @fastify/cors for one request. */
export function corsOptions(
  request: FastifyRequest,
  callback: (error: Error | null, options: FastifyCorsOptions) => void,
): void {
  const requested = request.headers['access-control-request-headers'];
  const parameterHeaders = typeof requested === 'string' ? findParameterHeaders(requested) : [];
  callback(
    null,
    parameterHeaders.length === 0
      ? anyOrigin
      : { ...anyOrigin, allowedHeaders: [...allowedHeaders, ...parameterHeaders] },
  );
}

function findParameterHeaders(requested: string): readonly string[] {
  return requested
    .split(',')
    .map((name) => name.trim())
    .filter((name) => parameterHeader.test(name))
    .slice(0, parameterHeadersMax);
}
