import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixtureCatalogue } from '../conformance/fixtures.ts';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';

/** Shapes of single messages: ids, notifications, posted responses, keys, and the headers that mirror the body. */

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ app: { catalogue: fixtureCatalogue } });
});
afterAll(() => edge.close());

describe('ids', () => {
  test.each(['x'.repeat(256), '', 0, -1, Number.MAX_SAFE_INTEGER, 'ñandú', '__proto__'])(
    'accepts and echoes %j',
    async (id) => {
      const answer = await edge.mcp({ message: { ...ping, id } });
      expect(answer.json).toEqual({ jsonrpc: '2.0', id, result: {} });
    },
  );

  test.each([
    ['257 characters', JSON.stringify('x'.repeat(257))],
    ['10 KB', JSON.stringify('x'.repeat(10_240))],
    ['1e300', '1e300'],
    ['a fraction', '0.5'],
    ['beyond the safe integers', '9007199254740993'],
    ['true', 'true'],
    ['an array', '[1]'],
  ])('refuses %s', async (_name, id) => {
    const answer = await edge.mcp({ body: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ id: null, error: { code: -32600 } });
  });

  test('keeps the type of the id in an error', async () => {
    for (const id of ['7', 7]) {
      expect((await edge.mcp({ message: { ...ping, id, method: 'no/such' } })).json.id).toBe(id);
      expect((await edge.mcp(modern('no/such', {}, id))).json.id).toBe(id);
    }
  });
});

describe('what needs no answer', () => {
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const response = { jsonrpc: '2.0', id: 1, result: {} };
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no' } };
  const inModern = { 'mcp-protocol-version': '2026-07-28' };

  test.each([
    ['a notification', cancelled, {}],
    ['a notification without parameters', { jsonrpc: '2.0', method: 'notifications/initialized' }, {}],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/other' }, {}],
    ['a modern notification', cancelled, { ...inModern, 'mcp-method': 'notifications/cancelled' }],
    ['a notification that wants HTML', cancelled, { accept: 'text/html' }],
    ['a response', response, {}],
    ['an error response', error, { 'mcp-protocol-version': '2025-06-18' }],
  ])('%s is 202 without a body', async (_name, message, headers) => {
    const answer = await edge.mcp({ message, headers });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  test.each([
    ['a modern response', response, inModern, -32600],
    ['a notification of a later revision', cancelled, { 'mcp-protocol-version': '2099-01-01' }, -32022],
    ['a notification under an unknown header', cancelled, { 'mcp-protocol-version': 'abc' }, -32000],
  ])('%s is 400', async (_name, message, headers, code) => {
    const answer = await edge.mcp({ message, headers });
    expect([answer.status, answer.json.error.code]).toEqual([400, code]);
  });
});

describe('the envelope of the 2026 era', () => {
  const key = (name: string) => `io.modelcontextprotocol/${name}`;
  const whole = modern('tools/list').message.params._meta;

  test.each([
    ['no _meta', {}],
    ['no version', { _meta: { [key('clientCapabilities')]: {} } }],
    ['no capabilities', { _meta: { [key('protocolVersion')]: '2026-07-28' } }],
    ['capabilities that are no object', { _meta: { ...whole, [key('clientCapabilities')]: 'all' } }],
    ['a log level that is none', { _meta: { ...whole, [key('logLevel')]: 'loud<script>' } }],
  ])('%s is 400 -32602 and nothing of it is quoted', async (_name, params) => {
    const { headers } = modern('tools/list');
    const answer = await edge.mcp({
      message: { jsonrpc: '2.0', id: 1, method: 'tools/list', params },
      headers,
    });
    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32602, 1]);
    expect(answer.text).not.toMatch(/script|expected one of|Invalid option/);
  });

  test('clientInfo may be absent, and unknown keys are let be', async () => {
    const { headers } = modern('tools/list');
    const params = { _meta: { ...whole, 'com.example/extra': 1, traceparent: 'x' } };
    const answer = await edge.mcp({
      message: { jsonrpc: '2.0', id: 1, method: 'tools/list', params },
      headers,
    });
    expect(answer.status).toBe(200);
  });

  test.each(['1900-01-01', '2025-11-25', '2099-01-01'])(
    'an envelope that names %s is -32022',
    async (revision) => {
      const { message, headers } = modern('tools/list');
      const _meta = { ...message.params._meta, [key('protocolVersion')]: revision };
      const answer = await edge.mcp({
        message: { ...message, params: { _meta } },
        headers: { ...headers, 'mcp-protocol-version': revision },
      });
      expect([answer.status, answer.json.error.code]).toEqual([400, -32022]);
      expect(answer.json.error.data).toEqual({ supported: ['2026-07-28'], requested: revision });
    },
  );
});

describe('the headers of the 2026 era', () => {
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
  const call = (name: string) => modern('tools/call', { name, arguments: {} });

  test.each([
    ['the name itself', 'test_simple_text'],
    ['the name in Base64', base64('test_simple_text')],
    ['white space around it', '  test_simple_text\t'],
  ])('Mcp-Name may be %s', async (_name, value) => {
    const { message, headers } = call('test_simple_text');
    const answer = await edge.mcp({ message, headers: { ...headers, 'mcp-name': value } });
    expect(answer.status).toBe(200);
  });

  test('a uri beyond ASCII is mirrored in Base64', async () => {
    const { message, headers } = modern('resources/read', { uri: 'test://ñandú' });
    const answer = await edge.mcp({ message, headers: { ...headers, 'mcp-name': base64('test://ñandú') } });
    expect([answer.status, answer.json.error.code]).toEqual([200, -32602]);
  });

  test.each([
    ['another case', 'TEST_SIMPLE_TEXT'],
    ['another name', 'test_error_handling'],
    ['two names', 'test_simple_text, test_simple_text'],
    ['nothing', ''],
    ['Base64 of another name', base64('other')],
    ['Base64 of a name with a line break', base64('test_simple_text\r\nx: y')],
    ['Base64 of a name with a NUL', base64('test_simple_text\0')],
    ['broken Base64', '=?base64?%%%?='],
    ['Base64 without its padding', '=?base64?dGVzdA?='],
    ['Base64 of no UTF-8', `=?base64?${Buffer.from([0xff, 0xfe]).toString('base64')}?=`],
    ['the sentinel in capitals', base64('test_simple_text').replace('base64', 'BASE64')],
  ])('Mcp-Name as %s is 400 -32020 and is not quoted', async (_name, value) => {
    const { message, headers } = call('test_simple_text');
    const answer = await edge.mcp({ message, headers: { ...headers, 'mcp-name': value } });
    expect([answer.status, answer.json.error.code, answer.json.id]).toEqual([400, -32020, 1]);
    expect(answer.json.error.message).not.toContain('test_simple_text');
  });

  test.each([
    ['mcp-method', 'TOOLS/CALL'],
    ['mcp-protocol-version', '2025-11-25'],
    ['mcp-protocol-version', 'abc'],
  ])('%s: %s disagrees with the body', async (header, value) => {
    const { message, headers } = call('test_simple_text');
    const answer = await edge.mcp({ message, headers: { ...headers, [header]: value } });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32020]);
  });

  test('a missing MCP-Protocol-Version does not make the request one of the 2025 era', async () => {
    const { message, headers } = call('test_simple_text');
    const { 'mcp-protocol-version': _left, ...rest } = headers;
    const answer = await edge.mcp({ message, headers: rest as Record<string, string> });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32020]);
  });

  test('none of them is needed in the 2025 era, and none is compared', async () => {
    const message = toolCall('test_simple_text');
    const answer = await edge.mcp({ message, headers: { 'mcp-name': 'another', 'mcp-method': 'ping' } });
    expect(answer.status).toBe(200);
  });
});

describe('keys that reach a prototype', () => {
  test.each([
    ['in the parameters', 'tools/list', '{"__proto__":{"polluted":1}}'],
    ['in _meta', 'tools/list', '{"_meta":{"constructor":{"prototype":{"polluted":1}}}}'],
    ['under a key that is named like ours', 'tools/list', '{"args":{"__proto__":1}}'],
    ['deeper', 'completion/complete', '{"ref":{"a":[{"prototype":1}]}}'],
    ['in the arguments of a prompt', 'prompts/get', '{"name":"x","arguments":{"__proto__":1}}'],
  ])('%s are -32602', async (_name, method, params) => {
    const answer = await edge.mcp({
      body: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
    });
    expect(answer.json.error.code).toBe(-32602);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('beside the method make the message invalid', async () => {
    const answer = await edge.mcp({ body: '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"id":2}}' });
    expect([answer.status, answer.json.error.code]).toEqual([400, -32600]);
  });

  test('in the arguments of a tool reach the tool, which refuses them in its own words', async () => {
    const own = await startEdge();
    const answer = await own.mcp({
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"__proto__":{"a":1}}}}',
    });
    await own.close();
    expect(answer.json.result.content[0].text).toBe('{"__proto__":{"a":1}}');
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'no tool, prompt or resource is called %s',
    async (name) => {
      const calls = [
        [toolCall(name), -32602],
        [{ ...ping, method: 'prompts/get', params: { name } }, -32602],
        [{ ...ping, method: 'resources/read', params: { uri: name } }, -32002],
      ] as const;
      for (const [message, code] of calls) expect((await edge.mcp({ message })).json.error.code).toBe(code);
    },
  );
});

test.each([
  ['tools/call', {}],
  ['tools/call', { name: 7 }],
  ['tools/call', { name: 'test_simple_text', arguments: [] }],
  ['resources/read', {}],
  ['resources/read', { uri: 'x'.repeat(2049) }],
  ['prompts/get', {}],
  ['logging/setLevel', { level: 'loud' }],
  ['resources/subscribe', {}],
  ['tools/list', { cursor: 'next' }],
  ['prompts/list', { cursor: 'next' }],
  ['resources/list', { cursor: 'next' }],
  ['resources/templates/list', { cursor: 'next' }],
])('%s with %j is -32602 with a text of ours', async (method, params) => {
  const answer = await edge.mcp({ message: { ...ping, method, params } });
  expect([answer.status, answer.json.error.code]).toEqual([200, -32602]);
  expect(answer.json.error.message).toMatch(/^Invalid params/);
  expect(answer.text).not.toMatch(/expected|received|ZodError|\\n/);
});
