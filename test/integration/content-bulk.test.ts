import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { createPassingClock } from '../support/passing-clock.ts';
import { testkit } from '../support/testkit.ts';
import type { Wire } from '../support/wire.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
});
beforeEach(() => service.sandbox.reset());
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const tool = 'content-entries-bulk';
const bulk = (action: string, args: object) => service.call(tool, { action, space: 31, ...args });
/** Really, and with the consent of a person where one is asked. */
const really = (action: string, args: object) =>
  service.confirm(tool, { action, space: 31, dry_run: false, ...args });
const writes = () => service.upstream().filter((line) => !line.startsWith('GET'));
const get = (identifier: number | string) => service.call('content-entries-get', { space: 31, identifier });

/** New drafts of the type `noticia`, by their names. */
async function drafts(...names: readonly string[]): Promise<readonly { id: number; uuid: string }[]> {
  const made: { id: number; uuid: string }[] = [];
  for (const name of names) {
    const { data } = await service.call('content-entries-manage', {
      space: 31,
      type: 'noticia',
      name,
      fields: { Título: name },
    });
    made.push({ id: data.entry.id, uuid: data.entry.uuid });
  }
  return made;
}

const uuidsOf = (entries: readonly { uuid: string }[]) => entries.map(({ uuid }) => uuid);

function alterBulk(change: (body: Wire) => object): void {
  service.sandbox.faults.inject({
    match: { method: 'POST', path: '/entries/bulk' },
    effect: { kind: 'alter-body', change: change as never },
  });
}

/** The platform accepts the request, and nothing comes of it. */
function ignoreBulk(job: object = { status: 2, results: {} }): void {
  service.sandbox.faults.inject({
    match: { method: 'POST', path: '/entries/bulk' },
    effect: { kind: 'answer', status: 202, body: { job_id: 'j-1' } },
  });
  service.sandbox.faults.inject({
    match: { path: '/background_jobs/' },
    effect: { kind: 'answer', status: 200, body: { uuid: 'j-1', ...job } as never },
  });
}

describe('a preview', () => {
  test('is what a call is, unless it says otherwise, and writes nothing', async () => {
    const [draft] = await drafts('Vista');
    service.upstream();
    const { control, data } = await bulk('publish', { identifiers: [draft?.uuid, 'no such entry'] });
    expect(control).toMatchObject({ dry_run: true, message: expect.stringContaining('1 entry in es-cl') });
    expect(data.plan).toMatchObject({
      locale: 'es-cl',
      changes: 1,
      unchanged: 0,
      refused: 1,
      entries: [
        { index: 0, identifier: draft?.uuid, entry_id: draft?.id, name: 'Vista', will_change: true },
        { index: 1, identifier: 'no such entry', code: 'NOT_FOUND', will_change: false },
      ],
    });
    expect(writes()).toEqual([]);
  });

  test('of a filter says what it searched and how much it matched', async () => {
    const listed = await service.call('content-entries-list', {
      space: 31,
      type: 'sucursal',
      states: ['unpublished'],
      per_page: 1,
    });
    const { data } = await bulk('publish', { type: 'sucursal', states: ['unpublished'] });
    expect(data.plan).toMatchObject({
      matches: listed.state.total,
      searched: listed.state.searched,
      complete: true,
    });
  });

  test('of a filter that matches more than one call takes is refused whole', async () => {
    const meta = { total_entries: 950, per_page: 100, current_page: 1, total_pages: 10 };
    service.sandbox.faults.inject({
      match: { method: 'GET', path: /\/entries\?.*query=/ },
      effect: { kind: 'answer', status: 200, body: { entries: [], meta } },
    });
    service.upstream();
    for (const dry_run of [true, false]) {
      const { error } = await bulk('publish', { query: 'a', dry_run });
      expect(error).toMatchObject({
        code: 'INVALID_PARAMS',
        fields: [{ path: 'query' }],
        details: { max: 300, complete: false, total: 950 },
      });
    }
    expect(writes()).toEqual([]);
  });

  test('of a creation shows what is created', async () => {
    service.upstream();
    const { control, data } = await bulk('create', {
      type: 'noticia',
      entries: [{ name: 'Una', fields: { Título: 'Una' } }, { name: 'Dos' }],
    });
    expect(control.dry_run).toBe(true);
    expect(data.plan).toMatchObject({ creates: 2, entries: [{ index: 0, name: 'Una' }, { index: 1 }] });
    expect(writes()).toEqual([]);
  });
});

describe('a move', () => {
  test('goes through the life of entries, and each answer is a re-read in the order of the call', async () => {
    const made = await drafts('Primera', 'Segunda');
    const identifiers = [...uuidsOf(made)].reverse();
    const published = await really('publish', { identifiers });
    expect(published.data).toMatchObject({
      changed: 2,
      failed: 0,
      pending: 0,
      items: [
        {
          index: 0,
          identifier: identifiers[0],
          name: 'Segunda',
          entry_status: 'published',
          result: 'changed',
        },
        {
          index: 1,
          identifier: identifiers[1],
          name: 'Primera',
          entry_status: 'published',
          result: 'changed',
        },
      ],
      jobs: [{ job_id: expect.any(String), job_status: 'completed', indexes: [0, 1] }],
    });
    expect(published.state).toMatchObject({ status: 'done', returned: 2, total: 2, complete: true });
    for (const [action, status] of [
      ['unpublish', 'draft'],
      ['archive', 'archived'],
      ['restore', 'draft'],
      ['archive', 'archived'],
    ] as const) {
      const { data } = await really(action, { identifiers });
      expect([action, data.changed, data.items[0].entry_status]).toEqual([action, 2, status]);
    }
    const deleted = await really('delete', { identifiers });
    expect(deleted.data).toMatchObject({ changed: 2, items: [{ result: 'changed' }, { result: 'changed' }] });
    expect(deleted.data.items[0]).not.toHaveProperty('entry_status');
    for (const { id } of made) expect((await get(id)).error.code).toBe('NOT_FOUND');
  });

  test.each(['unpublish', 'archive', 'delete'])(
    'of the kind %s is confirmed, also in bulk',
    async (action) => {
      const [entry] = await drafts('Con permiso');
      const args = { identifiers: [entry?.uuid] };
      if (action === 'unpublish') await really('publish', args);
      if (action === 'delete') await really('archive', args);
      service.upstream();
      const { control } = await bulk(action, { ...args, dry_run: false });
      expect(control).toMatchObject({ confirmation_required: true, confirm_token: expect.any(String) });
      expect(writes()).toEqual([]);
    },
  );

  test('that is agreed to is none for an entry that was changed since', async () => {
    const [entry] = await drafts('Movida');
    const args = { identifiers: [entry?.uuid], dry_run: false };
    const { control } = await bulk('archive', args);
    await service.call('content-entries-manage', { space: 31, identifier: entry?.id, name: 'Otra' });
    service.upstream();
    const late = await bulk('archive', { ...args, confirm_token: control.confirm_token });
    expect(late.error.code).toBe('CONFLICT');
    expect(writes()).toEqual([]);
  });

  test('that cannot be made of some is made of the others, each with its reason', async () => {
    const [open, live] = await drafts('Abierta', 'En vivo');
    await really('publish', { identifiers: [live?.uuid] });
    const identifiers = [live?.uuid, 'nothing here', String(open?.id), open?.uuid];
    const { data, state, isError } = await really('archive', { identifiers });
    expect(isError).toBe(false);
    expect(state.status).toBe('partial');
    expect(data.items).toMatchObject([
      { index: 0, result: 'failed', code: 'STATE_CONFLICT', steps: ['unpublish', 'archive'] },
      { index: 1, result: 'failed', code: 'NOT_FOUND' },
      { index: 2, result: 'changed', entry_status: 'archived' },
      { index: 3, result: 'failed', code: 'DUPLICATE' },
    ]);
    const again = await really('archive', { identifiers: [open?.uuid] });
    expect(again.data).toMatchObject({ unchanged: 1, jobs: [] });
    expect(again.state.status).toBe('unchanged');
  });

  test('by a filter takes every match and nothing else', async () => {
    await drafts('Zafiro uno', 'Zafiro dos', 'Otra cosa');
    const { data, state } = await really('publish', { query: 'zafiro', type: 'noticia' });
    expect(data.items.map(({ name }: Wire) => name)).toEqual(['Zafiro uno', 'Zafiro dos']);
    expect(state).toMatchObject({ status: 'done', returned: 2, searched: expect.any(Number) });
  });

  test('in a language that an entry lacks is not made in another one', async () => {
    const [entry] = await drafts('Solo en español');
    for (const identifier of [entry?.uuid, 'Solo en español']) {
      const { data } = await really('publish', { identifiers: [identifier], locale: 'en' });
      expect(data.items).toMatchObject([{ result: 'failed', code: 'NOT_IN_LANGUAGE' }]);
    }
    expect((await get(entry?.id ?? 0)).data.is_live).toBe(false);
  });

  test('of more than a hundred is sent in parts', async () => {
    const entries = Array.from({ length: 130 }, (_, at) => ({
      name: `Parte ${at}`,
      fields: { Título: `Parte ${at}` },
    }));
    const created = await really('create', { type: 'noticia', entries });
    expect(created.data).toMatchObject({ changed: 130, failed: 0 });
    expect(created.data.jobs.map(({ indexes }: Wire) => indexes.length)).toEqual([100, 30]);
    service.upstream();
    const identifiers = created.data.items.map(({ uuid }: Wire) => uuid);
    const { data } = await really('publish', { identifiers });
    expect(data).toMatchObject({ changed: 130 });
    expect(data.items.map(({ name }: Wire) => name)).toEqual(entries.map(({ name }) => name));
    expect(writes()).toHaveLength(2);
  });
});

describe('a creation', () => {
  const items = [
    { name: 'Una', slug: 'una-mas', tags: ['x'], category: 'inicio/credito', fields: { Título: 'Una' } },
    { name: 'Sin título' },
    { name: 'Tres', fields: { Título: 'Tres' } },
  ];

  test('answers each as it is stored, and why one is not there', async () => {
    const { data, state, isError } = await really('create', { type: 'noticia', entries: items });
    expect(isError).toBe(false);
    expect(state).toMatchObject({ status: 'partial', returned: 3 });
    expect(data).toMatchObject({ changed: 2, failed: 1 });
    expect(data.items).toMatchObject([
      { index: 0, name: 'Una', entry_status: 'draft', result: 'changed' },
      {
        index: 1,
        result: 'failed',
        code: 'REFUSED',
        errors: [{ path: 'entries.1.fields.Título', code: 'REFUSED' }],
      },
      { index: 2, name: 'Tres', result: 'changed' },
    ]);
    expect((await get(data.items[0].uuid)).data.entry).toMatchObject({ slug: 'una-mas', tags: ['x'] });
  });

  test('of a translation is the same entry in another language', async () => {
    const [entry] = await drafts('Original');
    const { data } = await really('create', {
      type: 'noticia',
      locale: 'en',
      entries: [{ name: 'Translated', uuid: entry?.uuid, fields: { Título: 'Translated' } }],
    });
    expect(data).toMatchObject({ locale: 'en', items: [{ uuid: entry?.uuid, result: 'changed' }] });
  });

  test.each([
    [
      'changed',
      (body: Wire) => ({ ...body, entries: body.entries.map((e: Wire) => ({ ...e, name: 'Otro' })) }),
      'name',
    ],
    [
      'cut',
      (body: Wire) => ({ ...body, entries: body.entries.map((e: Wire) => ({ ...e, tags: [] })) }),
      'tags',
    ],
    [
      'moved',
      (body: Wire) => ({ ...body, entries: body.entries.map((e: Wire) => ({ ...e, category_id: null })) }),
      'category',
    ],
  ])('of which something was %s says so', async (_what, change, path) => {
    alterBulk(change);
    const { state, data } = await really('create', { type: 'noticia', entries: items.slice(0, 1) });
    expect(data.changed).toBe(1);
    expect(state.warnings).toContainEqual(
      expect.objectContaining({ code: 'VALUE_CHANGED', path: `entries.0.${path}` }),
    );
  });

  test('of which one was dropped on the way does not claim it', async () => {
    alterBulk((body) => ({ ...body, entries: body.entries.slice(1) }));
    const two = [items[0], items[2]];
    const { data, state } = await really('create', { type: 'noticia', entries: two });
    expect(data.items[1]).toMatchObject({ index: 1, result: 'failed', code: 'NOT_REPORTED' });
    expect(state.warnings).toContainEqual(
      expect.objectContaining({ code: 'VALUE_CHANGED', path: 'entries.0.name' }),
    );
    expect(state.status).toBe('partial');
  });

  test('that a job claims and nobody finds is not there', async () => {
    ignoreBulk({
      status: 2,
      results: { created: [{ index: 0, uuid: '11111111-2222-3333-4444-555555555555' }] },
    });
    const { data } = await really('create', { type: 'noticia', entries: items.slice(2) });
    expect(data.items).toMatchObject([{ result: 'failed', code: 'NOT_FOUND' }]);
  });

  test.each([
    ['a field that the type lacks', { fields: { Titel: 'x' } }, 'entries.1.fields.Titel'],
    ['a category that there is not', { category: 'nowhere' }, 'entries.1.category'],
    ['a value of another kind', { tags: 'x' }, 'entries.1.tags'],
    ['a key that there is not', { colour: 'red' }, 'entries.1.colour'],
    ['a hostile slug', { slug: '../x' }, 'entries.1.slug'],
    ['a hostile uuid', { uuid: '../x' }, 'entries.1.uuid'],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }, 'entries.1.name'],
  ])('with %s is refused whole, and nothing is written', async (_what, wrong, path) => {
    service.upstream();
    const entries = [items[2], { name: 'Dos', ...wrong }];
    const { error } = await really('create', { type: 'noticia', entries });
    expect(error.code).toBe('INVALID_PARAMS');
    expect(error.fields.map((fault: Wire) => fault.path)).toContain(path);
    expect(writes()).toEqual([]);
  });
});

describe('a move that had no effect', () => {
  test.each([
    ['publish', { code: 'STATE_NOT_REACHED', entry_status: 'draft' }],
    ['archive', { code: 'STATE_NOT_REACHED', entry_status: 'draft' }],
  ])('%s is told of every entry', async (action, expected) => {
    const made = await drafts('Quieta', 'Muda');
    ignoreBulk({ status: 2, results: { processed: [{ index: 0 }, { index: 1 }] } });
    const { data, state } = await really(action, { identifiers: uuidsOf(made) });
    expect(data).toMatchObject({ changed: 0, failed: 2 });
    expect(data.items[0]).toMatchObject({ result: 'failed', ...expected });
    expect(state.status).not.toBe('done');
  });

  test('on a part of the entries is told of that part', async () => {
    const made = await drafts('Va', 'No va');
    alterBulk((body) => ({ ...body, uuids: body.uuids.slice(0, 1) }));
    const { data, state } = await really('publish', { identifiers: uuidsOf(made) });
    expect(data.items).toMatchObject([
      { result: 'changed', entry_status: 'published' },
      { result: 'failed', code: 'STATE_NOT_REACHED', entry_status: 'draft' },
    ]);
    expect(state.status).toBe('partial');
  });

  test('because its job failed says that', async () => {
    const made = await drafts('Rota');
    ignoreBulk({ status: 3 });
    const { data } = await really('publish', { identifiers: uuidsOf(made) });
    expect(data).toMatchObject({ items: [{ code: 'JOB_FAILED' }], jobs: [{ job_status: 'failed' }] });
  });

  test('with the reasons of the job, where it has them', async () => {
    const made = await drafts('Sin aprobar');
    ignoreBulk({ status: 2, results: { errors: [{ index: 0, errors: ['Must be approved'] }] } });
    const { data } = await really('publish', { identifiers: uuidsOf(made) });
    expect(data.items).toMatchObject([
      { code: 'REFUSED', errors: [{ code: 'REFUSED', message: 'Must be approved' }] },
    ]);
  });

  test('as far as anybody knows, since the job cannot be read, is not claimed', async () => {
    const made = await drafts('Perdida');
    ignoreBulk();
    service.sandbox.faults.inject({
      match: { path: '/background_jobs/' },
      effect: { kind: 'answer', status: 404 },
    });
    const { data, state } = await really('publish', { identifiers: uuidsOf(made) });
    expect(data).toMatchObject({ pending: 1, jobs: [{ job_id: 'j-1', job_status: 'unknown' }] });
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'JOB_NOT_OVER' }] });
  });
});

describe('what fails on the way', () => {
  test('of one part leaves the other one done', async () => {
    const entries = Array.from({ length: 101 }, (_, at) => ({ name: `N${at}`, fields: { Título: 'x' } }));
    service.sandbox.faults.inject({
      match: { method: 'POST', path: '/entries/bulk' },
      times: 1,
      effect: { kind: 'answer', status: 409, body: { errors: ['Somebody else does'] } },
    });
    const { data, state } = await really('create', { type: 'noticia', entries });
    expect(data).toMatchObject({ changed: 1, failed: 100 });
    expect(data.items[0]).toMatchObject({ index: 0, code: 'CONFLICT' });
    expect(data.items.at(-1)).toMatchObject({ index: 100, name: 'N100', result: 'changed' });
    expect(state.status).toBe('partial');
  });

  test('of the only part is the answer', async () => {
    const made = await drafts('Prohibida');
    service.sandbox.faults.inject({ match: { method: 'POST' }, effect: { kind: 'answer', status: 401 } });
    expect((await really('publish', { identifiers: uuidsOf(made) })).error.code).toBe('FORBIDDEN');
  });

  test('after the deed names the jobs', async () => {
    const made = await drafts('A ciegas');
    const { faults } = service.sandbox;
    alterBulk((body) => {
      faults.inject({ match: { method: 'GET', path: '/entries' }, effect: { kind: 'html' } });
      return body;
    });
    const { error } = await really('publish', { identifiers: uuidsOf(made) });
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('accepted the change'),
      details: { written: true, state_unknown: true, job_ids: [expect.any(String)] },
    });
  });
});

describe('what cannot be', () => {
  test.each([
    ['nothing to go by', {}],
    ['names and filters', { identifiers: ['x'], states: ['published'] }],
    ['no name', { identifiers: [] }],
    ['numbers for names', { identifiers: [1] }],
    ['too many names', { identifiers: Array.from({ length: 301 }, (_, at) => `n${at}`) }],
    ['a state that there is not', { states: ['gone'] }],
    ['a language of another space', { type: 'noticia', locale: 'fr' }],
    ['a key that there is not', { type: 'noticia', colour: 'red' }],
    ['a name of a megabyte', { identifiers: ['x'.repeat(1_000_000)] }],
  ])('%s is refused, and nothing is written', async (_what, args) => {
    service.upstream();
    const { error } = await really('archive', args);
    expect(error.code).toBe('INVALID_PARAMS');
    expect(writes()).toEqual([]);
  });

  test('hostile names lead to nothing', async () => {
    const identifiers = ['../549895', '%2e%2e', '549895?x=1'];
    service.upstream();
    const { data, state } = await really('archive', { identifiers });
    expect(data.items.map(({ code }: Wire) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(state.status).toBe('partial');
    expect(writes()).toEqual([]);
  });

  test.each([{ type: 999_999_999 }, { category: 999_999_999 }, { type: 'no such type' }])(
    'a filter that leads nowhere: %j',
    async (args) => {
      expect((await bulk('publish', args)).error.code).toBe('NOT_FOUND');
    },
  );
});

test('a job that outlasts the call is named, waited for elsewhere, and the same call goes on from there', async () => {
  const clock = createPassingClock();
  const sandbox = await startSandbox({ clock, jobDurationMs: 30_000 });
  const kit = await testkit({ clock, upstream: sandbox });
  try {
    const args = {
      action: 'publish',
      space: 31,
      type: 'sucursal',
      states: ['unpublished'],
      dry_run: false,
    };
    const actor = kit.as();
    const first = await actor.call(tool, args, { progressToken: 'p' });
    const { data, state } = first.body;
    expect(data.pending).toBeGreaterThan(0);
    expect(data.changed).toBe(0);
    expect(state).toMatchObject({ status: 'accepted', warnings: [{ code: 'JOB_NOT_OVER' }] });
    const identifier = data.jobs[0].job_id;
    expect(state.next).toMatchObject([{ tool: 'content-jobs-manage', action: 'wait', args: { identifier } }]);
    expect(first.notifications.length).toBeGreaterThan(1);
    const numbers = first.notifications.map(({ params }) => params.progress);
    expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right));
    let job = { is_over: false };
    for (let calls = 0; calls < 5 && !job.is_over; calls += 1) {
      job = (await actor.call('content-jobs-manage', { action: 'wait', identifier })).body.data;
    }
    expect(job).toMatchObject({ is_over: true, job_status: 'completed' });
    const again = await actor.call(tool, { ...args, dry_run: true });
    expect(again.body.data.plan).toMatchObject({ changes: 0, matches: 0 });
  } finally {
    await kit.close();
    await sandbox.close();
  }
});
