import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, modern, ping, startEdge, toolCall } from '../support/edge.ts';
import { rawExchange, rawRequest } from '../support/raw-http.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

const host = 'Host: localhost';
const json = 'Content-Type: application/json';
const authorization = () => `Authorization: Bearer ${edge.token}`;

async function expectAlive(): Promise<void> {
  expect((await edge.mcp()).json).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
}

/** Writes chunk after chunk until the other side has answered, and closes after it. */
function flood(
  head: string,
  chunk: string,
  chunksMax: number,
): Promise<{ answer: string; sentChunks: number }> {
  return new Promise((resolve) => {
    const socket = connect(edge.port, '127.0.0.1');
    let answer = '';
    let sentChunks = 0;
    const write = () => {
      while (answer === '' && sentChunks < chunksMax && !socket.destroyed) {
        sentChunks += 1;
        if (!socket.write(chunk)) {
          socket.once('drain', write);
          return;
        }
      }
    };
    socket.on('connect', () => {
      socket.write(head);
      write();
    });
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ answer, sentChunks }));
  });
}

describe('B1 bodies without measure', () => {
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

  test('an endless chunked body is refused long before its end, and its connection closes', async () => {
    const head = `POST /mcp HTTP/1.1\r\n${host}\r\n${json}\r\n${authorization()}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const { answer, sentChunks } = await flood(head, chunk, 800);
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"body_too_large"/);
    expect(sentChunks).toBeLessThan(800);
    await expectAlive();
  });

  test('a length over the limit is refused before any of the body is read', async () => {
    const head = `POST /mcp HTTP/1.1\r\n${host}\r\n${json}\r\n${authorization()}\r\nContent-Length: 52428800\r\n\r\n`;
    const { answer } = await flood(head, 'x', 1);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ['without a token', '401', '/mcp', () => [host, json]],
    ['of a foreign host', '403', '/mcp', () => ['Host: evil.example', json, authorization()]],
    ['of a foreign page', '403', '/mcp', () => [host, json, authorization(), 'Origin: https://evil.example']],
    ['of another media type', '415', '/mcp', () => [host, authorization()]],
    ['in gzip', '415', '/mcp', () => [host, json, authorization(), 'Content-Encoding: gzip']],
    ['to nowhere', '404', '/nowhere', () => [host, json]],
  ])('an endless body %s is not read on after its refusal', async (_name, status, path, headers) => {
    for (const length of ['Transfer-Encoding: chunked', 'Content-Length: 52428800']) {
      const head = [`POST ${path} HTTP/1.1`, ...headers(), length, '', ''].join('\r\n');
      const { answer, sentChunks } = await flood(head, chunk, 800);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\\r\\nconnection: close\\r\\n`, 'i'));
      expect(sentChunks).toBeLessThan(800);
    }
    await expectAlive();
  });

  test('a client that sends its whole large body first still reads why it was refused', async () => {
    const tooLarge = await edge.mcp({ body: ' '.repeat(5_000_000) });
    const unknown = await edge.mcp({ token: 'a.b.c', body: ' '.repeat(5_000_000) });
    expect([tooLarge.json.error, unknown.json.error]).toEqual(['body_too_large', 'invalid_token']);
  });

  test('a refusal of a short body leaves the connection open', async () => {
    const request = (lines: readonly string[]) =>
      ['POST /mcp HTTP/1.1', host, json, ...lines, 'Content-Length: 2', '', '{}'].join('\r\n');
    const answers = await rawExchange(edge.port, request([]), request(['Connection: close']));
    expect(answers.match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
  });

  test('a body shorter than its length waits for no answer of anybody else', async () => {
    const socket = connect(edge.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /mcp HTTP/1.1\r\n${host}\r\n${json}\r\n${authorization()}\r\nContent-Length: 100\r\n\r\n{"a":`,
    );
    await expectAlive();
    socket.destroy();
    await expectAlive();
  });
});

describe('B2 shapes without measure', () => {
  test.each([
    ['100,000 levels', '['.repeat(100_000)],
    ['100,000 levels of objects', '{"a":'.repeat(100_000)],
    [
      'levels below params',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(100)}1${'}'.repeat(101)}`,
    ],
    ['a million keys', `{${Array.from({ length: 200_000 }, (_, key) => `"${key}":0`).join()}}`],
  ])('%s are a parse error', async (_name, body) => {
    const answer = await edge.mcp({ body });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe(-32700);
    await expectAlive();
  });

  test('of two equal keys the last one counts', async () => {
    const answer = await edge.mcp({ body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}' });
    expect(answer.json.id).toBe(2);
  });

  test('a number beyond all numbers is no id', async () => {
    const answer = await edge.mcp({ body: '{"jsonrpc":"2.0","id":1e999,"method":"ping"}' });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe(-32600);
  });
});

describe('B3 names that reach a prototype', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no tool', async (name) => {
    const answer = await edge.mcp({ message: toolCall(name) });
    expect(answer.json.error.code).toBe(-32602);
  });

  test.each([
    [
      'as a parameter',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{"polluted":1}}}',
    ],
    ['escaped', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"\\u005f_proto__":{"polluted":1}}}'],
    [
      'inside _meta',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"a":{"__proto__":{}}}}}',
    ],
  ])('__proto__ %s is -32602', async (_name, body) => {
    const answer = await edge.mcp({ body });
    expect(answer.json).toMatchObject({ id: 1, error: { code: -32602 } });
  });

  test.each(['__proto__', 'constructor'])('a header or query named %s changes nothing', async (name) => {
    expect((await edge.mcp({ headers: { [name]: '{"polluted":1}' } })).status).toBe(200);
    expect((await edge.mcp({ path: `/mcp?${name}=1` })).status).toBe(400);
  });

  test('nothing of it stays behind', () => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test('B4 values made for slow patterns are answered like any other', { timeout: 5_000 }, async () => {
  const spaces = ' '.repeat(7_000);
  const statuses = [];
  for (const headers of [
    { accept: `text/html,${spaces}x` },
    { accept: `${','.repeat(7_000)}text/html` },
    { 'content-type': `application/json${spaces}x` },
    { 'content-type': `application/json${';'.repeat(7_000)}charset=latin1` },
    { origin: `http://localhost:${'1'.repeat(7_000)}` },
    { host: `localhost${':1'.repeat(3_500)}` },
    { traceparent: '0'.repeat(7_000) },
    { authorization: `Bearer ${'a.'.repeat(3_500)}` },
  ])
    statuses.push((await edge.mcp({ headers })).status);
  expect(statuses).toEqual([406, 406, 415, 415, 403, 403, 200, 401]);
  const uri = await edge.mcp({ message: toolCall('{{{'.repeat(100_000)) });
  expect(uri.json.error.code).toBe(-32602);
});

test.each([
  ['a byte order mark', Buffer.from(`\uFEFF${JSON.stringify(ping)}`)],
  ['UTF-16', Buffer.from(JSON.stringify(ping), 'utf16le')],
  [
    'a wrong byte',
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  ],
  ['gzip without its header', Buffer.from('1f8b0800000000000003', 'hex')],
])('B6 %s is a parse error', async (_name, body) => {
  const answer = await edge.mcp({ body });
  expect(answer.status).toBe(400);
  expect(answer.json.error.code).toBe(-32700);
});

describe('B7 batches', () => {
  const batch = (length: number) => Array.from({ length }, (_, index) => ({ ...ping, id: index }));

  test('20 are served and 21 are refused', async () => {
    expect((await edge.mcp({ message: batch(20) })).json).toHaveLength(20);
    const answer = await edge.mcp({ message: batch(21) });
    expect(answer.status).toBe(400);
    expect(answer.json.error.code).toBe(-32600);
  });

  test('each element counts against the rate', async () => {
    const limited = await startEdge({ env: { RATE_PER_MINUTE: '10' } });
    const first = await limited.mcp({ message: batch(8) });
    const second = await limited.mcp({ message: batch(8) });
    const single = await limited.mcp();
    await limited.close();
    expect([first.status, second.status, single.status]).toEqual([200, 429, 200]);
    expect(second.headers).toHaveProperty('retry-after');
  });
});

test.each([
  ['a number that is no safe integer', '1e300'],
  ['10 KB', `"${'x'.repeat(10_000)}"`],
])('B8 an id of %s is refused and not echoed', async (_name, id) => {
  const answer = await edge.mcp({ body: `{"jsonrpc":"2.0","id":${id},"method":"ping"}` });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ id: null, error: { code: -32600 } });
});

test('B8 two equal ids in one batch are refused', async () => {
  const answer = await edge.mcp({ message: [ping, ping] });
  expect(answer.status).toBe(400);
  expect(answer.json.error.code).toBe(-32600);
});

describe('B9 requests that two readers could read differently', () => {
  const body = JSON.stringify(ping);
  const start = 'POST /mcp HTTP/1.1';
  const length = `Content-Length: ${body.length}`;

  test.each([
    ['a length and chunks', [host, json, length, 'Transfer-Encoding: chunked']],
    ['two different lengths', [host, json, length, 'Content-Length: 0']],
    ['two equal lengths', [host, json, length, length]],
    ['a folded header', [host, json, length, 'X-Long: a\r\n b']],
    ['a space before the colon', [host, json, `Content-Length : ${body.length}`]],
    ['an unknown transfer coding', [host, json, 'Transfer-Encoding: xchunked']],
    ['two hosts', [host, 'Host: evil.example', json, length]],
    ['two equal hosts', [host, host, json, length]],
    ['no host', [json, length]],
  ])('%s: 400, and nothing is called', async (_name, headerLines) => {
    const answer = await rawExchange(edge.port, rawRequest(start, [authorization(), ...headerLines], body));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain('"result"');
  });

  test('a second host is seen after however many header lines', async () => {
    const lines = [
      authorization(),
      host,
      json,
      length,
      ...Array<string>(2_100).fill('a:'),
      'Host: evil.example',
    ];
    const answer = await rawExchange(edge.port, rawRequest(start, lines, body));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('line feeds alone: 400', async () => {
    const text = rawRequest(start, [authorization(), host, json, length], body).replaceAll('\r\n', '\n');
    expect(await rawExchange(edge.port, text)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(['http://evil.example/mcp', 'http://localhost/mcp', '//evil.example/mcp', '*'])(
    'the target %s never reaches the connector',
    async (target) => {
      const answer = await rawExchange(
        edge.port,
        rawRequest(`POST ${target} HTTP/1.1`, [authorization(), host, json, length], body),
      );
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).not.toContain('"result"');
    },
  );
});

test.each([
  ['of another name', 'write'],
  ['with a NUL', '=?base64?ZWNobwA=?='],
  ['with a line feed', '=?base64?ZWNobwpmYWtl?='],
  ['of broken base64', '=?base64?%%%?='],
])('B10 Mcp-Name %s is -32020, and its value is in no log line', async (_name, value) => {
  const { message, headers } = modern('tools/call', { name: 'echo', arguments: {} });
  const answer = await edge.mcp({ message, headers: { ...headers, 'mcp-name': value } });
  expect(answer.status).toBe(400);
  expect(answer.json.error.code).toBe(-32020);
  if (value.length > 8) expect(edge.logs.text()).not.toContain(value);
});

test('B10 Mcp-Name in its base64 form is read', async () => {
  const { message, headers } = modern('tools/call', { name: 'echo', arguments: {} });
  const encoded = `=?base64?${Buffer.from('echo').toString('base64')}?=`;
  expect((await edge.mcp({ message, headers: { ...headers, 'mcp-name': encoded } })).status).toBe(200);
});

describe('B11 forwarded headers', () => {
  const forwarded = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': '203.0.113.9',
    forwarded: 'host=evil.example;proto=http',
  };

  test('never reach a URL of ours', async () => {
    const path = '/.well-known/oauth-protected-resource/mcp';
    const plain = await edge.call({ path });
    const spoofed = await edge.call({ path, headers: forwarded });
    const challenge = await edge.call({ method: 'POST', path: '/mcp', headers: forwarded });
    expect(spoofed.text).toBe(plain.text);
    expect(challenge.headers['www-authenticate']).not.toContain('evil.example');
  });

  test('change the address of the caller only behind a trusted proxy', async () => {
    const statuses = [];
    for (const env of [{}, { TRUSTED_PROXIES: '127.0.0.0/8' }]) {
      const limited = await startEdge({ env: { ADDRESS_RATE_PER_MINUTE: '1', ...env } });
      for (const address of ['198.51.100.1', '198.51.100.2'])
        statuses.push((await limited.mcp({ headers: { 'x-forwarded-for': address } })).status);
      await limited.close();
    }
    expect(statuses).toEqual([200, 429, 200, 200]);
  });
});
