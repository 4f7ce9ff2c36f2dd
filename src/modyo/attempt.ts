import { EventEmitter } from 'node:events';
import type { AppError } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { FieldPath, ModyoAnswer } from './client.ts';
import { readNetworkFailure } from './network-error.ts';
import type { Origin } from './origins.ts';
import { type Reply, readReply } from './reply.ts';
import { readReplyError, upstreamError } from './reply-error.ts';
import type { PreparedRequest } from './request.ts';

export interface AttemptOptions {
  readonly prepared: PreparedRequest;
  readonly host: string;
  readonly authorization: string;
  readonly userAgent: string;
  readonly isWrite: boolean;
  readonly fieldPath: FieldPath | undefined;
  readonly answerBytesMax: number;
  /** The caller's; it ends a read, and keeps a write from being sent. */
  readonly signal: AbortSignal;
  /** Milliseconds since the Unix epoch; it ends reads and writes. */
  readonly deadlineMs: number;
  readonly clock: Clock;
}

export interface Failure {
  readonly kind: 'failure';
  readonly error: AppError;
  readonly isRetryable: boolean;
  /** The wait that Modyo itself named. */
  readonly namedWaitMs?: number;
}

type Outcome = { readonly kind: 'answer'; readonly answer: ModyoAnswer } | Failure;

/** One request that may be sent several times before its deadline. */
export interface Attempt {
  readonly deadlineMs: number;
  /** Sends it once and tells the origin's breaker how that went. Never throws. */
  send(origin: Origin): Promise<Outcome>;
  /** @throws {AppError} `UPSTREAM_ERROR` when the caller leaves or the deadline comes first */
  wait(ms: number): Promise<void>;
  /** Frees the timer and the listener; to be called once, whatever happened. */
  end(): void;
}

/** Answers after which a read may be tried again. */
const transientStatuses = new Set([429, 500, 502, 503, 504]);

export function createAttempt(options: AttemptOptions): Attempt {
  const { prepared, host, isWrite, signal, deadlineMs, clock } = options;
  // undici takes an emitter too, and an `AbortSignal` of its own would cost each call some 20 µs of CPU.
  const stop = new EventEmitter();
  let stopReason: 'timeout' | 'aborted' | undefined;
  const stopFor = (reason: 'timeout' | 'aborted') => {
    stopReason ??= reason;
    stop.emit('abort');
  };
  const timer = setTimeout(() => stopFor('timeout'), Math.max(deadlineMs - clock.nowMs(), 0));
  const onCallerLeft = () => stopFor('aborted');
  if (signal.aborted) onCallerLeft();
  else if (!isWrite) signal.addEventListener('abort', onCallerLeft, { once: true });

  const headers = {
    host,
    authorization: options.authorization,
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': options.userAgent,
    // A form says its own media type, with the boundary between its parts.
    ...(typeof prepared.body === 'string' ? { 'content-type': 'application/json' } : {}),
  };

  async function exchange(origin: Origin): Promise<Reply> {
    const response = await origin.dispatcher.request({
      origin: `https://${host}`,
      path: prepared.target,
      method: prepared.method,
      headers,
      body: prepared.body ?? null,
      signal: stop,
    });
    return readReply(response, options.answerBytesMax, clock.nowMs());
  }

  function stopped(reason: 'timeout' | 'aborted', wasSent: boolean): Failure {
    const error = upstreamError(reason, undefined, { isWrite: isWrite && wasSent }, undefined, signal.reason);
    return { kind: 'failure', error, isRetryable: false };
  }

  return {
    deadlineMs,
    async send(origin) {
      if (stopReason !== undefined) {
        origin.breaker.record('abandoned');
        return stopped(stopReason, false);
      }
      try {
        const reply = await exchange(origin);
        origin.breaker.record(reply.status >= 500 ? 'failed' : 'answered');
        return judge(reply, options);
      } catch (cause) {
        origin.breaker.record(stopReason === 'aborted' ? 'abandoned' : 'failed');
        if (stopReason !== undefined) return stopped(stopReason, true);
        const { error, isUnsent, isTransient } = readNetworkFailure(cause, isWrite);
        return { kind: 'failure', error, isRetryable: isUnsent || (isTransient && !isWrite) };
      }
    },
    async wait(ms) {
      const waiting = new AbortController();
      stop.once('abort', () => waiting.abort());
      try {
        if (stopReason === undefined) await clock.sleep(ms, waiting.signal);
      } catch (cause) {
        throw upstreamError(stopReason ?? 'aborted', undefined, { isWrite: false }, undefined, cause);
      }
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onCallerLeft);
    },
  };
}

function judge(reply: Reply, { isWrite, fieldPath }: AttemptOptions): Outcome {
  const error = readReplyError(reply, { isWrite, fieldPath });
  if (error === undefined) {
    const body = reply.body.kind === 'json' ? reply.body.value : undefined;
    return { kind: 'answer', answer: { status: reply.status, body } };
  }
  const isRetryable = !isWrite && transientStatuses.has(reply.status);
  const { retryAfterMs } = reply;
  return retryAfterMs === undefined
    ? { kind: 'failure', error, isRetryable }
    : { kind: 'failure', error, isRetryable, namedWaitMs: retryAfterMs };
}
