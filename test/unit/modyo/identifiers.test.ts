import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/errors/app-error.ts';
import { createMemoryStore } from '../../../src/infrastructure/memory-store.ts';
import type { SharedStore, StoreKey } from '../../../src/infrastructure/shared-store.ts';
import type { OperationRequest } from '../../../src/modyo/client.ts';
import { createIdentifierDirectory } from '../../../src/modyo/identifiers.ts';
import type { OperationId } from '../../../src/modyo/operations.ts';
import { createFakeModyo, type FakeModyo, noSuchElement, pageOfRows } from '../../support/fake-modyo.ts';
import { createLogCapture } from '../../support/log-capture.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { errorOf } from '../../support/modyo-calls.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly uid?: string;
  readonly uuid?: string;
  readonly slug?: string;
}

const blog = { id: 31, name: 'Blog', uid: 'blog', uuid: 'u-31', default_locale: 'en' };
const spaces: readonly Row[] = [
  blog,
  { id: 32, name: 'BLOG', uid: 'blog-2', uuid: 'u-32' },
  { id: 33, name: 'Noticias', uid: 'news', uuid: 'u-33' },
  { id: 34, name: 'Twin', uid: 'twin-1', uuid: 'u-34' },
  { id: 35, name: 'Twin', uid: 'twin-2', uuid: 'u-35' },
  { id: 36, name: '33', uid: 'number-as-name', uuid: 'u-36' },
  { id: 37, name: 'Uid is a number', uid: '549895', uuid: 'u-37' },
  { id: 38, name: 'Campañas', uid: 'campanas', uuid: 'u-38' },
];

/** Modyo with lists of rows: `rows` is looked at anew at each call, so a test may change it. */
function modyoWith(rows: { [operation: string]: readonly Row[] }, host?: string): FakeModyo {
  const keys: { [operation: string]: string } = {
    listSpaces: 'spaces',
    listTypes: 'types',
    listEntries: 'entries',
    listCategories: 'categories',
  };
  const readers: { [operation: string]: [string, string] } = {
    getSpace: ['listSpaces', 'space_id'],
    getType: ['listTypes', 'type_id'],
    getEntry: ['listEntries', 'entry_id'],
    getCategory: ['listCategories', 'id'],
    updateSpace: ['listSpaces', 'space_id'],
  };
  return createFakeModyo((operation: OperationId, request: OperationRequest) => {
    const key = keys[operation];
    if (key !== undefined) return pageOfRows(key, rows[operation] ?? [], request);
    const [list = '', parameter = ''] = readers[operation] ?? [];
    const row = rows[list]?.find(({ id }) => id === request.path?.[parameter]);
    if (row === undefined) throw noSuchElement();
    return { default_locale: 'en', ...row };
  }, host);
}

function setUp(options: { store?: SharedStore; ttlMs?: number } = {}) {
  const clock = createManualClock();
  const store = options.store ?? createMemoryStore(clock);
  const logs = createLogCapture();
  const ttlMs = options.ttlMs ?? 300_000;
  const newReplica = () => createIdentifierDirectory({ store, clock, ttlMs });
  const directory = newReplica();
  const bind = (
    modyo: FakeModyo,
    binding: { tenant?: string; credential?: string; replica?: typeof directory } = {},
  ) =>
    (binding.replica ?? directory).bind({
      tenantKey: (binding.tenant ?? 'a').repeat(32),
      credentialFingerprint: (binding.credential ?? 'c').repeat(32),
      modyo,
      log: logs.log,
    });
  return { clock, store, logs, bind, newReplica };
}

describe('an identifier of a space', () => {
  test.each([
    ['blog', 31],
    ['u-33', 33],
    ['Blog', 31],
    ['BLOG', 32],
    ['noticias', 33],
    ['Campan\u0303as', 38],
    ['549895', 37],
    ['38', 38],
  ])('%j means %d', async (identifier, id) => {
    const { bind } = setUp();
    const element = await bind(modyoWith({ listSpaces: spaces })).identifiers.resolve({
      kind: 'space',
      identifier,
    });
    const { name, uid, uuid } = spaces.find((row) => row.id === id) ?? blog;
    expect(element).toEqual({ id, name, uid, uuid });
  });

  test('that is a number is an id, and costs no call', async () => {
    const { bind } = setUp();
    const modyo = modyoWith({ listSpaces: spaces });
    expect(await bind(modyo).identifiers.resolve({ kind: 'space', identifier: 999 })).toEqual({ id: 999 });
    expect(modyo.calls).toHaveLength(0);
  });

  test.each([
    ['Twin', [34, 35]],
    ['bLoG', [31, 32]],
    ['33', [33, 36]],
  ])('%j is ambiguous and says between which', async (identifier, ids) => {
    const { bind } = setUp();
    const { identifiers } = bind(modyoWith({ listSpaces: spaces }));
    const error = await errorOf(identifiers.resolve({ kind: 'space', identifier }));
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    const candidates = error.details?.['candidates'] as unknown as readonly Row[];
    expect(candidates.map(({ id }) => id).sort()).toEqual(ids);
    expect(candidates[0]).toHaveProperty('name');
    expect(candidates[0]).toHaveProperty('uid');
  });

  test('shows five candidates at most', async () => {
    const { bind } = setUp();
    const many = Array.from({ length: 9 }, (_, at) => ({ id: at + 1, name: 'Same', uid: `same-${at}` }));
    const call = bind(modyoWith({ listSpaces: many })).identifiers.resolve({
      kind: 'space',
      identifier: 'Same',
    });
    const error = await errorOf(call);
    expect(error.details?.['matches']).toBe(9);
    expect(error.details?.['candidates']).toHaveLength(5);
  });

  test('that nothing has is not found, with near names and what was searched', async () => {
    const { bind } = setUp();
    const { identifiers } = bind(modyoWith({ listSpaces: spaces }));
    const error = await errorOf(identifiers.resolve({ kind: 'space', identifier: 'Notcias' }));
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      details: {
        searched: 8,
        total: 8,
        complete: true,
        near_names: [{ id: 33, name: 'Noticias', uid: 'news' }],
      },
    });
  });

  test('of digits alone that is neither uid, name nor id is not found', async () => {
    const { bind } = setUp();
    const { identifiers } = bind(modyoWith({ listSpaces: spaces }));
    for (const identifier of ['404404', '0', '99999999999999999999']) {
      expect(await errorOf(identifiers.resolve({ kind: 'space', identifier }))).toMatchObject({
        code: 'NOT_FOUND',
      });
    }
  });

  test('is found on the last of many pages', async () => {
    const { bind } = setUp();
    const many = Array.from({ length: 730 }, (_, at) => ({
      id: at + 1,
      name: `Space ${at + 1}`,
      uid: `s-${at + 1}`,
    }));
    const modyo = modyoWith({ listSpaces: many });
    const element = await bind(modyo).identifiers.resolve({ kind: 'space', identifier: 'space 730' });
    expect(element.id).toBe(730);
    expect(modyo.calls.map(({ request }) => request.query?.['page'])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('that may lie beyond what is searched is not denied', async () => {
    const { bind } = setUp();
    const many = Array.from({ length: 2500 }, (_, at) => ({
      id: at + 1,
      name: `Space ${at + 1}`,
      uid: `s-${at + 1}`,
    }));
    const { identifiers } = bind(modyoWith({ listSpaces: many }));
    const error = await errorOf(identifiers.resolve({ kind: 'space', identifier: 'zzz' }));
    expect(error.details).toMatchObject({ searched: 2000, total: 2500, complete: false });
    expect(error.hint).toMatch(/pass the id/);
  });
});

describe('identifiers inside a space', () => {
  test('of an entry are its uuid, slug and name, by type and locale', async () => {
    const { bind } = setUp();
    const entries = [{ id: 9, uuid: 'e-9', name: 'Hello world', slug: 'hola' }];
    const modyo = modyoWith({ listEntries: entries });
    const { identifiers } = bind(modyo);
    for (const identifier of ['e-9', 'hola', 'hello world', '9']) {
      const query = { kind: 'entry', spaceId: 31, typeId: 58, locale: 'es-cl', identifier } as const;
      expect(await identifiers.resolve(query)).toEqual({
        id: 9,
        uuid: 'e-9',
        name: 'Hello world',
        uid: undefined,
      });
    }
    expect(modyo.calls[0]?.request).toMatchObject({
      path: { space_id: 31 },
      query: { type_id: 58, target_locale: 'es-cl', page: 1 },
    });
  });

  test('of an entry are found without a walk when Modyo finds the uuid or the slug itself', async () => {
    const { bind } = setUp();
    const rows = Array.from({ length: 900 }, (_, at) => ({
      id: at + 1,
      uuid: `e-${at + 1}`,
      name: `Entry ${at + 1}`,
    }));
    const modyo = createFakeModyo((operation, request) => {
      if (operation === 'getEntry') {
        const row = rows.find(({ id }) => id === request.path?.['entry_id']);
        return { ...row, slug: `entry-${row?.id}` };
      }
      const words = String(request.query?.['query'] ?? '').replace('entry-', 'Entry ');
      const found = rows.filter(
        ({ name, uuid }) => words === '' || name.includes(words) || uuid.includes(words),
      );
      return pageOfRows('entries', found, request);
    });
    const { identifiers } = bind(modyo);
    const query = { kind: 'entry', spaceId: 31 } as const;
    expect((await identifiers.resolve({ ...query, identifier: 'e-888' })).id).toBe(888);
    expect(modyo.calls).toHaveLength(1);
    expect((await identifiers.resolve({ ...query, identifier: 'entry-88' })).id).toBe(88);
    expect(modyo.calls.filter(({ operation }) => operation === 'listEntries')).toHaveLength(2);
    expect(modyo.calls.length).toBeLessThanOrEqual(11);
  });

  test('of an entry may be its name in the default language, whatever language is asked for', async () => {
    const { bind } = setUp();
    const modyo = createFakeModyo((_operation, request) => {
      const name = request.query?.['target_locale'] === 'es-cl' ? 'Hola mundo' : 'Hello world';
      return pageOfRows('entries', [{ id: 9, uuid: 'e-9', name }], request);
    });
    const { identifiers } = bind(modyo);
    for (const identifier of ['Hola mundo', 'Hello world']) {
      const query = { kind: 'entry', spaceId: 31, locale: 'es-cl', identifier } as const;
      expect((await identifiers.resolve(query)).id).toBe(9);
    }
  });

  test('of an entry name one entry although each language has an id', async () => {
    const { bind } = setUp();
    const entries = [
      { id: 9, uuid: 'e-9', name: 'Same' },
      { id: 10, uuid: 'e-9', name: 'Same' },
    ];
    const { identifiers } = bind(modyoWith({ listEntries: entries }));
    expect((await identifiers.resolve({ kind: 'entry', spaceId: 31, identifier: 'Same' })).id).toBe(9);
  });

  test('of a category are its path and slug, also below another one', async () => {
    const { bind } = setUp();
    const local = { id: 13, name: 'Local', slug: 'local', full_path: 'news/local', children: [] };
    const categories = [{ id: 12, name: 'News', slug: 'news', full_path: 'news', children: [local] }];
    const { identifiers } = bind(modyoWith({ listCategories: categories }));
    for (const identifier of ['news/local', 'local', 'LOCAL']) {
      expect((await identifiers.resolve({ kind: 'category', spaceId: 31, identifier })).id).toBe(13);
    }
  });

  test('are not those of another space', async () => {
    const { bind } = setUp();
    const modyo = modyoWith({ listTypes: [{ id: 58, name: 'Post', uid: 'post' }] });
    const { identifiers } = bind(modyo);
    await identifiers.resolve({ kind: 'type', spaceId: 31, identifier: 'post' });
    await identifiers.resolve({ kind: 'type', spaceId: 32, identifier: 'post' });
    expect(modyo.calls.map(({ request }) => request.path?.['space_id'])).toEqual([31, 32]);
  });
});

describe('what was looked up', () => {
  const query = { kind: 'space', identifier: 'blog' } as const;

  test('is remembered here and in the shared store, until its time is over', async () => {
    const { bind, clock, newReplica } = setUp({ ttlMs: 60_000 });
    const modyo = modyoWith({ listSpaces: spaces });
    await bind(modyo).identifiers.resolve(query);
    await bind(modyo).identifiers.resolve(query);
    await bind(modyo, { replica: newReplica() }).identifiers.resolve(query);
    expect(modyo.calls).toHaveLength(1);
    clock.advance(60_000);
    await bind(modyo).identifiers.resolve(query);
    expect(modyo.calls).toHaveLength(2);
  });

  test.each([
    ['tenant', { tenant: 'b' }],
    ['credential', { credential: 'd' }],
  ])('is not shared with another %s', async (_what, other) => {
    const { bind } = setUp();
    const [mine, theirs] = [
      modyoWith({ listSpaces: spaces }),
      modyoWith({ listSpaces: [{ ...blog, id: 77 }] }),
    ];
    expect((await bind(mine).identifiers.resolve(query)).id).toBe(31);
    expect((await bind(theirs, other).identifiers.resolve(query)).id).toBe(77);
    expect(theirs.calls).toHaveLength(1);
  });

  test('is not shared with another host of the same tenant', async () => {
    const { bind } = setUp();
    const theirs = modyoWith({ listSpaces: [{ ...blog, id: 77 }] }, 'other.modyo.cloud');
    await bind(modyoWith({ listSpaces: spaces })).identifiers.resolve(query);
    expect((await bind(theirs).identifiers.resolve(query)).id).toBe(77);
  });

  test('is dropped by our own write, for every credential of the tenant', async () => {
    const { bind, clock, newReplica } = setUp();
    const rows = { listSpaces: spaces };
    const modyo = modyoWith(rows);
    const elsewhere = newReplica();
    await bind(modyo, { credential: 'd', replica: elsewhere }).identifiers.resolve(query);
    rows.listSpaces = [{ ...blog, id: 90 }];
    await bind(modyo).identifiers.forget({ kind: 'space' });
    expect((await bind(modyo).identifiers.resolve(query)).id).toBe(90);
    clock.advance(5000);
    expect((await bind(modyo, { credential: 'd', replica: elsewhere }).identifiers.resolve(query)).id).toBe(
      90,
    );
  });

  test('stays when something is written in another scope', async () => {
    const { bind } = setUp();
    const modyo = modyoWith({ listSpaces: spaces });
    await bind(modyo).identifiers.resolve(query);
    await bind(modyo).identifiers.forget({ kind: 'type', spaceId: 31 });
    await bind(modyo).identifiers.resolve(query);
    expect(modyo.calls).toHaveLength(1);
  });

  test('does not come back when it was on its way during our own write', async () => {
    const { bind } = setUp();
    const rows = { listSpaces: spaces };
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = createFakeModyo(async (_operation, request) => {
      const page = pageOfRows('spaces', rows.listSpaces, request);
      await gate;
      return page;
    });
    const early = bind(slow).identifiers.resolve(query);
    await Promise.resolve();
    rows.listSpaces = [{ ...blog, id: 90 }];
    await bind(slow).identifiers.forget({ kind: 'space' });
    release();
    await early;
    expect((await bind(slow).identifiers.resolve(query)).id).toBe(90);
  });

  test('is not remembered when there was nothing', async () => {
    const { bind } = setUp();
    const rows = { listSpaces: [] as readonly Row[] };
    const { identifiers } = bind(modyoWith(rows));
    await errorOf(identifiers.resolve(query));
    rows.listSpaces = spaces;
    expect((await identifiers.resolve(query)).id).toBe(31);
  });

  test('is looked up once by those who ask at the same time, and apart for each tenant', async () => {
    const { bind } = setUp();
    const [mine, theirs] = [
      modyoWith({ listSpaces: spaces }),
      modyoWith({ listSpaces: [{ ...blog, id: 77 }] }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        bind(at % 2 === 0 ? mine : theirs, { tenant: at % 2 === 0 ? 'a' : 'b' }).identifiers.resolve(query),
      ),
    );
    expect(answers.map(({ id }) => id)).toEqual(
      Array.from({ length: 500 }, (_, at) => (at % 2 === 0 ? 31 : 77)),
    );
    expect([mine.calls.length, theirs.calls.length]).toEqual([1, 1]);
  });

  test('is looked up again by those who waited for a caller that left', async () => {
    const { bind } = setUp();
    const leaving = createFakeModyo(async () => {
      throw new AppError('The call ended.', { code: 'UPSTREAM_ERROR', details: { reason: 'aborted' } });
    });
    const modyo = modyoWith({ listSpaces: spaces });
    const [left, stayed] = await Promise.allSettled([
      bind(leaving).identifiers.resolve(query),
      bind(modyo).identifiers.resolve(query),
    ]);
    expect(left.status).toBe('rejected');
    expect(stayed).toMatchObject({ status: 'fulfilled', value: { id: 31 } });
  });
});

describe('a store that does not work', () => {
  const query = { kind: 'space', identifier: 'blog' } as const;
  const unreachable = () => Promise.reject(new AppError('no store', { code: 'UNAVAILABLE' }));

  test('is a miss, and our own writes still count here', async () => {
    const dead: SharedStore = {
      get: unreachable,
      set: unreachable,
      setIfAbsent: unreachable,
      delete: unreachable,
      isReachable: async () => false,
      close: async () => undefined,
    };
    const { bind, logs } = setUp({ store: dead });
    const rows = { listSpaces: spaces };
    const { identifiers } = bind(modyoWith(rows));
    expect((await identifiers.resolve(query)).id).toBe(31);
    rows.listSpaces = [{ ...blog, id: 90 }];
    await identifiers.forget({ kind: 'space' });
    expect((await identifiers.resolve(query)).id).toBe(90);
    expect(logs.text()).toContain('without the shared store');
  });

  test.each(['', 'not json', '[]', '{"id":"31"}', '{"id":-1}', '{"id":31,"name":7}', 'null'])(
    'with %j in it is a miss',
    async (garbage) => {
      const clock = createManualClock();
      const memory = createMemoryStore(clock);
      const poisoned: SharedStore = {
        ...memory,
        get: async (key: StoreKey) => (key.includes(':identifier:') ? garbage : memory.get(key)),
      };
      const { bind } = setUp({ store: poisoned });
      const modyo = modyoWith({ listSpaces: spaces });
      expect((await bind(modyo).identifiers.resolve(query)).id).toBe(31);
      expect(modyo.calls).toHaveLength(1);
    },
  );

  test('holds no name in its keys', async () => {
    const clock = createManualClock();
    const memory = createMemoryStore(clock);
    const keys: string[] = [];
    const watched: SharedStore = {
      ...memory,
      set: (key: StoreKey, value: string, ttlMs: number) => {
        keys.push(key);
        return memory.set(key, value, ttlMs);
      },
    };
    const { bind } = setUp({ store: watched });
    await bind(modyoWith({ listSpaces: spaces })).identifiers.resolve({
      kind: 'space',
      identifier: 'Noticias',
    });
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/a{32}.*c{32}/);
    expect(keys[0]).not.toContain('Noticias');
  });
});

describe('a remembered id that answers 404', () => {
  const query = { kind: 'space', identifier: 'blog' } as const;

  test('is looked up again, once, and the call repeated with what it means now', async () => {
    const { bind } = setUp();
    const rows = { listSpaces: spaces };
    const modyo = modyoWith(rows);
    await bind(modyo).identifiers.resolve(query);
    rows.listSpaces = [{ ...blog, id: 90 }];
    const bound = bind(modyo);
    const { id } = await bound.identifiers.resolve(query);
    expect(id).toBe(31);
    const path = { space_id: id };
    expect((await bound.modyo.call('getSpace', { path })).body).toMatchObject({ id: 90 });
    await bound.modyo.call('updateSpace', { path, body: { name: 'x' } });
    expect(modyo.calls.slice(1).map(({ line }) => line.replace(/\?.*/, ''))).toEqual([
      'GET /api/admin/content/spaces/31',
      'GET /api/admin/content/spaces',
      'GET /api/admin/content/spaces/90',
      'PUT /api/admin/content/spaces/90',
    ]);
    expect((await bind(modyo).identifiers.resolve(query)).id).toBe(90);
  });

  test('that means the same as before is not asked for again', async () => {
    const { bind } = setUp();
    const modyo = modyoWith({ listSpaces: spaces });
    await bind(modyo).identifiers.resolve(query);
    const bound = bind(modyo);
    const { id } = await bound.identifiers.resolve(query);
    const missing = () => errorOf(bound.modyo.call('getEntry', { path: { space_id: id, entry_id: 5 } }));
    expect(await missing()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await missing()).toMatchObject({ code: 'NOT_FOUND' });
    expect(modyo.calls.filter(({ operation }) => operation === 'getEntry')).toHaveLength(2);
    expect(modyo.calls.filter(({ operation }) => operation === 'listSpaces')).toHaveLength(2);
  });

  test('that means nothing any more says so with near names', async () => {
    const { bind } = setUp();
    const rows = { listSpaces: spaces };
    const modyo = modyoWith(rows);
    await bind(modyo).identifiers.resolve(query);
    rows.listSpaces = [{ id: 95, name: 'Blogs', uid: 'blogs' }];
    const bound = bind(modyo);
    const { id } = await bound.identifiers.resolve(query);
    const error = await errorOf(bound.modyo.call('getSpace', { path: { space_id: id } }));
    expect(error).toMatchObject({ code: 'NOT_FOUND', details: { near_names: [{ id: 95 }] } });
  });

  test('that was given as a number is taken at its word', async () => {
    const { bind } = setUp();
    const modyo = modyoWith({ listSpaces: spaces });
    const bound = bind(modyo);
    const { id } = await bound.identifiers.resolve({ kind: 'space', identifier: 999 });
    expect(await errorOf(bound.modyo.call('getSpace', { path: { space_id: id } }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(modyo.calls).toHaveLength(1);
  });

  test('inside a space that moved is looked up in the space of now', async () => {
    const { bind } = setUp();
    const rows: { [operation: string]: readonly Row[] } = {
      listSpaces: spaces,
      listTypes: [{ id: 58, name: 'Post', uid: 'post' }],
    };
    const modyo = modyoWith(rows);
    const typeQuery = { kind: 'type', spaceId: 31, identifier: 'post' } as const;
    const warm = bind(modyo).identifiers;
    await warm.resolve(query);
    await warm.resolve(typeQuery);
    rows['listSpaces'] = [{ ...blog, id: 90 }];
    rows['listTypes'] = [{ id: 158, name: 'Post', uid: 'post' }];
    const bound = bind(modyo);
    const space = await bound.identifiers.resolve(query);
    const type = await bound.identifiers.resolve(typeQuery);
    const answer = await bound.modyo.call('getType', { path: { space_id: space.id, type_id: type.id } });
    expect(answer.body).toMatchObject({ id: 158 });
    expect(modyo.calls.at(-1)?.line).toBe('GET /api/admin/content/spaces/90/types/158');
  });
});
