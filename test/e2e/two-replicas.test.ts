import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';
import { type Agent, type Answered, contentJourney } from './journey.ts';
import { type ConfiguredService, startConfiguredService } from './service.ts';
import { callTool } from './wire.ts';

let redis: RedisServer;
let sandbox: Sandbox;
let first: ConfiguredService;
let second: ServiceProcess;
let token: string;

beforeAll(async () => {
  // Empty, so that what is looked up first is known.
  redis = await startRedisServer();
  sandbox = await startSandbox();
  first = await startConfiguredService({ REDIS_URL: redis.url, SANDBOX: sandbox.url });
  second = await startService(first.environment);
  token = await first.mint();
});

afterAll(async () => {
  await second.stop('SIGKILL');
  await first.remove();
  await sandbox.close();
  await redis.stop();
});

interface Alternation {
  /** For a client: every request goes to the other replica than the one before. */
  readonly fetch: typeof fetch;
  /** How many requests each replica got. */
  served(): readonly number[];
}

function alternate(): Alternation {
  const served = [0, 0];
  let turn = 0;
  return {
    fetch: (_url, init) => {
      const index = turn;
      turn = 1 - turn;
      served[index] = (served[index] ?? 0) + 1;
      return fetch(index === 0 ? first.url : second.url, init);
    },
    served: () => served,
  };
}

const upstreamPaths = () =>
  sandbox.requests.list().map(({ method, path }) => `${method} ${path.replace(/^\/api\/admin|\?.*$/g, '')}`);

test('what one replica looked up is found in the cache by the other', async () => {
  const name = 'Banca Personas';
  const read = async ({ url }: ServiceProcess) => {
    sandbox.requests.clear();
    const answer = await callTool({ url, token }, 'content-spaces-get', { identifier: name });
    expect(answer.isError, answer.text).toBe(false);
    expect(answer.envelope.resource).toMatchObject({ name });
    return upstreamPaths();
  };
  expect(await read(first)).toEqual(['GET /content/spaces', 'GET /content/spaces/31']);
  expect(await read(second)).toEqual(['GET /content/spaces/31']);
});

test('a name that one replica gives to another element is not taken for the old one by the other', async () => {
  const space = 'dos-replicas';
  const ask = async (replica: ServiceProcess, tool: string, args: object) => {
    const answer = await callTool({ url: replica.url, token }, tool, args);
    expect(answer.isError, answer.text).toBe(false);
    return answer.envelope;
  };
  await ask(first, 'content-spaces-manage', { name: 'Dos réplicas', uid: space, default_locale: 'es-cl' });
  const addType = () =>
    ask(first, 'content-types-manage', {
      space,
      name: 'Folleto',
      uid: 'folleto',
      add_fields: [{ name: 'Título', type: 'string' }],
    });
  const made = await addType();
  const readThere = () => ask(second, 'content-types-get', { space, identifier: 'Folleto' });
  expect((await readThere()).resource.id).toBe(made.resource.id);
  // Asked of one replica and confirmed at the other.
  const removal = { action: 'delete', space, identifier: 'folleto' };
  const { control } = await ask(second, 'content-types-manage', removal);
  const { confirm_token } = control as { confirm_token: string };
  await ask(first, 'content-types-manage', { ...removal, confirm_token });
  const madeAgain = await addType();
  expect(madeAgain.resource.id).not.toBe(made.resource.id);
  expect((await readThere()).resource.id).toBe(madeAgain.resource.id);
});

const headers = () => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });

test('a client of the 2025 era works though every request goes to another replica', async () => {
  const { fetch, served } = alternate();
  const client = new LegacyClient({ name: 'two-replicas', version: '1.0.0' });
  await client.connect(new LegacyTransport(new URL(first.url), { ...headers(), fetch }));
  const agent: Agent = {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answered,
  };
  await contentJourney(agent);
  await client.close();
  expect(Math.min(...served())).toBeGreaterThan(10);
});

test('a client of revision 2026-07-28 works though every request goes to another replica', async () => {
  const { fetch, served } = alternate();
  const client = new ModernClient(
    { name: 'two-replicas', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(first.url), { ...headers(), fetch }));
  const agent: Agent = {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as Answered,
  };
  await contentJourney(agent);
  await client.close();
  expect(Math.min(...served())).toBeGreaterThan(10);
});
