import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCatalogue } from '../../../src/modyo/catalogue-document.ts';
import { routes } from '../../../src/sandbox/routes.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { createSandboxClient } from '../../support/sandbox-client.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test('the catalogue has every route but its own, and says nothing of what each takes', async () => {
  const { status, body } = await createSandboxClient(sandbox).get('/docs');
  expect(status).toBe(200);
  const { operations } = readCatalogue(body);
  const named = operations.map(({ method, path }) => `${method} ${path}`).sort();
  const served = routes.map(({ method, path }) => `${method} ${path}`);
  expect([...named, 'GET /docs'].sort()).toEqual(served.sort());
  expect(operations.some(({ isDescribed }) => isDescribed)).toBe(false);
});

test('the catalogue is for administrators: others get the answer to a missing permission', async () => {
  for (const owner of ['viewer', 'editor']) {
    const client = createSandboxClient(sandbox, { token: `sandbox-token-andes-${owner}` });
    expect(await client.get('/docs')).toMatchObject({ status: 401, text: '' });
  }
  const stranger = createSandboxClient(sandbox, { token: 'nobody' });
  expect(await stranger.get('/docs')).toMatchObject({ status: 401, body: {} });
});
