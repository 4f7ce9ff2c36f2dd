import { AppError } from '../../src/errors/app-error.ts';

export interface Note {
  readonly id: number;
  readonly uid: string;
  readonly title: string;
  readonly note_status: 'draft' | 'published';
  readonly [key: string]: unknown;
}

/** An upstream of a few notes that counts how often it was asked, and can be told to misbehave. */
export interface NoteStore {
  readonly calls: readonly string[];
  all(): readonly Note[];
  find(identifier: string | number): Note;
  save(note: Partial<Note> & { readonly title: string }): Note;
  remove(id: number): void;
  /** What is stored in place of what is sent, from now on. */
  storeInstead(change: (note: Note) => Note): void;
}

export function createNoteStore(count = 3): NoteStore {
  const calls: string[] = [];
  const notes = new Map<number, Note>();
  let alter = (note: Note) => note;
  for (let id = 1; id <= count; id += 1) {
    notes.set(id, {
      id,
      uid: `note-${id}`,
      title: `Note ${id}`,
      note_status: 'draft',
      owner: { name: 'Ana' },
    });
  }
  return {
    calls,
    all() {
      calls.push('all');
      return [...notes.values()];
    },
    find(identifier) {
      calls.push('find');
      const found = [...notes.values()].filter((note) => note.id === identifier || note.uid === identifier);
      if (found[0] === undefined) throw new AppError('No such note.', { code: 'NOT_FOUND' });
      return found[0];
    },
    save(sent) {
      calls.push('save');
      const id = sent.id ?? notes.size + 1;
      const stored = alter({ uid: `note-${id}`, note_status: 'draft', ...notes.get(id), ...sent, id });
      notes.set(id, stored);
      return stored;
    },
    remove(id) {
      calls.push('remove');
      notes.delete(id);
    },
    storeInstead(change) {
      alter = change;
    },
  };
}
