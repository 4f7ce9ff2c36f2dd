import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxAccounts } from '../../../src/sandbox/accounts.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient, type SandboxClient } from '../../support/sandbox-client.ts';

let sandbox: Sandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createSandboxClient(sandbox);
});
afterAll(() => sandbox.close());

test('the account says which one it is', async () => {
  expect((await client.get('/account')).body).toMatchObject({ id: 7, name: 'Andes Demo', host: 'andes' });
  const pampa = createSandboxClient(sandbox, { account: sandboxAccounts.pampa });
  expect((await pampa.get('/account')).body).toMatchObject({ id: 8, name: 'Pampa Demo', host: 'pampa' });
});

test('the profile is that of the owner of the token', async () => {
  const viewer = createSandboxClient(sandbox, { token: 'sandbox-token-andes-viewer' });
  expect((await viewer.get('/profile')).body).toMatchObject({
    username: 'carla.montes',
    roles: [{ key: 'space_viewer' }],
  });
});

test('the default roles are listed and searched', async () => {
  const { body } = await client.get('/roles?query=space&per_page=50');
  expect(body.roles.map(({ key }: { key: string }) => key)).toEqual([
    'space_viewer',
    'space_writer',
    'space_editor',
    'space_admin',
    'space_auditor',
  ]);
  const { roles } = (await client.get('/roles?per_page=100')).body;
  expect(roles.filter((role: { read_only: boolean }) => role.read_only)).toHaveLength(15);
});
