import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, type Answered, contentJourney } from './journey.ts';
import { type ConfiguredService, startConfiguredService } from './service.ts';

let service: ConfiguredService;

beforeAll(async () => {
  service = await startConfiguredService();
});

afterAll(async () => {
  await service.remove();
});

test('a client of revision 2026-07-28 makes, publishes, finds and deletes content', async () => {
  const client = new Client(
    { name: 'journey', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(service.url), {
      requestInit: { headers: { authorization: `Bearer ${await service.mint()}` } },
    }),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  const agent: Agent = {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answered,
  };
  await contentJourney(agent);
  await client.close();
});
