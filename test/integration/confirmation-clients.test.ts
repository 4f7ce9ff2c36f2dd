import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClientAnswer, connectors, type WireClient } from '../support/mcp-clients.ts';
import { type Testkit, testkit } from '../support/testkit.ts';
import { createVault } from '../support/vault-tools.ts';

/** Confirmations as the public SDK's own clients go through them. */

const name = 'core-vaults-manage';
const erase = { action: 'erase', label: 'north' };

let vault: ReturnType<typeof createVault>;
let kit: Testkit;
const clients: Pick<WireClient, 'close'>[] = [];

beforeEach(async () => {
  vault = createVault();
  kit = await testkit({ tools: vault.tools });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await kit.close();
});

type Response = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: { confirm: boolean } };

/** A v2 client whose person answers every form like this, and what the person was shown. */
async function connectAsking(response: Response) {
  const shown: unknown[] = [];
  const client = new Client(
    { name: 'asking', version: '1.0.0' },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
    },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    shown.push(params);
    return response;
  });
  const requestInit = { headers: { authorization: `Bearer ${await kit.mint()}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(kit.url), { requestInit }));
  clients.push(client);
  return {
    shown,
    call: async (args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as ClientAnswer,
  };
}

describe('a v2 client that can show a form', () => {
  test('F15.1 asks its person in one call, and the deed is done once', async () => {
    const { call, shown } = await connectAsking({ action: 'accept', content: { confirm: true } });
    const answer = await call(erase);
    expect(answer.structuredContent).toMatchObject({ data: { erased: true }, state: { status: 'done' } });
    expect(shown).toMatchObject([
      {
        message: expect.stringContaining('Erases the vault north with 12 items.'),
        requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
      },
    ]);
    expect(vault.seen).toEqual([{ what: 'erase', label: 'north' }]);
  });

  test.each<Response>([
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
  ])('F15.1 tells that nothing was executed after %j', async (response) => {
    const { call } = await connectAsking(response);
    const answer = await call(erase);
    expect(answer.isError ?? false).toBe(false);
    expect(answer.structuredContent).toMatchObject({ data: {}, control: { cancelled: true } });
    expect(vault.seen).toEqual([]);
  });

  test('A.4 does not trouble its person with a dry run', async () => {
    const { call, shown } = await connectAsking({ action: 'accept' });
    const answer = await call({ ...erase, dry_run: true });
    expect(answer.structuredContent).toMatchObject({ control: { dry_run: true } });
    expect([shown, vault.seen]).toEqual([[], []]);
  });
});

describe.each(connectors)('%s that can show no form', (_which, connect) => {
  test('F15.2 takes the preview for a valid answer, and runs with its token', async () => {
    const client = await connect({ url: kit.url, token: await kit.mint() });
    clients.push(client);
    // It then holds every answer against the schema that it was given.
    await client.listTools();
    const preview = await client.call(name, erase);
    expect(preview.structuredContent).toMatchObject({
      data: { plan: { label: 'north', items: 12 } },
      control: { confirmation_required: true },
    });
    const { control } = preview.structuredContent as { control: { confirm_token: string } };
    const done = await client.call(name, { ...erase, confirm_token: control.confirm_token });
    expect(done.structuredContent).toMatchObject({ data: { erased: true } });
    expect(vault.seen).toHaveLength(1);
  });
});
