import { AppError } from '../../../errors/app-error.ts';
import { bulkEntries, type Entry, getEntry, updateEntry } from '../../../modyo/content/entries.ts';
import { reread } from '../../reread.ts';
import type { InSpace } from '../resolvers.ts';
import { mergedBody } from './entry-body.ts';
import { isArchived } from './entry-lifecycle.ts';

/**
 * Moves an entry into the archive or out of it. The attribute of the update is what the catalogue has; the
 * bulk action, which runs in the background, is inferred and used only if the attribute has no effect.
 * @returns the uuid of the job, if the bulk action was used
 */
export async function setArchived(
  { modyo, space }: InSpace,
  version: Entry,
  archived: boolean,
): Promise<{ readonly jobId?: string }> {
  const body = mergedBody(version, { archived }, version.field_values ?? []);
  if (await isTaken(updateEntry(modyo, space.id, version.id, body))) {
    const stored = await reread(getEntry(modyo, space.id, version.id), version.id);
    if (isArchived(stored) === archived) return {};
  }
  const jobId = await bulkEntries(modyo, space.id, archived ? 'archive' : 'restore', {
    uuids: [version.uuid],
    target_locale: version.locale,
  });
  return jobId === undefined ? {} : { jobId };
}

/** A stored value that its field no longer allows keeps the entry from being saved, and not from a move. */
async function isTaken(update: Promise<void>): Promise<boolean> {
  try {
    await update;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVALID_PARAMS') return false;
    throw error;
  }
}

/** For the description of both actions: the way is not documented. */
export const archiveNote = 'archive and restore use inferred calls.';
