import type { Json } from '../errors/app-error.ts';
import { type Answer, notFound, ok } from './answer.ts';
import type { SandboxCall } from './call.ts';
import type { JsonObject } from './json-object.ts';
import type { AccountData, JobRecord, JobType } from './records.ts';
import { toTimestamp, toTimestampOrNull } from './timestamp.ts';

const jobsMax = 1_000;
const statusCodes = { pending: 0, started: 1, completed: 2, failed: 3, aborted: 4 } as const;
/** The part of a job's time during which it still waits for a worker. */
const waitingFraction = 0.25;

/** Puts off `run` by the account's job duration; with a duration of 0 ms the next request finds it done. */
export function startJob(
  { data, nowMs }: Pick<SandboxCall, 'data' | 'nowMs'>,
  type: JobType,
  total: number,
  run: (nowMs: number) => Json | undefined,
): JobRecord {
  const job: JobRecord = {
    uuid: data.newUuid(),
    type,
    total,
    createdAtMs: nowMs,
    durationMs: data.jobDurationMs,
    state: 'waiting',
    results: undefined,
    run,
  };
  data.jobs.set(job.uuid, job);
  for (const uuid of data.jobs.keys()) {
    if (data.jobs.size <= jobsMax) break;
    data.jobs.delete(uuid);
  }
  return job;
}

export function abortJob(job: JobRecord): void {
  if (job.state === 'waiting') job.state = 'aborted';
}

/** Runs, in the order they were asked for, the jobs whose time has come. */
export function runDueJobs(data: AccountData, nowMs: number): void {
  for (const job of data.jobs.values()) {
    if (job.state !== 'waiting' || nowMs < job.createdAtMs + job.durationMs) continue;
    job.results = job.run(nowMs);
    job.state = 'completed';
  }
}

function progressOf(job: JobRecord, nowMs: number): { readonly status: number; readonly fraction: number } {
  if (job.state !== 'waiting') {
    return { status: statusCodes[job.state], fraction: job.state === 'completed' ? 1 : 0 };
  }
  const fraction = Math.max(0, (nowMs - job.createdAtMs) / job.durationMs);
  return fraction < waitingFraction
    ? { status: statusCodes.pending, fraction: 0 }
    : { status: statusCodes.started, fraction: Math.min(fraction, 1) };
}

export function jobView(job: JobRecord, { account }: AccountData, nowMs: number): JsonObject {
  const offset = account.utcOffsetMinutes;
  const { status, fraction } = progressOf(job, nowMs);
  const startedAtMs = job.createdAtMs + job.durationMs * waitingFraction;
  const finishedAtMs = job.createdAtMs + job.durationMs;
  return {
    uuid: job.uuid,
    type: job.type,
    status,
    progress: Math.floor(job.total * fraction),
    progress_percentage: `${(fraction * 100).toFixed(1)}%`,
    total: job.total,
    acknowledge: false,
    user_id: 1,
    account_id: account.id,
    site_id: null,
    started_at: toTimestampOrNull(status === statusCodes.pending ? undefined : startedAtMs, offset),
    finished_at: toTimestampOrNull(status === statusCodes.completed ? finishedAtMs : undefined, offset),
    created_at: toTimestamp(job.createdAtMs, offset),
    updated_at: toTimestamp(Math.min(nowMs, finishedAtMs), offset),
    ...(job.results === undefined ? {} : { results: job.results }),
  };
}

export function getJob({ data, nowMs, params }: SandboxCall): Answer {
  const job = data.jobs.get(params['uuid'] ?? '');
  return job === undefined ? notFound : ok(jobView(job, data, nowMs));
}
