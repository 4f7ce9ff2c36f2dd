/** What is read of an entry to know where it stands in its life, in one locale. */
export interface EntryStanding {
  /** Modyo's derived state: `draft`, `published`, `pending_changes`, `archived`, `translate` …. */
  readonly status?: string | null | undefined;
  readonly published?: boolean | null | undefined;
  readonly scheduled?: boolean | null | undefined;
  readonly dirty?: boolean | null | undefined;
  readonly review_enabled?: boolean | null | undefined;
  readonly workflow?:
    | { readonly current_state?: string | null | undefined; readonly archived?: boolean | null | undefined }
    | null
    | undefined;
}

export type LifecycleMove = 'update' | 'publish' | 'unpublish' | 'archive' | 'restore' | 'delete';

/** Where a move leads from here: it can be made, it is already so, or other moves come first. */
export type Passage =
  | { readonly kind: 'open' }
  | { readonly kind: 'already' }
  | { readonly kind: 'blocked'; readonly first: readonly LifecycleMove[]; readonly reason: string };

const open: Passage = { kind: 'open' };
const already: Passage = { kind: 'already' };

export function isArchived(entry: EntryStanding): boolean {
  return (
    entry.status === 'archived' ||
    entry.workflow?.archived === true ||
    entry.workflow?.current_state === 'archived'
  );
}

export function isLive(entry: EntryStanding): boolean {
  return entry.published === true;
}

/**
 * Says whether a move of an entry can be made from where it stands, and which moves come first if not.
 * Deletion is staged: unpublish, archive, delete; no step is ever taken on the way to another.
 */
export function passage(move: LifecycleMove, entry: EntryStanding): Passage {
  switch (move) {
    case 'update':
      return isArchived(entry) ? blocked(['restore'], 'An archived entry cannot be changed.') : open;
    case 'publish':
      return passageToPublish(entry);
    case 'unpublish':
      return isOut(entry) ? open : already;
    case 'archive':
      if (isArchived(entry)) return already;
      return isOut(entry)
        ? blocked(['unpublish'], 'A published or scheduled entry cannot be archived.')
        : open;
    case 'restore':
      return isArchived(entry) ? open : already;
    case 'delete':
      if (isArchived(entry)) return open;
      return isOut(entry)
        ? blocked(
            ['unpublish', 'archive'],
            'Only an archived entry can be deleted, and this one is published or scheduled.',
          )
        : blocked(['archive'], 'Only an archived entry can be deleted.');
  }
}

/** Published, or about to be. */
function isOut(entry: EntryStanding): boolean {
  return isLive(entry) || entry.scheduled === true;
}

function passageToPublish(entry: EntryStanding): Passage {
  if (isArchived(entry)) return blocked(['restore'], 'An archived entry cannot be published.');
  return isLive(entry) && entry.dirty !== true && entry.scheduled !== true ? already : open;
}

function blocked(first: readonly LifecycleMove[], reason: string): Passage {
  return { kind: 'blocked', first, reason };
}
