import { Pool } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import { getAccount, getProfile } from '../../src/modyo/account.ts';
import { getBackgroundJob } from '../../src/modyo/background-jobs.ts';
import { listCategories } from '../../src/modyo/content/categories.ts';
import * as entries from '../../src/modyo/content/entries.ts';
import * as spaces from '../../src/modyo/content/spaces.ts';
import * as types from '../../src/modyo/content/types.ts';
import * as users from '../../src/modyo/core/users.ts';
import { createIdentifierDirectory } from '../../src/modyo/identifiers.ts';
import { sandboxSpaceIds } from '../../src/sandbox/accounts.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { createModyoCalls, errorOf, type ModyoCalls } from '../support/modyo-calls.ts';

let sandbox: Sandbox;
let pool: Pool;
let calls: ModyoCalls;

beforeAll(async () => {
  sandbox = await startSandbox({ jobDurationMs: 0 });
  pool = new Pool(sandbox.url);
  calls = createModyoCalls(pool, { suffixes: ['sandbox.invalid'] });
});

beforeEach(() => sandbox.reset());

afterAll(async () => {
  await calls.close();
  await pool.close();
  await sandbox.close();
});

function clientOf(tenant: 'andes' | 'pampa') {
  const { host, token } = sandbox.accounts[tenant];
  return calls.client({ host, token });
}

function identifiersOf(tenant: 'andes' | 'pampa') {
  const directory = createIdentifierDirectory({
    store: createMemoryStore(systemClock),
    clock: systemClock,
    ttlMs: 60_000,
  });
  return directory.bind({
    tenantKey: 'a'.repeat(32),
    credentialFingerprint: 'c'.repeat(32),
    modyo: clientOf(tenant),
    log: calls.logs.log,
  }).identifiers;
}

describe('the client and the sandbox', () => {
  test('agree on a space, its type and an entry from creation to deletion', async () => {
    const modyo = clientOf('andes');
    const spaceId = await spaces.createSpace(modyo, {
      name: 'Own',
      uid: 'own',
      default_locale: 'en',
      locales: ['en', 'es'],
    });
    await spaces.updateSpace(modyo, spaceId, { name: 'Own space' });
    expect((await spaces.getSpace(modyo, spaceId)).name).toBe('Own space');

    const typeId = await types.createType(modyo, spaceId, { name: 'Post', uid: 'post' });
    const title = { name: 'Title', type: 'string', position: 0, validations: { required: true } };
    await types.updateType(modyo, spaceId, typeId, { fields: [title] });
    const [field] = (await types.getType(modyo, spaceId, typeId)).fields ?? [];
    expect(field).toMatchObject({ name: 'Title', type: 'string' });

    const values = [{ field_id: field?.id ?? 0, type: 'string', value: 'Hello' }];
    const entryId = await entries.createEntry(modyo, spaceId, {
      content_type_id: typeId,
      locale: 'en',
      name: 'Hello world',
      field_values: values,
    });
    const entry = await entries.getEntry(modyo, spaceId, entryId);
    expect(entry).toMatchObject({ name: 'Hello world', slug: 'hello-world', locale: 'en', published: false });
    const translation = {
      content_type_id: typeId,
      uuid: entry.uuid,
      locale: 'es',
      name: 'Hola',
      field_values: values,
    };
    await entries.createEntry(modyo, spaceId, translation);
    expect([...((await entries.listEntryLocales(modyo, spaceId, entry.uuid)) ?? [])].sort()).toEqual([
      'en',
      'es',
    ]);

    await entries.publishEntry(modyo, spaceId, entryId, { published_immediately: true });
    expect((await entries.getEntry(modyo, spaceId, entryId)).published).toBe(true);
    expect(['CONFLICT', 'INVALID_PARAMS']).toContain(
      (await errorOf(entries.deleteEntry(modyo, spaceId, entryId))).code,
    );
    await entries.unpublishEntry(modyo, spaceId, entryId);
    await entries.updateEntry(modyo, spaceId, entryId, { archived: true });
    expect((await entries.getEntry(modyo, spaceId, entryId)).status).toBe('archived');
    await entries.deleteEntry(modyo, spaceId, entryId);
    expect(await errorOf(entries.getEntry(modyo, spaceId, entryId))).toMatchObject({ code: 'NOT_FOUND' });

    await spaces.deleteSpace(modyo, spaceId, 'Own space');
    await expect.poll(async () => (await errorOf(spaces.getSpace(modyo, spaceId))).code).toBe('NOT_FOUND');
  });

  test('agree on the account, its user, locales and jobs', async () => {
    const modyo = clientOf('andes');
    expect((await getAccount(modyo)).name).toBe(sandbox.accounts.andes.name);
    expect((await getProfile(modyo)).name).toBeTypeOf('string');
    expect(await spaces.listSpaceLocales(modyo)).toHaveProperty('en');
    expect(await errorOf(getBackgroundJob(modyo, 'none'))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('agree on an admin user from creation to deactivation, and on sessions', async () => {
    const modyo = clientOf('andes');
    const names = { first_name: 'New', last_name: 'Member' };
    const id = await users.createAdminUser(modyo, { email: 'newcomer@andes.example', ...names });
    await users.updateAdminUser(modyo, id, { lang: 'pt' });
    const query = { kind: 'user', identifier: 'NEWCOMER@andes.example' } as const;
    expect((await identifiersOf('andes').resolve(query)).id).toBe(id);
    expect(await users.getAdminUser(modyo, id)).toMatchObject({
      name: 'New Member',
      lang: 'pt',
      active: true,
    });
    await users.deactivateAdminUser(modyo, id);
    const inactive = await users.listAdminUsers(modyo, { query: 'newcomer@andes', active: false });
    expect(inactive.items.map((user) => user.id)).toEqual([id]);
    await users.bulkAdminUsers(modyo, 'activate', [id]);
    await users.activateAdminUser(modyo, id);
    expect((await users.getAdminUser(modyo, id)).active).toBe(true);
    const [session] = (await users.listAdminUserSessions(modyo, 41)).items;
    await users.revokeAdminUserSession(modyo, 41, session?.uuid ?? '');
    expect((await users.listAdminUserSessions(modyo, 41)).total).toBe(1);
    expect(await errorOf(users.revokeAdminUserSession(modyo, 41, 'none'))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('agree on archiving in bulk', async () => {
    const modyo = clientOf('andes');
    const [space] = (await spaces.listSpaces(modyo, { per_page: 1 })).items;
    const { items } = await entries.listEntries(modyo, space?.id ?? 0, {
      states: ['unpublished'],
      per_page: 1,
    });
    const entry = items[0];
    const request = { uuids: [entry?.uuid ?? ''], target_locale: entry?.locale };
    const job = await entries.bulkEntries(modyo, space?.id ?? 0, 'archive', request);
    expect(job).toBeTypeOf('string');
    await expect.poll(async () => (await getBackgroundJob(modyo, job ?? '')).status).toBe(2);
    expect((await entries.getEntry(modyo, space?.id ?? 0, entry?.id ?? 0)).status).toBe('archived');
  });

  test('agree on what a bad token, a missing permission and a fault are', async () => {
    const { host, tokens } = sandbox.accounts.andes;
    const viewer = tokens.find(({ role }) => role === 'viewer')?.token ?? '';
    const bad = calls.client({ host, token: 'not-a-token' });
    expect(await errorOf(spaces.listSpaces(bad, {}))).toMatchObject({ code: 'UNAUTHORIZED' });
    const creation = spaces.createSpace(calls.client({ host, token: viewer }), {
      name: 'x',
      default_locale: 'en',
    });
    expect(await errorOf(creation)).toMatchObject({ code: 'FORBIDDEN' });
    const nameless = spaces.createSpace(clientOf('andes'), { name: '', default_locale: 'en' });
    expect(await errorOf(nameless)).toMatchObject({
      code: 'INVALID_PARAMS',
      fields: [{ path: 'name', message: "Name can't be blank" }, { path: 'uid' }],
    });
  });

  test('agree that digits which are the uid of one space and the id of another are ambiguous', async () => {
    const identifiers = identifiersOf('andes');
    const error = await errorOf(
      identifiers.resolve({ kind: 'space', identifier: String(sandboxSpaceIds.stores) }),
    );
    expect(error).toMatchObject({ code: 'AMBIGUOUS', details: { matches: 2 } });
    const byNumber = await identifiers.resolve({ kind: 'space', identifier: sandboxSpaceIds.stores });
    expect(byNumber).toEqual({ id: sandboxSpaceIds.stores });
  });

  test('agree on identifiers of every kind, for each tenant by itself', async () => {
    for (const tenant of ['andes', 'pampa'] as const) {
      const modyo = clientOf(tenant);
      const identifiers = identifiersOf(tenant);
      const space = (await spaces.listSpaces(modyo, {})).items.find(({ uid }) => /\D/.test(uid));
      const spaceId = space?.id ?? 0;
      expect(await identifiers.resolve({ kind: 'space', identifier: space?.uid ?? '' })).toMatchObject({
        id: spaceId,
      });
      const [type] = (await types.listTypes(modyo, spaceId, {})).items;
      const typeQuery = { kind: 'type', spaceId, identifier: type?.name.toUpperCase() ?? '' } as const;
      expect((await identifiers.resolve(typeQuery)).id).toBe(type?.id);
      const { items } = await entries.listEntries(modyo, spaceId, { per_page: 100, page: 2 });
      const entry = await entries.getEntry(modyo, spaceId, items.at(-1)?.id ?? 0);
      for (const identifier of [entry.uuid, entry.slug ?? '']) {
        const query = { kind: 'entry', spaceId, typeId: entry.content_type_id, identifier } as const;
        expect((await identifiers.resolve(query)).uuid).toBe(entry.uuid);
      }
      const [category] = (await listCategories(modyo, spaceId, {})).items;
      const categoryQuery = { kind: 'category', spaceId, identifier: category?.full_path ?? '' } as const;
      expect((await identifiers.resolve(categoryQuery)).id).toBe(category?.id);
    }
  });
});
