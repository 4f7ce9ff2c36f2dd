import { withBackup } from './entry-versions.ts';
import type { EntryContent, EntryRecord, SpaceRecord } from './records.ts';

/** A slug is unique among the published entries of a type; a duplicate gets a number when it is published. */
function withFreeSlug(content: EntryContent, entry: EntryRecord, space: SpaceRecord): EntryContent {
  const taken = new Set<string>();
  for (const other of space.entries.values()) {
    if (other.uuid === entry.uuid || other.typeId !== entry.typeId) continue;
    if (other.published !== undefined) taken.add(other.published.slug);
  }
  if (!taken.has(content.slug)) return content;
  let number = 2;
  while (taken.has(`${content.slug}-${number}`)) number += 1;
  return { ...content, slug: `${content.slug}-${number}` };
}

/** Makes `content` the published version as of `atMs`; a schedule to publish is spent by it. */
export function publishContent(
  entry: EntryRecord,
  content: EntryContent,
  space: SpaceRecord,
  atMs: number,
): void {
  const published = withFreeSlug(content, entry, space);
  if (entry.editable === content) entry.editable = published;
  entry.backups = withBackup(entry);
  entry.publications += 1;
  entry.published = published;
  entry.publishedAtMs = atMs;
  entry.schedule = undefined;
  entry.workflowState = 'draft';
  entry.updatedAtMs = atMs;
}

export function unpublishContent(entry: EntryRecord, atMs: number): void {
  entry.backups = withBackup(entry);
  entry.published = undefined;
  entry.publishedAtMs = undefined;
  entry.unpublishAtMs = undefined;
  entry.schedule = undefined;
  entry.updatedAtMs = atMs;
}

/** Keeps the space's list of timed entries in step with one entry. */
export function trackSchedule(entry: EntryRecord, space: SpaceRecord): void {
  if (entry.schedule === undefined && entry.unpublishAtMs === undefined) space.timedEntries.delete(entry);
  else space.timedEntries.add(entry);
}

/** Publishes and unpublishes what has come due, as of the moment it was due. */
export function settleSchedules(space: SpaceRecord, nowMs: number): void {
  for (const entry of space.timedEntries) {
    const { schedule } = entry;
    if (schedule !== undefined && schedule.publishAtMs <= nowMs) {
      publishContent(entry, schedule.content, space, schedule.publishAtMs);
    }
    const isOver = entry.unpublishAtMs !== undefined && entry.unpublishAtMs <= nowMs;
    if (isOver && entry.unpublishAtMs !== undefined) unpublishContent(entry, entry.unpublishAtMs);
    trackSchedule(entry, space);
  }
}
