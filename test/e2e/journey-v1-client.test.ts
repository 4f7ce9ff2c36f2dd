import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, test } from 'vitest';
import { type Agent, type Answered, contentJourney } from './journey.ts';
import { type ConfiguredService, startConfiguredService } from './service.ts';

let service: ConfiguredService;

beforeAll(async () => {
  service = await startConfiguredService();
});

afterAll(async () => {
  await service.remove();
});

test('a client of the 2025 era makes, publishes, finds and deletes content', async () => {
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(service.url), {
      requestInit: { headers: { authorization: `Bearer ${await service.mint()}` } },
    }),
  );
  const agent: Agent = {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answered,
  };
  await contentJourney(agent);
  await client.close();
});
