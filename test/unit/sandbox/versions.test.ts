import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';
import type { Wire } from '../../support/wire.ts';

const space = '/content/spaces/31';
let sandbox: Sandbox;
let owner: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox({ jobDurationMs: 0 });
  owner = createSandboxClient(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

async function newEntry(): Promise<{ id: number; uuid: string; path: string; workflowId: number }> {
  const body = { content_type_id: 53, name: 'Uno', field_values: [] as Wire[] };
  const type = (await owner.get(`${space}/types/53`)).body;
  body.field_values = [{ field_id: type.fields[0].id, type: 'string', value: 'Uno' }];
  const { id, uuid, workflow } = (await owner.post(`${space}/entries`, body)).body;
  return { id, uuid, path: `${space}/entries/${id}`, workflowId: workflow.id };
}

const versionsOf = async (uuid: string, rest = '') =>
  (await owner.get(`/versions?oid=${uuid}&type=Content::Entry${rest}`)).body.versions as Wire[];

describe('the versions of an entry', () => {
  test('are the editable one, the published one and those before it, each readable by its id', async () => {
    const { id, uuid, path } = await newEntry();
    expect(await versionsOf(uuid)).toMatchObject([{ id, uuid, type: 'editable', title: 'Uno' }]);
    await owner.post(`${path}/publish`);
    await owner.put(path, { name: 'Dos' });
    await owner.post(`${path}/publish`);
    await owner.put(path, { name: 'Tres' });
    const [editable, current, backup] = await versionsOf(uuid);
    expect([editable?.title, current?.title, backup?.title]).toEqual(['Tres', 'Dos', 'Uno']);
    expect((await owner.get(`${space}/entries/${backup?.id}`)).body).toMatchObject({
      id: backup?.id,
      uuid,
      name: 'Uno',
    });
    expect((await owner.put(`${space}/entries/${backup?.id}`, { name: 'x' })).status).toBe(404);
  });

  test('are those of the kinds that are asked for', async () => {
    const { uuid, path } = await newEntry();
    await owner.post(`${path}/publish`);
    const kinds = (await versionsOf(uuid, '&only=current,backup')).map(({ type }) => type);
    expect(kinds).toEqual(['current']);
  });

  test('are twenty backups at most, and what is taken down is one', async () => {
    const { uuid, path } = await newEntry();
    for (let number = 0; number < 23; number += 1) await owner.post(`${path}/publish`);
    await owner.post(`${path}/unpublish`);
    const kinds = (await versionsOf(uuid)).map(({ type }) => type);
    expect(kinds).toEqual(['editable', ...Array(20).fill('backup')]);
  });

  test.each([
    ['', 422],
    ['?oid=x', 422],
    ['?oid=x&type=Content::Entry', 404],
    ['?oid=x&type=Layouts::LayoutPage', 404],
  ])('are not found by %s', async (query, status) => {
    expect((await owner.get(`/versions${query}`)).status).toBe(status);
  });

  test('are hidden from who was not invited to the space', async () => {
    const { body } = await owner.get('/content/spaces/33/entries?per_page=1');
    const oneSpace = createSandboxClient(sandbox, { token: 'sandbox-token-andes-one-space' });
    const path = `/versions?oid=${body.entries[0].uuid}&type=Content::Entry`;
    expect((await owner.get(path)).status).toBe(200);
    expect((await oneSpace.get(path)).status).toBe(404);
  });

  test('differ in what was edited since', async () => {
    const { uuid, path } = await newEntry();
    await owner.post(`${path}/publish`);
    await owner.put(path, { name: 'Dos' });
    const { body } = await owner.get(`/versions/diff?oid=${uuid}&type=Content::Entry`);
    expect(body.diff['es-cl'].fields).toEqual(['name']);
  });
});

test('the workflow of an entry is found by its class and id', async () => {
  const { id, workflowId } = await newEntry();
  const path = (element: number, type: string) =>
    `/workflows/by_elements?element_id=${element}&element_type=${type}`;
  expect((await owner.get(path(id, 'Content::Entry'))).body).toMatchObject({ id: workflowId, draft: true });
  expect((await owner.get(path(id, 'Menus::Menu'))).status).toBe(404);
  expect((await owner.get(path(1, 'Content::Entry'))).status).toBe(404);
});
