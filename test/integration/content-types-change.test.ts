import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ContentService, startContentService } from '../support/content-service.ts';
import { toolCall } from '../support/edge.ts';
import { httpCall } from '../support/raw-http.ts';
import { createSandboxClient } from '../support/sandbox-client.ts';
import { sseMessages } from '../support/sse.ts';
import type { Wire } from '../support/wire.ts';

let service: ContentService;
beforeAll(async () => {
  service = await startContentService({ env: { RATE_PER_MINUTE: '100000' } });
  await service.call('content-spaces-manage', {
    name: 'Cambios',
    uid: 'cambios',
    default_locale: 'es-cl',
    locales: ['en'],
  });
});
afterEach(() => service.sandbox.faults.clear());
afterAll(() => service.close());

const types = (args: object) => service.call('content-types-manage', { space: 'cambios', ...args });
const entries = (args: object) => service.call('content-entries-manage', { space: 'cambios', ...args });
const written = () => service.upstream().filter((line) => !line.startsWith('GET'));

const fields = [
  { name: 'Title', type: 'string' },
  { name: 'Note', type: 'text' },
  { name: 'Mood', type: 'dropdown', choices: ['Calm', 'Loud'] },
  { name: 'Friend', type: 'content_type' },
];

async function typeWithEntries(uid: string): Promise<void> {
  await types({ name: uid, uid, add_fields: fields });
  const full = { Title: 'a', Note: 'n', Mood: 'Loud' };
  const first = await entries({ type: uid, name: `${uid} 1`, fields: full });
  await entries({ type: uid, name: `${uid} 2`, fields: { Title: 'b', Friend: first.data.entry.id } });
  await entries({ type: uid, name: `${uid} 3`, fields: { Title: 'c', Mood: 'Calm' } });
  await entries({ identifier: first.data.entry.id, locale: 'en', fields: { Title: 'x', Note: 'm' } });
}

describe('the plan of a change counts the entries that hold what goes', () => {
  test('a removed field, each entry once whatever its languages', async () => {
    await typeWithEntries('uno');
    service.upstream();
    const { data, control } = await types({ identifier: 'uno', remove_fields: ['Note', 'Title'] });
    expect(data.plan).toMatchObject({
      entries: 3,
      fields_removed: ['Title', 'Note'],
      values_held: {
        fields: [
          { field: 'Title', entries: 3 },
          { field: 'Note', entries: 1 },
        ],
        versions_read: 4,
        versions_total: 4,
        complete: true,
      },
    });
    expect(control.message).toContain('"Note" in 1 entry');
    expect(control).toMatchObject({ confirmation_required: true });
    expect(written()).toEqual([]);
  });

  test('a choice that goes, and a field that links elsewhere', async () => {
    await typeWithEntries('dos');
    const update_fields = [
      { field: 'Mood', choices: ['Calm'] },
      { field: 'Friend', linked_type: 'uno' },
    ];
    const { data, control } = await types({ identifier: 'dos', update_fields, dry_run: true });
    expect(data.plan).toMatchObject({
      choices_removed: [{ field: 'Mood', choices: ['Loud'] }],
      links_changed: ['Friend'],
      values_held: {
        fields: [
          { field: 'Friend', entries: 1 },
          { field: 'Mood', entries: 1 },
        ],
      },
    });
    expect(control.message).toContain('to another type');
  });

  test('a link that changes where no entry holds one is asked about by nobody', async () => {
    await types({ name: 'Tres', uid: 'tres', add_fields: fields });
    const update_fields = [{ field: 'Friend', linked_type: 'uno' }];
    const { state, data } = await types({ identifier: 'tres', update_fields });
    expect(state.status).toBe('done');
    expect(data.type.fields[3].validations.content_type).toEqual(expect.any(Number));
  });

  test('says so where there are more versions than are read', async () => {
    await types({ name: 'Muchas', uid: 'muchas', add_fields: [{ name: 'Title', type: 'string' }] });
    const { data: type, resource } = await types({ identifier: 'muchas' });
    const space = await service.call('content-spaces-get', { identifier: 'cambios' });
    const platform = createSandboxClient(service.sandbox);
    for (let number = 0; number < 301; number += 1) {
      await platform.post(`/content/spaces/${space.resource.id}/entries`, {
        content_type_id: resource.id,
        name: `Muchas ${number}`,
        field_values: [{ field_id: type.type.fields[0].id, type: 'string', value: 'x' }],
      });
    }
    const { data, control } = await types({ identifier: 'muchas', remove_fields: ['Title'], dry_run: true });
    expect(data.plan.values_held).toEqual({
      fields: [{ field: 'Title', entries: 300 }],
      versions_read: 300,
      versions_total: 301,
      complete: false,
    });
    expect(control.message).toContain('counted in 300 of 301 versions: there may be more');
  });

  test('counts over all pages of a list', async () => {
    const { data } = await service.call('content-types-manage', {
      space: 'banca-personas',
      identifier: 'noticia',
      remove_fields: ['Título'],
      dry_run: true,
    });
    const { values_held: held } = data.plan;
    expect(held.complete).toBe(held.versions_read === held.versions_total);
    expect(held.fields).toEqual([{ field: 'Título', entries: 120 }]);
  });
});

describe('what is refused before Modyo is asked to write', () => {
  test('a single type that has several entries', async () => {
    await typeWithEntries('varias');
    service.upstream();
    for (const rest of [{}, { dry_run: true }]) {
      const { error } = await types({ identifier: 'varias', single: true, ...rest });
      expect(error).toMatchObject({
        code: 'INVALID_PARAMS',
        fields: [{ path: 'single' }],
        details: { entries: 3 },
      });
    }
    expect(written()).toEqual([]);
  });

  test('a type that a field shall link to and that does not exist, by its parameter', async () => {
    const update_fields = [{ field: 'Mood' }, { field: 'Friend', linked_type: 'nadie' }];
    service.upstream();
    const { error } = await types({ identifier: 'uno', update_fields });
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      fields: [{ path: 'update_fields.1.linked_type' }],
    });
    expect(written()).toEqual([]);
  });

  test.each([{ allow_rename: true }, { allow_rename: false }])(
    'a change that changes nothing: %j',
    async (args) => {
      service.upstream();
      const { error } = await types({ identifier: 'uno', ...args });
      expect(error).toMatchObject({ code: 'INVALID_PARAMS', fields: [{ path: 'identifier' }] });
      expect(written()).toEqual([]);
    },
  );
});

test('what is as it shall be already is not saved, and starts no reindex', async () => {
  await typeWithEntries('igual');
  service.upstream();
  const { state, data } = await types({
    identifier: 'igual',
    name: 'igual',
    update_fields: [{ field: 'Mood', choices: ['Calm', 'Loud'] }],
  });
  expect(state.status).toBe('unchanged');
  expect(data.type.uid).toBe('igual');
  expect(written()).toEqual([]);
});

describe('a reindex', () => {
  const sucursal = { space: 31, identifier: 'sucursal' };

  test('that ends in time is waited for, told as it goes on, and answered as it ended', async () => {
    const slow = await startContentService({ jobDurationMs: 700 });
    try {
      const change = { ...sucursal, add_fields: [{ name: 'Fax', type: 'string' }], wait_for_reindex: true };
      const { data, state } = await slow.call('content-types-manage', change);
      expect(state.status).toBe('done');
      expect(data.fields_added).toEqual(['Fax']);
      expect(data.reindex).toMatchObject({ job_status: 'completed', uuid: expect.any(String) });
      const again = await slow.call('content-types-manage', {
        ...change,
        add_fields: [{ name: 'Web', type: 'string' }],
      });
      expect(again.state.status).toBe('done');
    } finally {
      await slow.close();
    }
  });

  test('tells who asks for it how far it is', async () => {
    const slow = await startContentService({ jobDurationMs: 700 });
    try {
      const change = { ...sucursal, add_fields: [{ name: 'Fax', type: 'string' }], wait_for_reindex: true };
      const progress = await progressOf(slow, 'content-types-manage', change);
      expect(progress.length).toBeGreaterThan(0);
      expect(progress.at(-1)).toMatchObject({ progressToken: 'p', total: 100 });
      const steps = progress.map((one) => one.progress);
      expect(steps).toEqual([...steps].sort((left, right) => left - right));
    } finally {
      await slow.close();
    }
  });

  test('that does not end in time is told, and the change is accepted', async () => {
    const slow = await startContentService({
      jobDurationMs: 600_000,
      env: { REQUEST_TIMEOUT_MS: '3000', UPSTREAM_TIMEOUT_MS: '1000' },
    });
    try {
      const change = { ...sucursal, add_fields: [{ name: 'Fax', type: 'string' }], wait_for_reindex: true };
      const { data, state } = await slow.call('content-types-manage', change);
      expect(state).toMatchObject({
        status: 'accepted',
        warnings: [{ code: 'REINDEX_RUNNING', path: 'reindex' }],
      });
      expect(data.fields_added).toEqual(['Fax']);
      const read = await slow.call('content-types-get', { ...sucursal, wait_for_reindex: true });
      expect(read.data.reindex.job_status).toMatch(/pending|started/);
      expect(read.state.warnings).toMatchObject([{ code: 'REINDEX_RUNNING' }]);
    } finally {
      await slow.close();
    }
  });

  test('is stopped so that the type can be saved, and started again', async () => {
    const slow = await startContentService({ jobDurationMs: 600_000 });
    try {
      const grow = (name: string) =>
        slow.call('content-types-manage', { ...sucursal, add_fields: [{ name, type: 'string' }] });
      await grow('Fax');
      const busy = await grow('Web');
      expect(busy.error).toMatchObject({
        code: 'STATE_BUSY',
        available_actions: [{ tool: 'content-types-get', args: { wait_for_reindex: true } }],
      });
      const cancelled = await slow.call('content-types-manage', { ...sucursal, action: 'cancel_reindex' });
      expect(cancelled.state.status).toBe('done');
      const none = await slow.call('content-types-manage', { ...sucursal, action: 'cancel_reindex' });
      expect(none.state.status).toBe('unchanged');
      expect((await grow('Web')).state.status).toBe('done');
      await slow.call('content-types-manage', { ...sucursal, action: 'cancel_reindex' });
      const started = await slow.call('content-types-manage', { ...sucursal, action: 'reindex' });
      expect(started.data.reindex.job_status).toMatch(/pending|started/);
      const twice = await slow.call('content-types-manage', { ...sucursal, action: 'reindex' });
      expect(twice.error.code).toBe('STATE_BUSY');
    } finally {
      await slow.close();
    }
  });

  test('that goes on though it was stopped is accepted, not done', async () => {
    const slow = await startContentService({ jobDurationMs: 600_000 });
    try {
      await slow.call('content-types-manage', { ...sucursal, add_fields: [{ name: 'Fax', type: 'string' }] });
      slow.sandbox.faults.inject({
        match: { method: 'POST', path: 'cancel_reindex' },
        effect: { kind: 'answer', status: 200, body: {} },
      });
      const { state } = await slow.call('content-types-manage', { ...sucursal, action: 'cancel_reindex' });
      expect(state.status).toBe('accepted');
    } finally {
      await slow.close();
    }
  });
});

describe('one type or space too many', () => {
  test('of a space is refused in the words of the platform, with their number', async () => {
    await service.call('content-spaces-manage', { name: 'Lleno', uid: 'lleno' });
    const make = (uid: string) => service.call('content-types-manage', { space: 'lleno', name: uid, uid });
    for (let number = 0; number < 50; number += 1) await make(`t${number}`);
    const { error } = await make('t50');
    expect(error).toMatchObject({
      code: 'CONFLICT',
      fields: [{ message: "You've reached the maximum number of content types on this space" }],
      details: { types: 50 },
    });
    expect(error.message).toContain('plan limits');
    const upserted = await service.call('content-types-upsert', { space: 'lleno', uid: 't51', name: 'T' });
    expect(upserted.error).toMatchObject({ code: 'CONFLICT', details: { types: 50 } });
  });

  test('of an account too', async () => {
    service.sandbox.faults.inject({
      match: { method: 'POST', path: '/content/spaces' },
      effect: {
        kind: 'answer',
        status: 409,
        body: { errors: ["You've reached the maximum number of spaces for your current plan"] },
      },
    });
    const { error } = await service.call('content-spaces-manage', { name: 'Más', uid: 'mas' });
    expect(error).toMatchObject({ code: 'CONFLICT', details: { spaces: expect.any(Number) } });
    expect(error.message).toContain('plan limits');
  });
});

/** What a call tells of its progress to a client that gave a token for it. */
async function progressOf(of: ContentService, tool: string, args: object): Promise<readonly Wire[]> {
  const call = toolCall(tool, args);
  const answer = await httpCall(Number(new URL(of.url).port), {
    method: 'POST',
    path: '/mcp',
    body: JSON.stringify({ ...call, params: { ...call.params, _meta: { progressToken: 'p' } } }),
    headers: {
      authorization: `Bearer ${await of.mint()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  });
  return sseMessages(answer.text)
    .filter((message: Wire) => message.method === 'notifications/progress')
    .map((message: Wire) => message.params);
}
