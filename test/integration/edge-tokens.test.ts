import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edge, ping, startEdge } from '../support/edge.ts';
import { rawExchange, rawRequest } from '../support/raw-http.ts';
import { rawToken } from '../support/tokens.ts';

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
});
afterAll(() => edge.close());

function raw(headerLines: readonly string[], path = '/mcp'): Promise<string> {
  const body = JSON.stringify(ping);
  return rawExchange(
    edge.port,
    rawRequest(
      `POST ${path} HTTP/1.1`,
      ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`, ...headerLines],
      body,
    ),
  );
}

describe('T10 where a token may stand', () => {
  test('two Authorization lines are refused, even with the same good token', async () => {
    const line = `Authorization: Bearer ${edge.token}`;
    const answer = await raw([line, line]);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/www-authenticate: Bearer [^\r\n]*error="invalid_token"/i);
  });

  test.each(['bearer', 'BEARER', 'Bearer '])('the scheme is read as %j', async (scheme) => {
    expect(await raw([`Authorization: ${scheme} ${edge.token}`])).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each([
    ['an empty one', () => 'Authorization: Bearer  '],
    ['only the scheme', () => 'Authorization: Bearer'],
    ['Basic', () => `Authorization: Basic ${Buffer.from('a:b').toString('base64')}`],
    ['a bare token', () => `Authorization: ${edge.token}`],
    ['two tokens in one line', () => `Authorization: Bearer ${edge.token}, Bearer ${edge.token}`],
    ['a token with a tail', () => `Authorization: Bearer ${edge.token} x`],
    ['a Modyo token', () => 'Authorization: Bearer sandbox-token-andes'],
  ])('%s is malformed', async (_name, line) => {
    expect(await raw([line()])).toMatch(/^HTTP\/1\.1 401 [\s\S]*error="invalid_token"/);
  });

  test.each([
    ['a cookie', () => [`Cookie: access_token=${edge.token}; Authorization=${edge.token}`]],
    ['another header', () => [`X-Authorization: Bearer ${edge.token}`]],
  ])('%s is not looked at', async (_name, lines) => {
    expect(await raw(lines())).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('a token in the URL is not looked at, and stands in no log line', async () => {
    const answer = await raw([], `/mcp?access_token=${edge.token}`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(edge.logs.text()).not.toContain(edge.token);
  });
});

describe('T12 size', () => {
  test('a token of more than 8 KB is 401', async () => {
    const token = rawToken({ alg: 'ES256' }, { pad: 'x'.repeat(7_000) }, 'AAAA');
    expect(token.length).toBeGreaterThan(8_192);
    expect(await raw([`Authorization: Bearer ${token}`])).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('headers of more than 16 KB are 431, in JSON', async () => {
    const answer = await raw([`Authorization: Bearer ${'x'.repeat(17_000)}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('{"error":"headers_too_large"');
  });
});

test.each([
  ['alg none', () => rawToken({ alg: 'none', typ: 'at+jwt' }, { sub: 'x' })],
  ['no JSON', () => 'e30.bm90IGpzb24.AAAA'],
])('a token with %s is 401 over the wire', async (_name, token) => {
  expect((await edge.mcp({ token: token() })).status).toBe(401);
});
