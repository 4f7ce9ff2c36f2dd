import { z } from 'zod';
import { resolver } from '../../src/toolkit/derivation.ts';
import { foreign, tenantMap } from '../../src/toolkit/foreign.ts';
import { type Identifier, identifier } from '../../src/toolkit/identifier.ts';
import { resource } from '../../src/toolkit/resource-model.ts';
import { ok } from '../../src/toolkit/result.ts';
import type { Tool } from '../../src/toolkit/tool.ts';
import { type NoteContext, noteKit } from './note-tools.ts';

/** A resource with fields of every kind, and lists whose answers are cut, cleaned and continued. */
export const page = resource('page', {
  fields: {
    id: { schema: z.number(), readOnly: true },
    uid: { schema: z.string(), readOnly: true },
    title: { schema: z.string().min(1).max(80), describe: 'Title of the page, e.g. "Home"' },
    layout: {
      schema: z.enum(['plain', 'wide']).default('plain'),
      describe: 'How wide its text is',
    },
    preview_token: {
      schema: z.string().max(64).optional(),
      describe: 'Whoever has it sees the draft, e.g. "p-1"',
      secret: true,
    },
  },
});

const identified = z.object({ identifier: identifier('Page') });
const identifiedPage = resolver('page', (sent: { readonly identifier: Identifier }, ctx: NoteContext) =>
  ctx.notes.find(sent.identifier),
);
const data = z.object({ page: page.output() });
const shown = (stored: ReturnType<NoteContext['notes']['find']>) => stored as never;

const get = noteKit.query({
  summary: 'Get one page',
  input: identified,
  data,
  resolve: [identifiedPage],
  run: (_sent, ctx) => ok({ page: shown(ctx.page) }, { resource: { type: page.name, id: ctx.page.id } }),
});

const create = noteKit.action({
  summary: 'Create a page',
  input: z.object(page.input('create')),
  data,
  run: (sent, ctx) => ok({ page: shown(ctx.notes.save(sent)) }),
});

const update = noteKit.mutation({
  summary: 'Change a page; what is not sent stays',
  confirm: 'never',
  input: identified.extend(page.input('update')),
  data,
  resolve: [identifiedPage],
  present: { redact: page.redactions },
  snapshot: (sent, ctx) => ({ ...ctx.notes.find(sent.identifier), owner: null }),
  run(sent, ctx) {
    const { title = ctx.page.title, layout = ctx.page['layout'], preview_token: token } = sent;
    const secret = token !== undefined && { preview_token: token };
    return ok({ page: shown(ctx.notes.save({ id: ctx.page.id, title, layout, ...secret })) });
  },
});

const pagesManage = noteKit.tool('content-pages-manage', {
  title: 'Pages',
  summary: 'Read, create and change pages',
  default: 'manage',
  actions: { manage: noteKit.manage({ get, create, update }) },
});

const pagesUpdate = noteKit.tool('content-pages-update', {
  title: 'Change a page',
  actions: { update },
});

const row = foreign({
  id: z.number(),
  uid: z.string(),
  title: z.string(),
  note_status: z.string(),
  labels: tenantMap().optional(),
});

const list = noteKit.query({
  summary: 'List all pages at once',
  input: z.object({}),
  data: z.object({ pages: z.array(row) }),
  present: {
    limit: 100,
    redact: ['*.fingerprint', 'pages.owner.phone'],
    fieldsOf: 'pages',
    suggest: ({ pages }) =>
      pages.slice(0, 1).flatMap(({ id }) => [
        { tool: 'content-pages-manage', args: { identifier: id }, reason: 'Shows the first page' },
        { tool: 'content-pages-update', args: { identifier: id }, reason: 'Changes the first page' },
        { tool: 'content-nothing-do', reason: 'Does not exist' },
      ]),
  },
  run(_sent, ctx) {
    const pages = ctx.notes.all();
    return ok(
      { pages: pages.map(shown) },
      { state: { returned: pages.length, total: pages.length, searched: pages.length } },
    );
  },
});

const pagesList = noteKit.tool('content-pages-list', { title: 'List pages', actions: { list } });

export const pageTools: readonly Tool<NoteContext>[] = [pagesManage, pagesUpdate, pagesList];
