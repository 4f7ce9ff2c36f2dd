import { AppError, type ErrorCode, type FieldFault, type Json } from '../errors/app-error.ts';
import type { Logger } from '../infrastructure/logger.ts';
import type { Recovery } from './action.ts';
import { wireAction } from './envelope.ts';
import { type AvailableAction, type Fail, fail } from './result.ts';

/** An error as it leaves, under `error`. Closed. */
interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: readonly FieldFault[];
  readonly available_actions?: readonly ReturnType<typeof wireAction>[];
  readonly retry_after_ms?: number;
  readonly details?: { readonly [key: string]: Json | undefined };
  readonly request_id: string;
}

const maskedMessage =
  'The service failed on this call. Repeating it will not help; report the request_id to the operator.';

/**
 * What a thrown value means for the caller. Only `AppError` speaks to callers; anything else is masked,
 * and the log has it in full under the same request id.
 */
export function failOf(error: unknown, log: Logger): Fail {
  if (!(error instanceof AppError)) {
    log.error({ err: error }, 'tool call failed unexpectedly');
    return fail('INTERNAL', maskedMessage);
  }
  if (error.code === 'INTERNAL' || error.cause !== undefined) {
    log.warn({ err: error, code: error.code }, 'tool call failed');
  }
  return fail(error.code, error.hint === undefined ? error.message : `${error.message} ${error.hint}`, {
    ...(error.fields !== undefined && { fields: error.fields }),
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
    ...(error.details !== undefined && { details: error.details }),
  });
}

/** A fault of ours that was noticed, not thrown. */
export function internalFail(log: Logger, what: string, path?: string): Fail {
  log.error({ fault: what, ...(path !== undefined && { path }) }, 'tool call broke its own contract');
  return fail('INTERNAL', maskedMessage);
}

/** The text of an error result: compact JSON, and nothing that the caller cannot use. */
export function errorText(
  failure: Fail,
  facts: {
    readonly requestId: string;
    readonly recoveries: readonly Recovery[];
    /** The offer in the names that the caller knows, or `undefined` for what is hidden. */
    readonly offered: (action: AvailableAction) => AvailableAction | undefined;
  },
): string {
  const { fields, retryAfterMs, details, availableActions } = failure.options;
  const offered =
    availableActions ?? facts.recoveries.find((recovery) => recovery[failure.code])?.[failure.code];
  const visible = offered
    ?.map(facts.offered)
    .filter((action) => action !== undefined)
    .map(wireAction);
  const error: WireError = {
    code: failure.code,
    message: failure.message,
    ...(fields?.length && { fields }),
    // Who stands before a shut gate is told as well that no tool opens it.
    ...((visible?.length || failure.code === 'STATE_CONFLICT') && { available_actions: visible ?? [] }),
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
    ...(details !== undefined && { details }),
    request_id: facts.requestId,
  };
  return JSON.stringify({ error });
}
