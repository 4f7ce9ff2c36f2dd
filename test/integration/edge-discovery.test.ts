import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { createMemoryStore } from '../../src/infrastructure/memory-store.ts';
import { type Edge, startEdge, toolCall } from '../support/edge.ts';
import { httpCall } from '../support/raw-http.ts';
import { createTestIdentity } from '../support/tokens.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const metadataPaths = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'];

describe('protected-resource metadata', () => {
  test('says the same at both paths, to every page', async () => {
    const [root, inserted] = await Promise.all(
      metadataPaths.map((path) => edge.call({ path, headers: { origin: 'https://any.example' } })),
    );
    expect(root?.text).toBe(inserted?.text);
    expect(root?.headers['access-control-allow-origin']).toBe('*');
    expect(root?.json).toEqual({
      resource: 'https://mcp.test.invalid/mcp',
      scopes_supported: ['modyo:read'],
      bearer_methods_supported: ['header'],
      resource_name: 'Modyo',
    });
  });

  test('names the issuers that a client can get a token from, and no other', async () => {
    const { issuers } = await createTestIdentity();
    const [record] = issuers;
    const remote = { kind: 'remote', uri: 'https://idp.example/jwks' } as const;
    const own = await startEdge({
      app: {
        issuers: [
          { ...record!, issuer: 'https://idp.example', keySource: remote },
          { ...record!, issuer: 'urn:internal', keySource: remote },
          { ...record!, issuer: 'https://local-keys.example' },
        ],
        tenants: [],
      },
    });
    const answer = await own.call({ path: metadataPaths[0]! });
    await own.close();
    expect(answer.json.authorization_servers).toEqual(['https://idp.example']);
  });

  test('is where the challenge points to, below the path of the public URL', async () => {
    const behindPath = await startEdge({ env: { PUBLIC_URL: 'https://gateway.example/modyo/mcp/' } });
    const challenge = await behindPath.call({ method: 'POST', path: '/mcp' });
    const path = '/.well-known/oauth-protected-resource/modyo/mcp';
    const metadata = await behindPath.call({ path });
    await behindPath.close();
    expect(challenge.headers['www-authenticate']).toContain(
      `resource_metadata="https://gateway.example${path}"`,
    );
    expect(metadata.json.resource).toBe('https://gateway.example/modyo/mcp');
  });
});

describe('health', () => {
  test('is answered to a probe that names any host', async () => {
    for (const path of ['/livez', '/readyz'])
      expect((await edge.call({ path, headers: { host: '10.1.2.3:3000' } })).status).toBe(200);
  });

  test('says when the shared store does not answer, and stays ready', async () => {
    const store = { ...createMemoryStore(systemClock), isReachable: async () => false };
    const own = await startEdge({ app: { store } });
    const answer = await own.call({ path: '/readyz' });
    await own.close();
    expect(answer).toMatchObject({ status: 200, json: { status: 'ready', store: 'unreachable' } });
  });
});

describe('metrics', () => {
  test('are not served on the connector’s port', async () => {
    expect((await edge.call({ path: '/metrics' })).status).toBe(404);
  });

  test('count answers by route and status, without tenant, subject or path', async () => {
    const own = await startEdge();
    await own.mcp({ message: toolCall('echo') });
    await own.call({ path: '/mcp' });
    await own.call({ path: '/canary-path' });
    const { text, headers } = await httpCall(own.metricsPort, { path: '/metrics' });
    await own.close();
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toContain('modyo_mcp_http_requests_total{route="mcp",status="200"} 1');
    expect(text).toContain('modyo_mcp_http_requests_total{route="mcp",status="401"} 1');
    expect(text).not.toMatch(/canary-path|andes|"ana"|sandbox/);
  });
});
