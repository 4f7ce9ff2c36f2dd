import { classifyInboundRequest, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOrdinaryRequest } from '../../../src/mcp/ordinary-request.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } };

describe('an ordinary request', () => {
  test.each<[string, unknown]>([
    ['of a tool', request],
    ['without params', { jsonrpc: '2.0', id: 'a', method: 'ping' }],
    [
      'that asks for progress',
      { jsonrpc: '2.0', id: 0, method: 'tools/call', params: { _meta: { progressToken: 0 } } },
    ],
  ])('is one %s', (_name, body) => {
    expect(isOrdinaryRequest(body)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a handshake', { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }],
    ['a batch', [request]],
    ['one with a further member', { ...request, extra: 1 }],
    ['one with an id of null', { ...request, id: null }],
    ['one with a fraction as its id', { ...request, id: 1.5 }],
    ['one of another JSON-RPC', { ...request, jsonrpc: '1.0' }],
    ['one whose params are a list', { ...request, params: [] }],
    ['one whose _meta is a text', { ...request, params: { _meta: 'x' } }],
    [
      'one that claims the later era',
      { ...request, params: { _meta: { [PROTOCOL_VERSION_META_KEY]: 'x' } } },
    ],
    ['nothing', undefined],
  ])('is not %s', (_name, body) => {
    expect(isOrdinaryRequest(body)).toBe(false);
  });

  test('is never one that the SDK would take for something else', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.constant(null), fc.boolean());
    const member = fc.oneof(value, fc.dictionary(fc.string(), value), fc.array(value));
    const meta = fc.oneof(
      fc.record({ progressToken: member }, { requiredKeys: [] }),
      fc.dictionary(fc.constantFrom('progressToken', PROTOCOL_VERSION_META_KEY, 'a'), member),
      member,
    );
    const params = fc.oneof(fc.record({ name: fc.string(), _meta: meta }, { requiredKeys: [] }), member);
    const body = fc.record(
      {
        jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, member),
        id: fc.oneof(fc.integer(), fc.string(), member),
        method: fc.oneof(fc.constantFrom('initialize', 'ping', 'tools/call'), fc.string(), member),
        params,
        extra: member,
      },
      { requiredKeys: ['jsonrpc', 'id', 'method'] },
    );
    fc.assert(
      fc.property(body, (message) => {
        const isNamed = message.method !== 'initialize';
        if (!isNamed || !isOrdinaryRequest(message)) return;
        const route = classifyInboundRequest({ httpMethod: 'POST', body: message });
        expect(route).toMatchObject({ kind: 'legacy', reason: 'no-claim' });
      }),
      { numRuns: 500 },
    );
  });
});
