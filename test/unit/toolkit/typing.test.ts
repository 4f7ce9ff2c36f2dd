import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ToolContext } from '../../../src/toolkit/context.ts';
import { middleware, resolver } from '../../../src/toolkit/derivation.ts';
import { foreign } from '../../../src/toolkit/foreign.ts';
import { type Identifier, identifier } from '../../../src/toolkit/identifier.ts';
import { fail, ok } from '../../../src/toolkit/result.ts';
import { createToolkit } from '../../../src/toolkit/toolkit.ts';

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
});
