import { z } from 'zod';
import type { ToolContext } from '../../src/toolkit/context.ts';
import { middleware, resolver } from '../../src/toolkit/derivation.ts';
import { foreign, tenantMap } from '../../src/toolkit/foreign.ts';
import { type Identifier, identifier } from '../../src/toolkit/identifier.ts';
import { control, fail, ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { createToolkit } from '../../src/toolkit/toolkit.ts';
import type { NoteStore } from './note-store.ts';

/** A small catalogue that uses every word of the kit, over an upstream that lives in memory. */
export interface NoteContext extends ToolContext {
  readonly notes: NoteStore;
}

export const noteKit = createToolkit<NoteContext>();

const note = foreign({ id: z.number(), uid: z.string(), title: z.string(), note_status: z.string() });
const title = z.string().min(1).max(80).describe('Title of the note, e.g. "Shopping"');
const input = z.object({ identifier: identifier('Note') });

export const identifiedNote = resolver(
  'note',
  (sent: { readonly identifier: Identifier }, ctx: NoteContext) => ctx.notes.find(sent.identifier),
);
const resourceOf = ({ id, uid, title: name }: z.output<typeof note>) => ({ type: 'note', id, uid, name });

const get = noteKit.query({
  summary: 'Get one note',
  input,
  data: z.object({ note }),
  resolve: [identifiedNote],
  recovery: { NOT_FOUND: [{ tool: 'content-notes-list', reason: 'Lists the notes with their uids' }] },
  run: (_input, ctx) => ok({ note: ctx.note }, { resource: resourceOf(ctx.note) }),
});

const create = noteKit.action({
  summary: 'Create a note',
  input: z.object({ title, labels: tenantMap('Labels by name, e.g. {"color": "red"}').optional() }),
  data: z.object({ note }),
  snapshot: (_input, ctx, resource) =>
    resource === undefined ? undefined : { title: ctx.notes.find(resource.id).title },
  run(sent, ctx) {
    const stored = ctx.notes.save({ title: sent.title, ...(sent.labels && { labels: sent.labels }) });
    return ok({ note: stored }, { resource: resourceOf(stored) });
  },
});

const update = noteKit.mutation({
  summary: 'Change a note; what is not sent stays',
  confirm: 'never',
  input: input.extend({ title: title.optional() }),
  data: z.object({ note }),
  resolve: [identifiedNote],
  snapshot: (sent, ctx) => ({ title: ctx.notes.find(sent.identifier).title }),
  run(sent, ctx) {
    ctx.notes.save({ id: ctx.note.id, title: sent.title ?? ctx.note.title });
    const stored = ctx.notes.find(ctx.note.id);
    return ok({ note: stored }, { resource: resourceOf(stored) });
  },
});

const list = noteKit.query({
  summary: 'List the notes',
  paginate: true,
  filters: ['query', 'note_status'],
  input: z.object({
    query: z.string().min(1).max(40).optional().describe('Words of the title, e.g. "shop"'),
    note_status: z.enum(['draft', 'published']).optional().describe('Only this state'),
  }),
  data: z.object({ notes: z.array(note), filters: tenantMap() }),
  run({ query, note_status: status, page, per_page: perPage }, ctx) {
    const corpus = ctx.notes.all();
    const matches = corpus.filter(
      (candidate) =>
        (query === undefined || candidate.title.includes(query)) &&
        (status === undefined || candidate.note_status === status),
    );
    const notes = matches.slice((page - 1) * perPage, page * perPage);
    return ok(
      {
        notes,
        filters: {
          ...(query !== undefined && { query }),
          ...(status !== undefined && { note_status: status }),
        },
      },
      { state: { returned: notes.length, total: matches.length, searched: corpus.length } },
    );
  },
});

const publish = noteKit.mutation({
  summary: 'Publish a note',
  idempotent: true,
  destructive: false,
  input: z
    .object({
      identifier: identifier('Note'),
      publish_at: z.iso.datetime({ offset: true }).optional().describe('When to publish'),
      unpublish_at: z.iso.datetime({ offset: true }).optional().describe('When to stop'),
    })
    .refine((sent) => !sent.unpublish_at || !sent.publish_at || sent.unpublish_at > sent.publish_at, {
      path: ['unpublish_at'],
      message: 'has to be later than publish_at',
    }),
  data: z.object({ note }),
  resolve: [identifiedNote],
  run(_sent, ctx) {
    const stored = ctx.notes.save({ ...ctx.note, note_status: 'published' });
    return ok({ note: stored }, { resource: resourceOf(stored) });
  },
});

const remove = noteKit.mutation({
  summary: 'Delete a note',
  confirm: 'never',
  scope: 'modyo:admin',
  input,
  data: z.object({ deleted: z.boolean() }),
  resolve: [identifiedNote],
  notes: ['A deleted note cannot be restored.'],
  run(_sent, ctx) {
    if (ctx.note.note_status === 'published')
      return control({ cancelled: true, message: 'The note is published.' });
    ctx.notes.remove(ctx.note.id);
    return ok({ deleted: true }, { resource: resourceOf(ctx.note) });
  },
});

export const notesManage = noteKit.tool('content-notes-manage', {
  title: 'Notes',
  summary: 'Read, create, change, list, publish and delete notes',
  default: 'manage',
  actions: { manage: noteKit.manage({ get, create, update }), list, publish, delete: remove },
});

export const notesList = noteKit.tool('content-notes-list', { title: 'List notes', actions: { list } });

const shapes = noteKit.query({
  summary: 'Echo what the arguments became',
  input: z.object({
    text: z.string().min(2).max(5).describe('A short text, e.g. "abc"'),
    choice: z.enum(['one', 'two']).optional().describe('A choice'),
    count: z.int().min(1).max(10).default(3).describe('A number'),
    ratio: z.number().min(0).max(1).optional().describe('A share'),
    flag: z.boolean().optional().describe('A switch'),
    maybe: z.string().max(4).nullable().optional().describe('A text or nothing, e.g. "x"'),
    when: z.iso.date().optional().describe('A day'),
    who: identifier('Note').optional(),
    tags: z.array(z.string().min(1).max(3)).max(3).optional().describe('Some tags, e.g. ["a"]'),
    owner: z
      .strictObject({ name: z.string().max(6).describe('A name, e.g. "Ana"') })
      .optional()
      .describe('Whose it is'),
    fields: tenantMap('Values by field name, e.g. {"title": "Hi"}').optional(),
  }),
  data: z.object({ received: tenantMap() }),
  run: (sent) => ok({ received: JSON.parse(JSON.stringify(sent)) }),
});

const shapesEcho = noteKit.tool('content-shapes-echo', { title: 'Echo', actions: { echo: shapes } });

/** What a handler must not do, by name. Casts stand for code that the compiler did not see. */
const misdeeds = {
  bare_object: () => ({ note: { id: 1 } }) as never,
  nothing: () => undefined as never,
  promised_object: async () => ({ note: { id: 1 } }) as never,
  throws: () => {
    throw new Error('the database password is hunter2');
  },
  refuses: () =>
    fail('CONFLICT', 'Somebody else changed it.', {
      availableActions: [
        { tool: 'content-notes-manage', action: 'publish', reason: 'Publishes what is there' },
        { tool: 'content-ghosts-list', reason: 'Does not exist' },
      ],
      retryAfterMs: 1_500,
      details: { version: 7 },
    }),
  foreign_shape: () => ok({ note: { id: 'seven', uid: 'x', title: 'x', note_status: 'draft' } } as never),
  own_shape: () => ok({ count: 'many' } as never),
  forgotten_key: () => ok({ note: undefined, items: 'x' } as never),
  undeclared_key: () => ok({ count: 1, internal_margin: 3 }),
  bad_resource: () => ok({ count: 1 }, { resource: { type: 'note', id: null as never } }),
  many_items: () =>
    ok(
      { items: Array.from({ length: 400 }, (_, index) => ({ index, text: 'x'.repeat(500) })) },
      { state: { returned: 400, total: 400, searched: 400 } },
    ),
  one_giant: () => ok({ items: [{ index: 1, text: 'x'.repeat(200_000) }] }),
} as const;

const misdeedNames = Object.keys(misdeeds) as (keyof typeof misdeeds)[];

const misdeed = noteKit.query({
  summary: 'Answer badly',
  input: z.object({ misdeed: z.enum(misdeedNames).describe('Which one') }),
  data: z.object({
    note: note.optional(),
    count: z.number().optional(),
    items: z.array(z.object({ index: z.number(), text: z.string() })).optional(),
  }),
  run: (sent) => misdeeds[sent.misdeed](),
});

const misdeedsDo = noteKit.tool('content-misdeeds-do', {
  title: 'Misdeeds',
  actions: { do: misdeed },
});

const refusesStrangers = middleware('staff_only', (ctx: NoteContext) =>
  ctx.principal.subject === 'ana' ? { staff: 'ana' } : fail('FORBIDDEN', 'Only for staff.'),
);

const slow = noteKit.action({
  summary: 'Wait for as long as the caller does',
  timeoutMs: 200,
  input: z.object({ forever: z.boolean().default(true).describe('Whether to wait at all') }),
  data: z.object({ waited: z.boolean(), staff: z.string() }),
  use: [refusesStrangers],
  async run({ forever }, ctx) {
    if (forever) {
      await new Promise<void>((resolve) => {
        ctx.signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    ctx.notes.save({ title: 'late' });
    return ok({ waited: true, staff: ctx.staff });
  },
});

const slowWait = noteKit.tool('content-slow-wait', { title: 'Wait', actions: { wait: slow } });

export const noteTools: readonly Tool<NoteContext>[] = [
  notesManage,
  notesList,
  shapesEcho,
  misdeedsDo,
  slowWait,
];
