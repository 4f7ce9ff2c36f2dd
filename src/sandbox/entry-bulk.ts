import type { Json } from '../errors/app-error.ts';
import { type Answer, type ErrorItem, notFound, notPermitted, unprocessable } from './answer.ts';
import { type SandboxCall, spaceOf } from './call.ts';
import { isReviewMissing } from './entry-publication.ts';
import { publishContent, trackSchedule, unpublishContent } from './entry-schedule.ts';
import { setArchived, writeDeletion, writeNewEntry } from './entry-writes.ts';
import { startJob } from './jobs.ts';
import { jsonObjects, textOf, textsOf } from './json-object.ts';
import type { EntryRecord, SpaceRecord } from './records.ts';

const entriesMax = 100;

/** What one action does to one version: nothing is an answer too, for what it does not apply to. */
type BulkStep = (entry: EntryRecord, space: SpaceRecord, call: SandboxCall) => readonly ErrorItem[];

function publish(entry: EntryRecord, space: SpaceRecord, nowMs: number): void {
  entry.unpublishAtMs = undefined;
  publishContent(entry, entry.editable, space, nowMs);
  trackSchedule(entry, space);
}

const nothing: readonly ErrorItem[] = [];

const steps: { readonly [action: string]: BulkStep } = {
  publish(entry, space, { nowMs }) {
    if (entry.workflowState === 'archived') return nothing;
    if (isReviewMissing(entry, space)) return ['This element must be approved before it is published'];
    publish(entry, space, nowMs);
    return nothing;
  },
  force_publish(entry, space, { nowMs }) {
    if (entry.workflowState !== 'archived') publish(entry, space, nowMs);
    return nothing;
  },
  unpublish(entry, space, { nowMs }) {
    if (entry.published !== undefined) unpublishContent(entry, nowMs);
    trackSchedule(entry, space);
    return nothing;
  },
  archive(entry, _space, { nowMs }) {
    setArchived(entry, true, nowMs);
    return nothing;
  },
  restore(entry, _space, { nowMs }) {
    setArchived(entry, false, nowMs);
    return nothing;
  },
  delete(entry, space) {
    writeDeletion(space, entry);
    return nothing;
  },
  tags(entry, _space, { body, nowMs }) {
    const tags = [...new Set([...entry.editable.tags, ...(textsOf(body['tags']) ?? [])])];
    entry.editable = { ...entry.editable, tags };
    entry.updatedAtMs = nowMs;
    return nothing;
  },
};

function plain(errors: readonly ErrorItem[]): Json {
  return errors.map((error) => (typeof error === 'string' ? error : { ...error }));
}

/** Valid items are created as drafts; an invalid one is reported by its index and stops nothing. */
function createAll(call: SandboxCall, space: SpaceRecord): Json {
  const created: Json[] = [];
  const errors: Json[] = [];
  const locale = textOf(call.body['target_locale']) ?? space.defaultLocale;
  for (const [index, item] of jsonObjects(call.body['entries']).entries()) {
    const written = writeNewEntry(call, space, { ...item, locale });
    if ('errors' in written) errors.push({ index, errors: plain(written.errors) });
    else created.push({ index, uuid: written.entry.uuid });
  }
  return { created, errors };
}

function applyAll(call: SandboxCall, space: SpaceRecord, uuids: readonly string[], step: BulkStep): Json {
  const processed: Json[] = [];
  const errors: Json[] = [];
  const locale = textOf(call.body['target_locale']) ?? space.defaultLocale;
  for (const [index, uuid] of uuids.entries()) {
    const entry = space.entriesByUuid.get(uuid)?.get(locale);
    const faults = entry === undefined ? ['Entry must exist'] : step(entry, space, call);
    if (faults.length > 0) errors.push({ index, uuid, errors: plain(faults) });
    else processed.push({ index, uuid });
  }
  return { processed, errors };
}

function accept(call: SandboxCall, total: number, run: (later: SandboxCall) => Json): Answer {
  const job = startJob(call, 'BackgroundJobs::BulkEntries', total, (nowMs) => run({ ...call, nowMs }));
  return { status: 202, body: { job_id: job.uuid } };
}

/** Answers with the job at once; what it did stands in the job's `results`. */
export function bulkEntries(call: SandboxCall): Answer {
  const space = spaceOf(call);
  if (space === undefined) return notFound;
  const action = call.query.get('bulk_action') ?? '';
  if (action === 'create') {
    const items = jsonObjects(call.body['entries']);
    if (items.length === 0 || items.length > entriesMax) {
      return unprocessable(`entries must hold between 1 and ${entriesMax} items`);
    }
    return accept(call, items.length, (later) => createAll(later, space));
  }
  const step = Object.hasOwn(steps, action) ? steps[action] : undefined;
  if (step === undefined) return unprocessable('bulk_action is not included in the list');
  if (action === 'force_publish' && call.token.role !== 'owner') return notPermitted;
  const uuids = textsOf(call.body['uuids']) ?? [];
  if (uuids.length === 0 || uuids.length > entriesMax) {
    return unprocessable(`uuids must hold between 1 and ${entriesMax} items`);
  }
  return accept(call, uuids.length, (later) => applyAll(later, space, uuids, step));
}
