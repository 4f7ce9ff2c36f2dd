import { describe, expect, test } from 'vitest';
import {
  type EntryStanding,
  type LifecycleMove,
  passage,
} from '../../../../../src/tools/content/entries/entry-lifecycle.ts';

const draft: EntryStanding = { status: 'draft', published: false, dirty: true };
const live: EntryStanding = { status: 'published', published: true, dirty: false };
const edited: EntryStanding = { status: 'pending_changes', published: true, dirty: true };
const archived: EntryStanding = { status: 'archived', published: false };
const scheduled: EntryStanding = { status: 'scheduled', published: false, scheduled: true };

describe('the moves of an entry', () => {
  test.each<[LifecycleMove, string, EntryStanding]>([
    ['publish', 'a draft', draft],
    ['publish', 'pending changes', edited],
    ['publish', 'a scheduled entry', scheduled],
    ['unpublish', 'a live entry', live],
    ['unpublish', 'a scheduled entry', scheduled],
    ['archive', 'a draft', draft],
    ['restore', 'an archived entry', archived],
    ['delete', 'an archived entry', archived],
    ['delete', 'an entry whose workflow says archived', { workflow: { current_state: 'archived' } }],
  ])('%s is open for %s', (move, _title, entry) => {
    expect(passage(move, entry)).toEqual({ kind: 'open' });
  });

  test.each<[LifecycleMove, string, EntryStanding]>([
    ['publish', 'a live entry without changes', live],
    ['unpublish', 'a draft', draft],
    ['archive', 'an archived entry', archived],
    ['restore', 'a draft', draft],
  ])('%s has nothing to do for %s', (move, _title, entry) => {
    expect(passage(move, entry)).toEqual({ kind: 'already' });
  });

  test.each<[LifecycleMove, string, EntryStanding, LifecycleMove[]]>([
    ['publish', 'an archived entry', archived, ['restore']],
    ['update', 'an archived entry', archived, ['restore']],
    ['archive', 'a scheduled entry', scheduled, ['unpublish']],
    ['delete', 'a scheduled entry', scheduled, ['unpublish', 'archive']],
    ['archive', 'a live entry', live, ['unpublish']],
    ['delete', 'a draft', draft, ['archive']],
    ['delete', 'a live entry', live, ['unpublish', 'archive']],
    ['delete', 'an entry with pending changes', edited, ['unpublish', 'archive']],
  ])('%s of %s is refused with the steps that come first', (move, _title, entry, first) => {
    expect(passage(move, entry)).toEqual({ kind: 'blocked', first, reason: expect.stringMatching(/\.$/) });
  });
});
