import { type Answer, conflict, done, type ErrorItem, fieldError, notPermitted } from './answer.ts';
import type { SandboxCall } from './call.ts';
import { withEntry } from './entries.ts';
import { publishContent, trackSchedule, unpublishContent } from './entry-schedule.ts';
import type { EntryRecord, SpaceRecord } from './records.ts';
import { readTimestamp } from './timestamp.ts';

interface PublishTimes {
  readonly publishAtMs: number | undefined;
  readonly unpublishAtMs: number | undefined;
}

/** Without `published_immediately`, a `published_at` schedules and its absence publishes now. */
function readTimes(call: SandboxCall): PublishTimes | { readonly errors: readonly ErrorItem[] } {
  const { body, data, nowMs } = call;
  const offset = data.account.utcOffsetMinutes;
  const readMoment = (key: string) => (body[key] ? readTimestamp(body[key], offset) : undefined);
  const isImmediate = body['published_immediately'] ?? !body['published_at'];
  const publishAtMs = isImmediate === true ? undefined : readMoment('published_at');
  const unpublishAtMs = body['unpublish_scheduled'] === false ? undefined : readMoment('unpublished_at');
  if (isImmediate !== true && publishAtMs === undefined) {
    return { errors: [fieldError('published_at', "Published at can't be blank", 'blank')] };
  }
  if (unpublishAtMs !== undefined && unpublishAtMs <= Math.max(nowMs, publishAtMs ?? 0)) {
    return { errors: ["The scheduled unpublish date can't be in the past"] };
  }
  return { publishAtMs, unpublishAtMs };
}

/** A space with team review publishes approved versions only; its admins may force it. */
export function isReviewMissing(entry: EntryRecord, space: SpaceRecord): boolean {
  return space.settings['team_review'] === true && entry.workflowState !== 'approved';
}

/** The answer that stands in the way of a publication, if any. */
function refusalOf(entry: EntryRecord, space: SpaceRecord, call: SandboxCall): Answer | undefined {
  if (entry.workflowState === 'archived') return conflict('This element is archived and cannot be published');
  const isForced = call.body['force_publish'] === true;
  if (isForced && call.token.role !== 'owner') return notPermitted;
  return !isForced && isReviewMissing(entry, space)
    ? conflict('This element must be approved before it is published')
    : undefined;
}

/** Publishes now, or at `published_at`: the newest schedule replaces the one before, publishing now ends it. */
export function publishEntry(call: SandboxCall): Answer {
  return withEntry(call, (entry, space) => {
    const refusal = refusalOf(entry, space, call);
    if (refusal !== undefined) return refusal;
    const times = readTimes(call);
    if ('errors' in times) return conflict(...times.errors);
    const { publishAtMs, unpublishAtMs } = times;
    entry.unpublishAtMs = unpublishAtMs;
    if (publishAtMs !== undefined && publishAtMs > call.nowMs) {
      entry.schedule = { publishAtMs, content: entry.editable };
      entry.updatedAtMs = call.nowMs;
    } else {
      publishContent(entry, entry.editable, space, call.nowMs);
    }
    trackSchedule(entry, space);
    return done;
  });
}

/** Takes the published version down, and any schedule with it. */
export function unpublishEntry(call: SandboxCall): Answer {
  return withEntry(call, (entry, space) => {
    if (entry.published === undefined && entry.schedule === undefined) {
      return conflict('This element is not published');
    }
    unpublishContent(entry, call.nowMs);
    trackSchedule(entry, space);
    return done;
  });
}
