import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Dispatcher } from 'undici';
import { AppError, type ErrorCode } from '../errors/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Logger } from '../infrastructure/logger.ts';
import { createGuardedLookup } from './address-guard.ts';
import { type Attempt, createAttempt, type Failure } from './attempt.ts';
import type { ModyoAnswer, ModyoClient, OperationRequest } from './client.ts';
import type { ModyoCredential } from './credential.ts';
import type { OperationId } from './operations.ts';
import { createOrigins, type Origin } from './origins.ts';
import { rateLimited } from './reply-error.ts';
import { isWrite, prepareRequest } from './request.ts';

interface UpstreamMetrics {
  upstreamCalled(operation: string, outcome: 'ok' | 'aborted' | ErrorCode, durationMs: number): void;
}

export interface ModyoConnectorOptions {
  /** The only hosts that are called: names below these. */
  readonly suffixes: readonly string[];
  /** Bounds one call of one operation, retries included. */
  readonly upstreamTimeoutMs: number;
  /** Of this service; for the `User-Agent`. */
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: UpstreamMetrics;
  /** Hosts that are reached in another way than over the internet; it owns what it returns. */
  readonly dispatcherFor?: (host: string) => Dispatcher | undefined;
  /** Resolves names; its answers are checked, whatever it is. */
  readonly lookup?: LookupFunction;
  /** From 0 up to 1, for the spread of retries. */
  readonly random?: () => number;
}

interface ModyoBinding {
  readonly host: string;
  readonly credential: ModyoCredential;
  /** Ends the reads. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export interface ModyoConnector {
  /** A client for one caller and one call; costs nothing to make. */
  client(binding: ModyoBinding): ModyoClient;
  /** Waits for the calls in flight, then closes every connection. */
  close(): Promise<void>;
}

const answerBytesMax = 8 * 1024 * 1024;
const retriesMax = 2;
const retryBaseMs = 150;
/** A retry that would leave less time than this for its answer is not made. */
const lastAttemptMs = 200;
const backOffMsMax = 60_000;

export function createModyoConnector(options: ModyoConnectorOptions): ModyoConnector {
  const { clock, metrics, upstreamTimeoutMs, random = Math.random } = options;
  const origins = createOrigins({
    suffixes: options.suffixes,
    timeoutMs: upstreamTimeoutMs,
    lookup: createGuardedLookup(options.lookup ?? systemLookup),
    dispatcherFor: options.dispatcherFor ?? (() => undefined),
    clock,
  });
  const userAgent = `modyo-mcp-service/${options.version}`;

  async function attemptUntilDeadline(
    attempt: Attempt,
    host: string,
    fingerprint: string,
  ): Promise<ModyoAnswer> {
    for (let retry = 0; ; retry += 1) {
      const origin = origins.of(host);
      refuseWhileOpen(origin);
      const outcome = await attempt.send(origin);
      if (outcome.kind === 'answer') return outcome.answer;
      noteBackOff(origin, fingerprint, outcome, clock.nowMs());
      const waitMs = retryWaitMs(outcome, retry, random());
      if (waitMs === undefined || clock.nowMs() + waitMs + lastAttemptMs > attempt.deadlineMs)
        throw outcome.error;
      await attempt.wait(waitMs);
    }
  }

  async function call(
    binding: ModyoBinding,
    id: OperationId,
    request: OperationRequest,
  ): Promise<ModyoAnswer> {
    const startedAtMs = clock.nowMs();
    const { host, credential, log } = binding;
    const prepared = prepareRequest(id, request);
    const attempt = createAttempt({
      prepared,
      userAgent,
      answerBytesMax,
      clock,
      host,
      authorization: credential.authorization(),
      isWrite: isWrite(id),
      fieldPath: request.fieldPath,
      signal: binding.signal,
      deadlineMs: startedAtMs + upstreamTimeoutMs,
    });
    try {
      refuseDuringBackOff(origins.of(host), credential.fingerprint, clock.nowMs());
      const answer = await attemptUntilDeadline(attempt, host, credential.fingerprint);
      metrics.upstreamCalled(id, 'ok', clock.nowMs() - startedAtMs);
      return answer;
    } catch (error) {
      reportFailure(error, { operation: id, durationMs: clock.nowMs() - startedAtMs, log, metrics });
      throw error;
    } finally {
      attempt.end();
    }
  }

  return {
    client: (binding) => ({
      host: binding.host,
      call: (operation, request = {}) => call(binding, operation, request),
    }),
    close: () => origins.close(),
  };
}

function retryWaitMs({ error, isRetryable }: Failure, retry: number, random: number): number | undefined {
  if (!isRetryable || retry >= retriesMax) return undefined;
  const spreadMs = retryBaseMs * 2 ** retry * (0.5 + random / 2);
  return Math.max(spreadMs, error.retryAfterMs ?? 0);
}

function refuseDuringBackOff(origin: Origin, fingerprint: string, nowMs: number): void {
  const untilMs = origin.backOffs.get(fingerprint);
  if (untilMs !== undefined) throw rateLimited(untilMs - nowMs);
}

function refuseWhileOpen(origin: Origin): void {
  const waitMs = origin.breaker.admit();
  if (waitMs === 0) return;
  throw new AppError('Modyo failed too often just now, so nothing is sent to it for a while.', {
    code: 'UNAVAILABLE',
    hint: 'Repeat the call after the wait.',
    retryAfterMs: waitMs,
    details: { reason: 'circuit_open' },
  });
}

/** Whoever else calls with the same credential is spared the way to a Modyo that has asked for quiet. */
function noteBackOff(
  origin: Origin,
  fingerprint: string,
  { error, namedWaitMs }: Failure,
  nowMs: number,
): void {
  if (error.code !== 'RATE_LIMITED' || namedWaitMs === undefined) return;
  const waitMs = Math.min(namedWaitMs, backOffMsMax);
  origin.backOffs.set(fingerprint, nowMs + waitMs, waitMs);
}

interface CallReport {
  readonly operation: OperationId;
  readonly durationMs: number;
  readonly log: Logger;
  readonly metrics: UpstreamMetrics;
}

function reportFailure(error: unknown, { operation, durationMs, log, metrics }: CallReport): void {
  const code = error instanceof AppError ? error.code : 'INTERNAL';
  const reason = error instanceof AppError ? error.details?.['reason'] : undefined;
  metrics.upstreamCalled(operation, reason === 'aborted' ? 'aborted' : code, durationMs);
  log.warn({ operation, code, reason, durationMs, cause: causeCode(error) }, 'modyo call failed');
}

function causeCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return undefined;
  return typeof cause.code === 'string' ? cause.code : undefined;
}
