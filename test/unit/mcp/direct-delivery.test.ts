import { PerRequestHTTPServerTransport, Server } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { deliverDirectly } from '../../../src/mcp/direct-delivery.ts';

async function answerOf(request: object, isDirect: boolean): Promise<unknown> {
  const server = new Server({ name: 'probe', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: [] }));
  const transport = new PerRequestHTTPServerTransport({ classification: { era: 'legacy' } });
  await server.connect(transport);
  if (isDirect) deliverDirectly(server, transport);
  const response = await transport.handleMessage({ jsonrpc: '2.0', id: 7, ...request } as never);
  return response.json();
}

test.each([
  { method: 'ping' },
  { method: 'tools/list' },
  { method: 'no/such' },
  { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} } },
])('$method is answered as on the way of the SDK', async (request) => {
  const direct = await answerOf(request, true);
  expect(direct).toEqual(await answerOf(request, false));
  expect(direct).toMatchObject({ id: 7 });
});

test('the SDK has the entry that is used, so that the short way is not lost with an update', () => {
  expect(Reflect.get(new Server({ name: 'probe', version: '1' }), '_onrequest')).toBeTypeOf('function');
});

test('a server without the entry keeps the way of the SDK', () => {
  const transport = new PerRequestHTTPServerTransport({ classification: { era: 'legacy' } });
  const onmessage = () => undefined;
  transport.onmessage = onmessage;
  deliverDirectly({} as Server, transport);
  expect(transport.onmessage).toBe(onmessage);
});
