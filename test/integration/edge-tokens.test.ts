import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealCredentialClaim } from '../../src/auth/credential-claim.ts';
import { mintToken } from '../../src/auth/issuance.ts';
import { createSealRing, parseSealKeys } from '../../src/auth/sealing.ts';
import { type Edge, ping, startEdge } from '../support/edge.ts';
import { rawExchange, rawRequest } from '../support/raw-http.ts';
import { rawToken, sealedIssuer, testAudience, testTenants } from '../support/tokens.ts';

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

  test('a second Authorization line is seen after however many others', async () => {
    const between = Array<string>(2_100).fill('a:');
    const answer = await raw([`Authorization: Bearer ${edge.token}`, ...between, 'Authorization: Bearer x']);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
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

describe('T8, T9 a sealed credential that is not of its token', () => {
  const outer = () => ({
    privateJwk: edge.identity.signingKey.privateJwk,
    issuer: sealedIssuer,
    audience: testAudience,
    subject: 'ana',
    tenantId: testTenants.a.id,
    scopes: ['modyo:read'] as const,
    issuedAtSeconds: Math.floor(Date.now() / 1_000),
    expiresAtSeconds: Math.floor(Date.now() / 1_000) + 600,
  });
  const inner = () => ({ ...outer(), host: testTenants.a.host, token: testTenants.a.token });
  const otherRing = createSealRing(parseSealKeys(`test:${Buffer.alloc(32, 8).toString('base64')}`));
  const removedRing = createSealRing(parseSealKeys(`removed:${Buffer.alloc(32, 7).toString('base64')}`));
  const ownRing = () => edge.identity.sealRing;

  test.each([
    ['under a key that is no longer in the ring', () => sealCredentialClaim(removedRing, inner())],
    ['under another key of the same name', () => sealCredentialClaim(otherRing, inner())],
    ['for another tenant', () => sealCredentialClaim(ownRing(), { ...inner(), tenantId: testTenants.b.id })],
    ['for another subject', () => sealCredentialClaim(ownRing(), { ...inner(), subject: 'eva' })],
    [
      'for a longer time',
      () => sealCredentialClaim(ownRing(), { ...inner(), expiresAtSeconds: 9_999_999_999 }),
    ],
    [
      'with a password',
      async () => `${rawPart({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', p2c: 2 ** 31 })}.x.x.x.x`,
    ],
    [
      'compressed',
      async () => `${rawPart({ alg: 'dir', enc: 'A256GCM', kid: 'test', zip: 'DEF' })}..AAAA.AAAA.AAAA`,
    ],
    ['as nothing', async () => ''],
  ])('sealed %s is 401', async (_name, seal) => {
    const answer = await edge.mcp({ token: await mintToken({ ...outer(), sealedCredential: await seal() }) });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({
      error: 'invalid_token',
      error_description: 'The access token is not valid for this service.',
    });
  });

  test('sealed for it, and by the ring, is none of these', async () => {
    const sealedCredential = await sealCredentialClaim(ownRing(), inner());
    expect((await edge.mcp({ token: await mintToken({ ...outer(), sealedCredential }) })).status).toBe(200);
  });

  function rawPart(header: unknown): string {
    return Buffer.from(JSON.stringify(header)).toString('base64url');
  }
});

test.each([
  ['alg none', () => rawToken({ alg: 'none', typ: 'at+jwt' }, { sub: 'x' })],
  ['no JSON', () => 'e30.bm90IGpzb24.AAAA'],
])('a token with %s is 401 over the wire', async (_name, token) => {
  expect((await edge.mcp({ token: token() })).status).toBe(401);
});
