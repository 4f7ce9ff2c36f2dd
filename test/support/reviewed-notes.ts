import { z } from 'zod';
import { foreign } from '../../src/toolkit/foreign.ts';
import { identifier } from '../../src/toolkit/identifier.ts';
import { gate, machine } from '../../src/toolkit/machine.ts';
import { ok } from '../../src/toolkit/result.ts';
import { identifiedNote, noteKit } from './note-tools.ts';

const review = machine({
  id: 'note-review',
  initial: 'draft',
  states: { draft: { on: { APPROVE: 'approved' } }, approved: { on: { PUBLISH: 'draft' } } },
});
const oneNote = (_input: unknown, ctx: { readonly note: { readonly id: number } }) => `note:${ctx.note.id}`;
const input = z.object({ identifier: identifier('Note') });
const data = z.object({ note: foreign({ id: z.number(), title: z.string(), note_status: z.string() }) });
const next = { tool: 'content-reviews-manage', action: 'publish', reason: 'Publishes the approved note' };

export const reviewedNotes = noteKit.tool('content-reviews-manage', {
  title: 'Reviews',
  summary: 'Approve notes and publish them',
  actions: {
    approve: noteKit.action({
      summary: 'Approve a note',
      input,
      data,
      resolve: [identifiedNote],
      gate: gate(review, { in: ['draft'], on: 'APPROVE', scope: oneNote }),
      present: {
        redact: ['note.owner'],
        suggest: ({ note }) => [{ ...next, args: { identifier: note.id } }],
      },
      run: (_input, ctx) => ok({ note: ctx.note }, { resource: { type: 'note', id: ctx.note.id } }),
    }),
    publish: noteKit.mutation({
      summary: 'Publish an approved note',
      confirm: 'always',
      input,
      data,
      resolve: [identifiedNote],
      gate: gate(review, { in: ['approved'], on: 'PUBLISH', scope: oneNote }),
      plan: (_input, ctx) => ({ changes: { note_status: 'published' }, summary: `Note ${ctx.note.id}.` }),
      run(_input, ctx) {
        const note = ctx.notes.save({ ...ctx.note, note_status: 'published' });
        return ok({ note }, { resource: { type: 'note', id: note.id } });
      },
    }),
  },
});
