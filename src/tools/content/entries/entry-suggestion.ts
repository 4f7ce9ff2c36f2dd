import type { AvailableAction } from '../../../toolkit/result.ts';
import type { EntryRow } from './entry-shape.ts';

interface Saved {
  readonly entry?: EntryRow | undefined;
  readonly is_live?: boolean | undefined;
  readonly has_unpublished_changes?: boolean | undefined;
}

/**
 * What usually follows a write: what was saved is a draft until it is published. Nothing where the space has
 * it reviewed first, for which we have no tool.
 */
export function suggestPublication(saved: Saved): readonly AvailableAction[] {
  const { entry, is_live: isLive, has_unpublished_changes: isChanged } = saved;
  if (entry?.space_id === undefined || entry['review_enabled'] === true) return [];
  if (isLive === true && isChanged !== true) return [];
  const reason =
    isLive === true
      ? 'The change is saved and not live: the published version is still the one before'
      : 'Saved as a draft, not live';
  const args = { space: entry.space_id, identifier: entry.id };
  return [{ tool: 'content-entries-manage', action: 'publish', args, reason }];
}
