import { describe, expect, test } from 'vitest';
import { type PageRequest, walkPages } from '../../../src/modyo/pages.ts';

const rows = Array.from({ length: 950 }, (_, at) => ({ id: at + 1 }));

function list(all = rows, reported = all.length) {
  const asked: PageRequest[] = [];
  const fetchPage = async (request: PageRequest) => {
    asked.push(request);
    const [page, perPage] = [request.page ?? 1, request.per_page ?? 10];
    return {
      items: all.slice((page - 1) * perPage, page * perPage),
      meta: {
        total_entries: reported,
        per_page: perPage,
        current_page: page,
        total_pages: Math.ceil(reported / perPage),
      },
    };
  };
  return { asked, fetchPage };
}

describe('a walk over all pages', () => {
  test('reads each page once, by id, and says that it saw everything', async () => {
    const { asked, fetchPage } = list();
    const walk = await walkPages({ fetchPage, pagesMax: 50 });
    expect(walk).toMatchObject({ searched: 950, total: 950, complete: true });
    expect(walk.items).toHaveLength(950);
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(asked[0]).toEqual({ page: 1, per_page: 100, sort_by: 'id', order: 'asc' });
  });

  test('stops at its limit and says so', async () => {
    const { asked, fetchPage } = list();
    const walk = await walkPages({ fetchPage, pagesMax: 3 });
    expect(walk).toMatchObject({ searched: 300, total: 950, complete: false });
    expect(asked).toHaveLength(3);
  });

  test('stops early once it has found what it looks for', async () => {
    const { asked, fetchPage } = list();
    const walk = await walkPages({
      fetchPage,
      pagesMax: 50,
      isFound: (items) => items.some(({ id }) => id === 250),
    });
    expect(walk.complete).toBe(false);
    expect(walk.items.map(({ id }) => id)).toContain(250);
    expect(asked.length).toBeLessThan(10);
  });

  test('counts an element once when it shifts from page to page, and is not fooled by it', async () => {
    const { fetchPage } = list([...rows.slice(0, 100), ...rows.slice(99, 198)], 199);
    const walk = await walkPages({ fetchPage, pagesMax: 50 });
    expect(walk).toMatchObject({ searched: 198, total: 199, complete: false });
  });

  test('ends when Modyo reports more than it gives', async () => {
    const { asked, fetchPage } = list([], 1_000_000);
    const walk = await walkPages({ fetchPage, pagesMax: 5 });
    expect(walk).toMatchObject({ searched: 0, complete: false });
    expect(asked).toHaveLength(5);
  });

  test('of an empty list is complete', async () => {
    expect(await walkPages({ fetchPage: list([]).fetchPage, pagesMax: 5 })).toEqual({
      items: [],
      searched: 0,
      total: 0,
      complete: true,
    });
  });
});
