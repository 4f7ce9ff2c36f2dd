import { AppError, type AppErrorOptions } from '../errors/app-error.ts';
import type { FieldPath } from './client.ts';
import { errorItems, readFaults } from './field-faults.ts';
import type { Reply } from './reply.ts';

export interface ReplyContext {
  readonly isWrite: boolean;
  readonly fieldPath?: FieldPath | undefined;
}

/** The wait that is named where Modyo names none. */
const rateLimitWaitMs = 1000;

/**
 * What an answer means for the caller, or `undefined` for a good one. Only the items of `errors` are taken
 * from the body, and only into `fields`.
 */
export function readReplyError(reply: Reply, context: ReplyContext): AppError | undefined {
  const { status, body } = reply;
  if (status === 429) return rateLimited(reply.retryAfterMs);
  if (status >= 300 && status < 400) return upstreamError('redirect', status, { isWrite: false });
  if (status >= 500) return upstreamError('server_error', status, context, reply.retryAfterMs);
  if (body.kind === 'not_json' || body.kind === 'too_large') return upstreamError(body.kind, status, context);
  if (status >= 400) return refusal(reply, context);
  if (body.kind === 'json' && errorItems(body.value).length > 0) return failedOperation(409, reply, context);
  return undefined;
}

function refusal(reply: Reply, context: ReplyContext): AppError {
  switch (reply.status) {
    case 401:
      return reply.body.kind === 'empty' ? missingPermission() : badToken();
    case 403:
      return missingPermission();
    case 404:
    case 410:
      return new AppError('Modyo has no such element, or the owner of its token may not see it.', {
        code: 'NOT_FOUND',
      });
    case 400:
    case 409:
    case 422:
      return failedOperation(reply.status, reply, context);
    default:
      return upstreamError('unexpected_status', reply.status, context);
  }
}

function missingPermission(): AppError {
  return new AppError('The owner of the Modyo token lacks the permission for this operation.', {
    code: 'FORBIDDEN',
    hint: 'An administrator of the Modyo account can grant it.',
  });
}

function badToken(): AppError {
  return new AppError('Modyo does not accept the API token of this account.', {
    code: 'UNAUTHORIZED',
    hint: 'The token or its owner was removed or deactivated; the operator of this service must renew it.',
  });
}

function failedOperation(status: number, { body }: Reply, { fieldPath }: ReplyContext): AppError {
  const { fields, sentences } = readFaults(body.kind === 'json' ? body.value : undefined, fieldPath);
  if (fields.length > 0) {
    return new AppError('Modyo does not accept some of the values.', {
      code: 'INVALID_PARAMS',
      fields: [...fields, ...sentences],
    });
  }
  const reported = sentences.length === 0 ? {} : { fields: sentences };
  if (status === 409) {
    return new AppError('Modyo refused the operation in the present state of the element.', {
      code: 'CONFLICT',
      ...reported,
    });
  }
  return new AppError('Modyo does not accept the parameters of the operation.', {
    code: 'INVALID_PARAMS',
    ...reported,
  });
}

export function rateLimited(retryAfterMs = rateLimitWaitMs): AppError {
  return new AppError('Modyo answers that there were too many requests.', {
    code: 'RATE_LIMITED',
    hint: 'Repeat the call after the wait.',
    retryAfterMs,
  });
}

const upstreamMessages = {
  redirect: 'Modyo answered with a redirect, which is never followed.',
  server_error: 'Modyo failed to answer.',
  not_json: 'The answer is not JSON, so it came from something in front of Modyo.',
  too_large: 'The answer of Modyo is larger than this service reads.',
  unexpected_status: 'Modyo answered with a status that this operation does not have.',
  unexpected_shape: 'The answer of Modyo does not have the expected form.',
  timeout: 'Modyo did not answer in time.',
  reset: 'The connection to Modyo broke before the whole answer was there.',
  unreachable: 'Modyo could not be reached.',
  tls: 'The secure connection to Modyo could not be established.',
  aborted: 'The call ended before Modyo answered.',
} as const;

export type UpstreamReason = keyof typeof upstreamMessages;

/** An `UPSTREAM_ERROR`; after a write that was sent it says that the outcome is not known. */
export function upstreamError(
  reason: UpstreamReason,
  status: number | undefined,
  { isWrite }: Pick<ReplyContext, 'isWrite'>,
  retryAfterMs?: number,
  cause?: unknown,
): AppError {
  const options: AppErrorOptions = {
    code: 'UPSTREAM_ERROR',
    details: { reason, status, state_unknown: isWrite ? true : undefined },
    cause,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isWrite
      ? { hint: 'The change may or may not have been made: read the element before you repeat it.' }
      : {}),
  };
  return new AppError(upstreamMessages[reason], options);
}
