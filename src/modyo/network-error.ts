import { AppError } from '../errors/app-error.ts';
import { type UpstreamReason, upstreamError } from './reply-error.ts';

export interface NetworkFailure {
  readonly error: AppError;
  /** Whether the request cannot have reached Modyo, so that even a write may be sent again. */
  readonly isUnsent: boolean;
  /** Whether a second attempt can end differently. */
  readonly isTransient: boolean;
}

const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND']);
const unreachableCodes = new Set([
  ...unsentCodes,
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const timeoutCodes = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);
const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO)/;

/** What a failure of the connection means. Errors of ours, such as a refused address, pass as they are. */
export function readNetworkFailure(cause: unknown, isWrite: boolean): NetworkFailure {
  if (cause instanceof AppError) return { error: cause, isUnsent: false, isTransient: false };
  const code = codeOf(cause);
  const reason = reasonOf(code);
  const wasSent = reason === 'timeout' || reason === 'reset';
  return {
    error: upstreamError(reason, undefined, { isWrite: isWrite && wasSent }, undefined, cause),
    isUnsent: unsentCodes.has(code),
    isTransient: reason !== 'tls',
  };
}

function reasonOf(code: string): UpstreamReason {
  if (unreachableCodes.has(code)) return 'unreachable';
  if (timeoutCodes.has(code)) return 'timeout';
  return tlsCode.test(code) ? 'tls' : 'reset';
}

function codeOf(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}
