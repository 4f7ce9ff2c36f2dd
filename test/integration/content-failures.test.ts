import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  await addEmptyType(service);
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

/** For what only a type without entries can show. */
async function addEmptyType({ call }: ContentService): Promise<void> {
  await call('content-types-manage', { space: 31, name: 'Vacío', uid: 'vacio' });
}

interface Case {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the call gets as far as a write when all is well. */
  readonly isWrite: boolean;
  /** The argument that names the element, and leads nowhere in the test of missing elements. */
  readonly names?: string;
}

/** Three bytes under the name of a picture. */
const assetFile = { content_base64: 'AAAA', file_name: 'x.png' };
const noticia = { space: 31, type: 'noticia' };
const draftEntry = { space: 31, identifier: 549_895 };
const category = { space: 31, identifier: 13 };

const cases: readonly (readonly [string, Case])[] = [
  ['spaces list', { tool: 'content-spaces-list', args: {}, isWrite: false }],
  [
    'spaces get',
    { tool: 'content-spaces-get', args: { identifier: 31 }, isWrite: false, names: 'identifier' },
  ],
  ['spaces create', { tool: 'content-spaces-manage', args: { name: 'Nuevo' }, isWrite: true }],
  [
    'spaces update',
    {
      tool: 'content-spaces-manage',
      args: { identifier: 31, description: 'x' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'spaces delete',
    {
      tool: 'content-spaces-manage',
      args: { action: 'delete', identifier: 33, confirm_name: 'Retail' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  ['types list', { tool: 'content-types-list', args: { space: 31 }, isWrite: false, names: 'space' }],
  [
    'types get',
    { tool: 'content-types-get', args: { space: 31, identifier: 52 }, isWrite: false, names: 'identifier' },
  ],
  [
    'types create',
    { tool: 'content-types-manage', args: { space: 31, name: 'Nuevo' }, isWrite: true, names: 'space' },
  ],
  [
    'types update',
    {
      tool: 'content-types-manage',
      args: { space: 31, identifier: 52, description: 'x' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'types delete',
    {
      tool: 'content-types-manage',
      args: { action: 'delete', space: 31, identifier: 'vacio' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'types reindex',
    {
      tool: 'content-types-manage',
      args: { action: 'reindex', space: 31, identifier: 52 },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'types cancel_reindex',
    {
      tool: 'content-types-manage',
      args: { action: 'cancel_reindex', space: 31, identifier: 52 },
      isWrite: false,
      names: 'identifier',
    },
  ],
  [
    'types upsert, new',
    {
      tool: 'content-types-upsert',
      args: { space: 31, uid: 'nueva', name: 'Nueva' },
      isWrite: true,
      names: 'space',
    },
  ],
  [
    'types upsert, existing',
    {
      tool: 'content-types-upsert',
      args: { space: 31, uid: 'noticia', description: 'x' },
      isWrite: true,
      names: 'space',
    },
  ],
  [
    'types copy',
    {
      tool: 'content-types-copy',
      args: { space: 31, identifier: 52, uid: 'copiada' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'spaces copy',
    {
      tool: 'content-spaces-copy',
      args: { identifier: 33, name: 'Copia', uid: 'copia', dry_run: false },
      isWrite: true,
      names: 'identifier',
    },
  ],
  ['entries list', { tool: 'content-entries-list', args: noticia, isWrite: false, names: 'type' }],
  ['entries get', { tool: 'content-entries-get', args: draftEntry, isWrite: false, names: 'identifier' }],
  ...['compare', 'review'].map((action): readonly [string, Case] => [
    `entries ${action}`,
    {
      tool: 'content-entries-get',
      args: { action, ...draftEntry, ...(action === 'compare' && { from: 'editable' }) },
      isWrite: false,
      names: 'identifier',
    },
  ]),
  [
    'entries create',
    {
      tool: 'content-entries-manage',
      args: { ...noticia, name: 'Nueva', fields: { Título: 'x' } },
      isWrite: true,
      names: 'type',
    },
  ],
  [
    'entries update',
    {
      tool: 'content-entries-manage',
      args: { ...draftEntry, tags: ['x'], list_mode: 'append' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'entries upsert, new',
    {
      tool: 'content-entries-upsert',
      args: { ...noticia, slug: 'del-todo-nueva', name: 'Del todo nueva', fields: { Título: 'x' } },
      isWrite: true,
      names: 'type',
    },
  ],
  [
    'entries upsert, existing',
    {
      tool: 'content-entries-upsert',
      args: { ...noticia, slug: '549897', locale: 'es-cl', name: 'Otro nombre' },
      isWrite: true,
      names: 'type',
    },
  ],
  ...['publish', 'unpublish', 'archive', 'restore', 'clone', 'delete'].map(
    (action): readonly [string, Case] => [
      `entries ${action}`,
      {
        tool: 'content-entries-manage',
        args: { action, ...draftEntry },
        isWrite: action === 'clone',
        names: 'identifier',
      },
    ],
  ),
  [
    'categories list',
    { tool: 'content-categories-list', args: { space: 31 }, isWrite: false, names: 'space' },
  ],
  ['categories get', { tool: 'content-categories-get', args: category, isWrite: false, names: 'identifier' }],
  [
    'categories create',
    {
      tool: 'content-categories-manage',
      args: { space: 31, name: 'Nueva', parent: 11 },
      isWrite: true,
      names: 'space',
    },
  ],
  [
    'categories update',
    {
      tool: 'content-categories-manage',
      args: { ...category, name: 'Otra' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'categories move',
    {
      tool: 'content-categories-manage',
      args: { action: 'move', ...category, to_root: true },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'categories delete',
    {
      tool: 'content-categories-manage',
      args: { action: 'delete', ...category },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'entries create in bulk',
    {
      tool: 'content-entries-bulk',
      args: { action: 'create', ...noticia, entries: [{ name: 'x' }], dry_run: false },
      isWrite: true,
      names: 'type',
    },
  ],
  [
    'entries unpublish in bulk',
    {
      tool: 'content-entries-bulk',
      args: { action: 'unpublish', space: 31, identifiers: ['549895'], dry_run: false },
      isWrite: true,
    },
  ],
  ...['publish', 'archive', 'restore', 'delete'].map((action): readonly [string, Case] => [
    `entries ${action} in bulk`,
    {
      tool: 'content-entries-bulk',
      args: { action, ...noticia, query: 'noticia', dry_run: false },
      isWrite: false,
      names: 'type',
    },
  ]),
  ...['get', 'wait'].map((action): readonly [string, Case] => [
    `jobs ${action}`,
    { tool: 'content-jobs-manage', args: { action, identifier: 'j-1' }, isWrite: false },
  ]),
  ['assets list', { tool: 'content-assets-list', args: {}, isWrite: false }],
  ['assets limits', { tool: 'content-assets-manage', args: { action: 'limits' }, isWrite: false }],
  [
    'assets get',
    { tool: 'content-assets-get', args: { identifier: 605 }, isWrite: false, names: 'identifier' },
  ],
  ['assets create', { tool: 'content-assets-manage', args: assetFile, isWrite: true }],
  [
    'assets update',
    {
      tool: 'content-assets-manage',
      args: { identifier: 605, title: 'x' },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'assets replace',
    {
      tool: 'content-assets-manage',
      args: { action: 'replace', identifier: 606, ...assetFile },
      isWrite: true,
      names: 'identifier',
    },
  ],
  [
    'assets delete',
    {
      tool: 'content-assets-manage',
      args: { action: 'delete', identifier: 607 },
      isWrite: true,
      names: 'identifier',
    },
  ],
];

const writing = cases.filter(([, { isWrite }]) => isWrite);
const naming = cases.filter(([, { names }]) => names !== undefined);

describe('a missing permission is FORBIDDEN', () => {
  test.each(cases)('%s', async (_name, { tool, args }) => {
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 401 } });
    const { error, isError, structured } = await service.call(tool, args);
    expect(isError).toBe(true);
    expect(error).toMatchObject({ code: 'FORBIDDEN', request_id: expect.any(String) });
    expect(structured).toBeUndefined();
  });
});

describe('a dead Modyo token is UNAUTHORIZED', () => {
  test.each(cases)('%s', async (_name, { tool, args }) => {
    service.sandbox.faults.inject({ effect: { kind: 'answer', status: 401, body: {} } });
    expect((await service.call(tool, args)).error.code).toBe('UNAUTHORIZED');
  });
});

describe('an element that does not exist is NOT_FOUND, by id and by name', () => {
  test.each(naming)('%s', async (_name, { tool, args, names = '' }) => {
    for (const identifier of [999_999_999, 'no such element']) {
      const { error } = await service.call(tool, { ...args, [names]: identifier });
      expect(error.code).toBe('NOT_FOUND');
      expect(error.available_actions.length).toBeGreaterThan(0);
    }
  });
});

describe('a name of two elements is AMBIGUOUS', () => {
  test.each(['content-types-list', 'content-entries-list'])('%s', async (tool) => {
    const { error } = await service.call(tool, { space: '2026' });
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
  });
});

describe('a validation of Modyo is INVALID_PARAMS, in our parameter names', () => {
  test.each(writing)('%s', async (_name, { tool, args }) => {
    const write = { effect: { kind: 'answer', status: 409, body: refusal } } as const;
    for (const method of ['POST', 'PUT', 'DELETE'])
      service.sandbox.faults.inject({ ...write, match: { method } });
    const { error } = await service.confirm(tool, args);
    expect(error).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'name', message: 'Is reserved' }],
    });
  });
});

const refusal = { errors: [{ field: 'name', messages: ['Is reserved'], details: [{ error: 'reserved' }] }] };

describe('a Modyo that hangs is UPSTREAM_ERROR', () => {
  const patience = { RATE_PER_MINUTE: '100000', CONCURRENCY: '64', UPSTREAM_TIMEOUT_MS: '1500' };

  /** All at once, so that they wait together and the breaker sees none of them end before the others began. */
  async function errorsOf(hanging: readonly string[], calls: typeof cases) {
    const slow = await startContentService({ env: patience });
    try {
      await addEmptyType(slow);
      for (const method of hanging) {
        slow.sandbox.faults.inject({ match: { method }, effect: { kind: 'hang' } });
      }
      const answers = calls.map(async ([name, { tool, args }]) => {
        const { error } = await slow.confirm(tool, args);
        return [
          name,
          { code: error?.code, reason: error?.details?.reason, unknown: error?.details?.state_unknown },
        ];
      });
      return Object.fromEntries(await Promise.all(answers));
    } finally {
      await slow.close();
    }
  }

  test('for every action', async () => {
    const timeout = { code: 'UPSTREAM_ERROR', reason: 'timeout' };
    const errors = await errorsOf(['GET', 'POST', 'PUT', 'DELETE'], cases);
    for (const [name, error] of Object.entries(errors)) expect([name, error]).toMatchObject([name, timeout]);
  });

  test('and after a write the state is unknown', async () => {
    const unknown = { code: 'UPSTREAM_ERROR', reason: 'timeout', unknown: true };
    const errors = await errorsOf(['POST', 'PUT', 'DELETE'], writing);
    for (const [name, error] of Object.entries(errors)) expect([name, error]).toMatchObject([name, unknown]);
  });
});

describe('a write whose re-read fails says that it was made', () => {
  test('spaces create', async () => {
    const failing = { match: { method: 'GET', path: /spaces\/\d+$/ }, effect: { kind: 'html' } } as const;
    service.sandbox.faults.inject(failing);
    const { error } = await service.call('content-spaces-manage', { name: 'Sin eco', uid: 'sin-eco' });
    expect(error).toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: expect.stringContaining('accepted the change'),
      details: { reason: 'not_json', written: true, state_unknown: true, id: expect.any(Number) },
    });
    service.sandbox.faults.clear();
    const { resource } = await service.call('content-spaces-get', { identifier: 'sin-eco' });
    expect(resource.id).toBe(error.details.id);
  });
});

describe('a reader cannot write', () => {
  test.each(writing)('%s', async (_name, { tool, args }) => {
    const viewer = { modyoToken: 'sandbox-token-andes-viewer' };
    expect((await service.confirm(tool, args, viewer)).error.code).toBe('FORBIDDEN');
  });

  test('without the scope for it, and is told which one before anything is done', async () => {
    service.upstream();
    const answer = await service.send('content-entries-manage', draftUpdate, { scopes: ['modyo:read'] });
    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('modyo:write');
    expect(service.upstream()).toEqual([]);
  });
});

const draftUpdate = { ...draftEntry, tags: ['x'], list_mode: 'append' };

test('the other account answers with its own data under the same names', async () => {
  const args = { identifier: 'banca-personas' };
  const mine = await service.call('content-spaces-get', args);
  const theirs = await service.call('content-spaces-get', args, { tenant: 'b' });
  expect(theirs.resource.id).toBe(mine.resource.id);
  expect(JSON.stringify(theirs)).not.toContain('CANARY_ANDES');
  expect(theirs.platform.host).toBe('pampa.sandbox.invalid');
});
