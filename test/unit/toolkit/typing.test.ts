import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolContext } from '../../../src/toolkit/context.ts';
import { middleware, resolver } from '../../../src/toolkit/derivation.ts';
import { foreign } from '../../../src/toolkit/foreign.ts';
import { type Identifier, identifier } from '../../../src/toolkit/identifier.ts';
import { gate, machine } from '../../../src/toolkit/machine.ts';
import { fail, ok } from '../../../src/toolkit/result.ts';
import { createToolkit } from '../../../src/toolkit/toolkit.ts';
import { reviewedNotes } from '../../support/reviewed-notes.ts';
import { createToolHost } from '../../support/tool-host.ts';

interface Ctx extends ToolContext {
  readonly api: { get(path: string): Promise<unknown> };
}

const kit = createToolkit<Ctx>();
const site = identifier('Site');
const page = foreign({ id: z.number(), title: z.string(), page_status: z.string() });
type Page = z.output<typeof page>;

const siteOf = resolver('site', async (input: { site: Identifier }, ctx: Ctx) => {
  await ctx.api.get(`/sites/${input.site}`);
  return { id: 7, name: 'Home' };
});
const pageOf = resolver(
  'page',
  async (input: { identifier: Identifier }, ctx: Ctx & { site: { id: number } }) =>
    (await ctx.api.get(`/sites/${ctx.site.id}/pages/${input.identifier}`)) as Page,
);
const withStaff = middleware('staff', (_ctx: Ctx) => ({ staff: true }));

describe('the types of a definition', () => {
  test('a handler sees parsed arguments, resolved entities and derived context', () => {
    const tool = kit.tool('channels-pages-manage', {
      title: 'Pages',
      summary: 'Pages of a site',
      default: 'list',
      actions: {
        list: kit.query({
          summary: 'List pages of a site',
          paginate: true,
          input: z.object({
            site,
            status: z.enum(['draft', 'published']).optional().describe('Only this status'),
          }),
          data: z.object({ pages: z.array(page) }),
          resolve: [siteOf],
          use: [withStaff],
          async run(input, ctx) {
            const perPage: number = input.per_page;
            const staff: boolean = ctx.staff;
            const pages = (await ctx.api.get(`/sites/${ctx.site.id}/${perPage}${staff}`)) as Page[];
            return ok(
              { pages },
              { resource: { type: 'site', id: ctx.site.id }, state: { returned: 1, total: 1 } },
            );
          },
        }),
        publish: kit.mutation({
          summary: 'Publish a page',
          idempotent: true,
          input: z.object({ site, identifier: identifier('Page') }),
          data: z.object({ page }),
          resolve: [siteOf, pageOf],
          snapshot: (_input, ctx) => ({ title: ctx.page.title }),
          async run(_input, ctx) {
            if (!ctx.page) return fail('NOT_FOUND', 'No page matches that identifier.');
            return ok({ page: ctx.page }, { state: { status: 'done' } });
          },
        }),
      },
    });
    expect(Object.keys(tool.spec.actions)).toEqual(['list', 'publish']);
  });

  test('each mistake of a definition is a compile error', () => {
    const input = z.object({ site, identifier: identifier('Page') });
    const data = z.object({ page });
    const refused = () => fail('INTERNAL', '');
    const mistakes = [
      // @ts-expect-error a bare object is not a result
      () => kit.query({ summary: 's', input, data, run: async () => ({ page: { id: 1 } }) }),
      // @ts-expect-error nothing is not a result
      () => kit.query({ summary: 's', input, data, run: () => undefined }),
      // @ts-expect-error the data is of another type
      () => kit.query({ summary: 's', input, data, run: async () => ok({ page: { id: '1' } }) }),
      // @ts-expect-error a page needs its site
      () => kit.query({ summary: 's', input, data, resolve: [pageOf], run: refused }),
      // @ts-expect-error wrong order
      () => kit.query({ summary: 's', input, data, resolve: [pageOf, siteOf], run: refused }),
      // @ts-expect-error a middleware is no resolver
      () => kit.query({ summary: 's', input, data, resolve: [withStaff], run: refused }),
      // @ts-expect-error a query is never destructive
      () => kit.query({ summary: 's', input, data, destructive: true, run: refused }),
      // @ts-expect-error an action loses nothing
      () => kit.action({ summary: 's', input, data, destructive: true, run: refused }),
      // @ts-expect-error there is no such code
      () => kit.query({ summary: 's', input, data, run: () => fail('OOPS', '') }),
      // @ts-expect-error there is no such status of a call
      () => ok({}, { state: { status: 'published' } }),
      () =>
        kit.query({
          summary: 's',
          input,
          data,
          // @ts-expect-error page exists only with paginate
          run: (i) => fail('INTERNAL', `${i.page}`),
        }),
      () =>
        kit.query({
          summary: 's',
          input,
          data,
          // @ts-expect-error site exists only with its resolver
          run: (_i, ctx) => fail('INTERNAL', ctx.site.name),
        }),
    ];
    expect(mistakes).toHaveLength(12);
  });

  test('F6.2 a handler that returns anything but a result does not compile, in any verb', () => {
    const spec = { summary: 's', input: z.object({ site }), data: z.object({ page }) } as const;
    const bare = { page: { id: 1, title: '', page_status: '' } };
    const mistakes = [
      // @ts-expect-error the data alone is not a result
      () => kit.query({ ...spec, run: () => bare }),
      // @ts-expect-error nor is its promise
      () => kit.action({ ...spec, run: async () => bare }),
      // @ts-expect-error nothing is not a result
      () => kit.mutation({ ...spec, run: () => undefined }),
      // @ts-expect-error nor is the promise of nothing
      () => kit.action({ ...spec, run: async () => undefined }),
      // @ts-expect-error what only looks like a result is none
      () => kit.query({ ...spec, run: () => ({ ok: true, data: bare }) }),
      // @ts-expect-error a result on some ways is not enough
      () => kit.action({ ...spec, run: ({ site: of }) => (of === 1 ? ok(bare) : undefined) }),
    ];
    expect(mistakes).toHaveLength(6);
    expect(kit.query({ ...spec, run: async () => ok(bare) }).verb).toBe('query');
  });

  test('each of the eight mistakes that a definition invites is a compile error', () => {
    const input = z.object({ site, identifier: identifier('Page') });
    const data = z.object({ page });
    const spec = { summary: 's', input, data } as const;
    const withTeam = middleware('team', (ctx: Ctx & { staff: boolean }) => ({
      team: ctx.staff ? 'in' : 'out',
    }));
    const review = machine({
      id: 'review',
      initial: 'draft',
      states: { draft: { on: { APPROVE: 'approved' } }, approved: {} },
    });
    const mistakes = [
      // @ts-expect-error site exists only with its resolver
      () => kit.query({ ...spec, run: (_input, ctx) => fail('INTERNAL', ctx.site.name) }),
      // @ts-expect-error page exists only with paginate
      () => kit.query({ ...spec, run: (sent) => fail('INTERNAL', `${sent.page}`) }),
      // @ts-expect-error the data is of another type
      () => kit.query({ ...spec, run: () => ok({ page: { id: '1', title: '', page_status: '' } }) }),
      // @ts-expect-error there is no such parameter
      () => kit.query({ ...spec, run: (sent) => fail('INTERNAL', `${sent.slug}`) }),
      // @ts-expect-error the team needs the staff before it
      () => kit.query({ ...spec, use: [withTeam, withStaff], run: () => fail('INTERNAL', '') }),
      // @ts-expect-error there is no such state
      () => kit.action({ ...spec, gate: gate(review, { in: ['lost'] }), run: () => fail('INTERNAL', '') }),
      () =>
        kit.action({
          ...spec,
          // @ts-expect-error there is no such event
          gate: gate(review, { in: ['draft'], on: 'VANISH' }),
          run: () => fail('INTERNAL', ''),
        }),
      // @ts-expect-error an event leads to a state that is declared
      () => machine({ id: 'm', initial: 'a', states: { a: { on: { GO: 'b' } } } }),
    ];
    expect(mistakes).toHaveLength(8);
    const inOrder = kit.query({
      ...spec,
      use: [withStaff, withTeam],
      run: (_sent, ctx) => fail('INTERNAL', ctx.team),
    });
    expect(inOrder.use.map(({ name }) => name)).toEqual(['staff', 'team']);
  });

  test('two actions with schema, gate, presenter and confirmation take no more than 40 lines', async () => {
    const source = readFileSync(new URL('../../support/reviewed-notes.ts', import.meta.url), 'utf8');
    const definition = source.trimEnd().slice(source.lastIndexOf('import ')).split('\n').slice(1);
    expect(definition.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(40);
    expect(source).not.toMatch(/\bas\b|\bany\b|@ts-/);
    const host = createToolHost([reviewedNotes]);
    const early = await host.call('content-reviews-manage', { action: 'publish', identifier: 1 });
    expect(early.body.error).toMatchObject({ code: 'STATE_CONFLICT', details: { state: 'draft' } });
    const { body } = await host.call('content-reviews-manage', { action: 'approve', identifier: 'note-1' });
    expect(body.data).toMatchObject({ note: { id: 1, owner: '[redacted]' } });
    expect(body.state).toMatchObject({ next: [{ action: 'publish', args: { identifier: 1 } }] });
    const publish = { action: 'publish', identifier: 1 };
    const asked = await host.call('content-reviews-manage', publish);
    expect(asked.body.control).toMatchObject({ confirmation_required: true });
    const token = asked.body.control?.['confirm_token'];
    const done = await host.call('content-reviews-manage', { ...publish, confirm_token: token });
    expect(done.body).toMatchObject({ data: { note: { id: 1, note_status: 'published' } } });
  });
});
