import type { BackupRecord, EntryContent, EntryRecord, SpaceRecord } from './records.ts';

/** Older versions that are kept of one entry in one language. */
const backupsMax = 20;
/** Version `n` of entry 9120 has the id 91_200_000 + n, so that it is that of no entry. */
const versionsPerEntry = 10_000;
const scheduledNumber = versionsPerEntry - 1;

export type VersionKind = 'editable' | 'current' | 'scheduled' | 'backup';

/** One version of one language of an entry. */
export interface EntryVersion {
  readonly id: number;
  readonly kind: VersionKind;
  readonly content: EntryContent;
  readonly atMs: number;
}

function currentId({ id, publications }: EntryRecord): number {
  return id * versionsPerEntry + publications;
}

/** The backups of an entry after what is published now has been replaced or taken down. */
export function withBackup(entry: EntryRecord): readonly BackupRecord[] {
  if (entry.published === undefined) return entry.backups;
  const publishedAtMs = entry.publishedAtMs ?? entry.updatedAtMs;
  const backup = { id: currentId(entry), content: entry.published, publishedAtMs };
  return [backup, ...entry.backups].slice(0, backupsMax);
}

export function versionsOf(entry: EntryRecord): readonly EntryVersion[] {
  const { backups, editable, id, published, publishedAtMs, schedule, updatedAtMs } = entry;
  const versions: EntryVersion[] = [{ id, kind: 'editable', content: editable, atMs: updatedAtMs }];
  if (published !== undefined) {
    const atMs = publishedAtMs ?? updatedAtMs;
    versions.push({ id: currentId(entry), kind: 'current', content: published, atMs });
  }
  if (schedule !== undefined) {
    const scheduledId = id * versionsPerEntry + scheduledNumber;
    versions.push({ id: scheduledId, kind: 'scheduled', content: schedule.content, atMs: updatedAtMs });
  }
  const older = backups.map(
    (backup): EntryVersion => ({
      id: backup.id,
      kind: 'backup',
      content: backup.content,
      atMs: backup.publishedAtMs,
    }),
  );
  return [...versions, ...older];
}

/** The entry as the version with this id has it. */
export function entryVersion(space: SpaceRecord, versionId: number): EntryRecord | undefined {
  const entry = space.entries.get(Math.floor(versionId / versionsPerEntry));
  const version = entry && versionsOf(entry).find(({ id }) => id === versionId);
  return (
    entry && version && { ...entry, id: versionId, editable: version.content, updatedAtMs: version.atMs }
  );
}
